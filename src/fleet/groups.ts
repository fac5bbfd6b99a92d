import { resolve } from 'node:path'
import { isMap } from '../profile/mergeProfile.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import type { Json } from '../profile/profile.js'
import { substituteEnv } from '../profile/substituteEnv.js'
import { yamlSource } from '../profile/yamlSource.js'
import type { Shard, Fleet, FleetTarget } from './readFleet.js'
import { withoutTrailingSlash } from '../client/withoutTrailingSlash.js'

/** Targets of one address. They run one after another, as two runs would disturb each other. */
export interface Group {
  readonly targets: readonly FleetTarget[]
}

/** Bytes of a profile that are looked into; the run says what is wrong with a longer one. */
const longest = 64 * 1024

interface Glimpse {
  /** As it is written; a profile that cannot be read stands alone. */
  readonly address: string
  /** Variables of the common environment that would be sent there. */
  readonly variables: readonly string[]
}

/**
 * The targets of a fleet by their addresses, as the files say them: the same on every machine, whatever its environment holds.
 */
export function groupsOf(fleet: Fleet, cwd: string): readonly Group[] {
  const groups = new Map<string, FleetTarget[]>()
  for (const target of fleet.targets) {
    const { address } = glimpse(target, cwd)
    groups.set(address, [...(groups.get(address) ?? []), target])
  }
  return [...groups.values()].map((targets) => ({ targets }))
}

/** The groups of one shard: each in one alone, the largest first to the shard that has least. */
export function inShardOf(groups: readonly Group[], shard: Shard | undefined): readonly Group[] {
  if (shard === undefined) return groups
  const loads = Array.from({ length: shard.of }, () => 0)
  const own = new Set<Group>()
  for (const group of groups.toSorted((a, b) => b.targets.length - a.targets.length)) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + group.targets.length
    if (least === shard.index - 1) own.add(group)
  }
  return groups.filter((group) => own.has(group))
}

/** Warns of variables that profiles of several hosts name and the fleet does not share. */
export function strayVariables(fleet: Fleet, cwd: string): readonly string[] {
  const hosts = new Map<string, Map<string, string>>()
  for (const target of fleet.targets) {
    if (target.envFile !== undefined) continue
    const { address, variables } = glimpse(target, cwd)
    for (const name of variables) {
      if (fleet.share.includes(name)) continue
      const known = hosts.get(name) ?? new Map<string, string>()
      const host = hostOf(address)
      if (!known.has(host)) known.set(host, target.profile)
      hosts.set(name, known)
    }
  }
  return [...hosts].flatMap(([name, of]) => {
    const [first, second] = [...of.values()]
    return second === undefined ? [] : [`${name} would be sent to several hosts: see ${first ?? ''} and ${second}`]
  })
}

function glimpse({ profile, target, envFile }: FleetTarget, cwd: string): Glimpse {
  const source = sourceOf(resolve(cwd, profile))
  const found = isMap(source) && isMap(source['target']) ? source['target']['url'] : undefined
  const url = target ?? found
  const { problems } = substituteEnv(source, {})
  const variables = envFile === undefined ? problems.flatMap(({ name }) => name ?? []) : []
  if (typeof url !== 'string') return { address: `profile ${profile}`, variables }
  // A variable means another thing in each file of variables.
  return { address: url.includes('${') ? `${url} ${envFile ?? ''}` : withoutTrailingSlash(url), variables }
}

/** null: it cannot be read, which the run of that target says. */
function sourceOf(path: string): Json {
  try {
    return yamlSource(path, readPlainFile(path, longest, { follow: true }).toString('utf8')).value
  } catch (error) {
    if (error instanceof PlainFileError) return null
    throw error
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
