import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { withoutTrailingSlash } from '../wire/exchange.js'
import { closestWord, describeFound } from '../profile/complaint.js'
import { isList, isMap, type JsonMap } from '../profile/jsonMap.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import type { Json } from '../profile/profile.js'
import { formatProblem, makeProblem } from '../profile/profileError.js'
import { substituteEnv } from '../profile/variables.js'
import { yamlSource, type Path } from '../profile/yamlSource.js'

/** What is wrong with a fleet as a whole; nothing was sent to any of its targets. */
export class FleetError extends Error {
  override readonly name = 'FleetError'
  readonly code = 'OCTOSPEC_FLEET'
  readonly remedy: string | undefined

  constructor(problems: readonly string[], remedy?: string) {
    super(problems.join('\n'))
    this.remedy = remedy
  }
}

export interface FleetTarget {
  /** Names its folder; each name is there once. */
  readonly name: string
  readonly profile: string
  /** Address in place of `target.url` of the profile. */
  readonly target?: string
  /** Its own variables, and no others: path as that of the profile. */
  readonly envFile?: string
  readonly allowUntested: readonly string[]
}

export interface Fleet {
  readonly targets: readonly FleetTarget[]
  /** Variables of the environment that any of the targets may be sent. */
  readonly share: readonly string[]
}

export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
}

/** Bytes of the file at most, and of a profile that is looked into: the run says what is wrong with a longer one. */
const [longest, longestProfile] = [1024 * 1024, 64 * 1024]
/** Targets at most. */
const most = 5000

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

const keys = ['targets', 'share']
const targetKeys = ['name', 'profile', 'target', 'envFile', 'allowUntested']

type Complain = (path: Path, expected: string, found: Json | undefined) => void

/** Reads the file of a fleet. @throws FleetError with everything that is wrong with it */
export function readFleet(file: string, cwd: string): Fleet {
  const source = yamlSource(file, textOf(file, cwd))
  const wrong = source.problems.map(formatProblem)
  if (source.broken) throw new FleetError(wrong)
  const add = (path: Path, at: 'key' | 'value', told: { expected: string; found: string; suggestion?: string }): void =>
    void wrong.push(formatProblem(makeProblem({ file, ...source.positionOf(path, at), key: path.join('.'), ...told })))
  const complain: Complain = (path, expected, found) =>
    found === undefined
      ? add(path, 'key', { expected, found: 'nothing' })
      : add(path, 'value', { expected, found: describeFound(found) })
  const knowKeys = (map: JsonMap, path: Path, known: readonly string[]): void => {
    for (const key of Object.keys(map).filter((each) => !known.includes(each))) {
      const suggestion = closestWord(key, known)
      const told = { expected: `one of the keys ${known.join(', ')}`, found: `'${key}'` }
      add([...path, key], 'key', { ...told, ...(suggestion && { suggestion }) })
    }
  }
  const root = isMap(source.value) ? source.value : {}
  if (!isMap(source.value)) complain([], "a map with the key 'targets'", source.value)
  else if (!isList(root['targets']) || root['targets'].length === 0)
    complain(['targets'], 'a list of profiles', root['targets'])
  knowKeys(root, [], keys)
  const items = isList(root['targets']) ? root['targets'] : []
  if (items.length > most) complain(['targets'], `at most ${most} targets`, items)
  const targets = items.slice(0, most).map((item, index) => {
    const path = ['targets', String(index)]
    const given = typeof item === 'string' ? { profile: item } : isMap(item) ? item : {}
    if (typeof item !== 'string' && !isMap(item)) complain(path, 'the path of a profile, or a map', item)
    knowKeys(given, path, targetKeys)
    return targetIn(given, path, dirname(file), complain)
  })
  const share = textsIn(root, 'share', [], 'a list of names of variables', complain)
  tellTwice(targets, complain)
  if (wrong.length > 0) throw new FleetError(wrong)
  return { targets, share }
}

function targetIn(given: JsonMap, path: Path, folder: string, complain: Complain): FleetTarget {
  const text = (key: string): string | undefined => {
    const value = given[key]
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    complain([...path, key], 'a text that is not empty', value)
    return undefined
  }
  const at = (file: string): string => (isAbsolute(file) ? file : join(folder, file))
  if (given['profile'] === undefined) complain([...path, 'profile'], 'the path of a profile', undefined)
  const profile = text('profile') ?? ''
  const name = text('name') ?? basename(profile).replace(/\.ya?ml$/, '')
  const named = given['name'] === undefined ? path : [...path, 'name']
  if (!namePattern.test(name) && profile !== '') complain(named, 'a name of letters, digits, dots and dashes', name)
  const [target, envFile] = [text('target'), text('envFile')]
  return {
    name,
    profile: at(profile),
    ...(target !== undefined && { target }),
    ...(envFile !== undefined && { envFile: at(envFile) }),
    allowUntested: textsIn(given, 'allowUntested', path, 'a list of checks or clauses', complain),
  }
}

function textsIn(map: JsonMap, key: string, path: Path, expected: string, complain: Complain): readonly string[] {
  const value = map[key]
  if (value === undefined) return []
  const found = isList(value) ? value.filter((each) => typeof each === 'string') : []
  if (!isList(value) || found.length < value.length) complain([...path, key], expected, value)
  return found
}

/** Names that differ only in case count as one, as some file systems make one folder of them. */
function tellTwice(targets: readonly FleetTarget[], complain: Complain): void {
  const first = new Map<string, number>()
  for (const [index, { name }] of targets.entries()) {
    const before = first.get(name.toLowerCase())
    first.set(name.toLowerCase(), before ?? index)
    if (before === undefined) continue
    const expected = `a name of its own: give it one with 'name', as targets.${before} has it already`
    complain(['targets', String(index)], expected, name)
  }
}

function textOf(file: string, cwd: string): string {
  try {
    const bytes = readPlainFile(resolve(cwd, file), longest, { follow: true })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new FleetError([`${file}: ${error instanceof PlainFileError ? error.message : 'it is not UTF-8'}`])
  }
}

/** Targets of one address. They run one after another, as two runs would disturb each other. */
export type Group = readonly FleetTarget[]

/**
 * The groups of one shard. The largest group goes first, to the shard that has least. So the shards are the same on
 * every machine, whatever its environment holds.
 */
export function groupsOf(fleet: Fleet, cwd: string, { index, of }: Shard): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const target of fleet.targets) {
    const { address } = glimpse(target, cwd)
    groups.set(address, [...(groups.get(address) ?? []), target])
  }
  const counts = Array.from({ length: of }, () => 0)
  const own = new Set<Group>()
  for (const group of [...groups.values()].toSorted((a, b) => b.length - a.length)) {
    const least = counts.indexOf(Math.min(...counts))
    counts[least] = (counts[least] ?? 0) + group.length
    if (least === index - 1) own.add(group)
  }
  return [...groups.values()].filter((group) => own.has(group))
}

/** Warns of variables that profiles of several hosts name and the fleet does not share. */
export function strayVariables(fleet: Fleet, cwd: string): readonly string[] {
  const hosts = new Map<string, Map<string, string>>()
  for (const target of fleet.targets.filter(({ envFile }) => envFile === undefined)) {
    const { address, variables } = glimpse(target, cwd)
    const host = URL.canParse(address) ? new URL(address).host : address
    for (const name of variables.filter((each) => !fleet.share.includes(each))) {
      const known = hosts.get(name) ?? new Map<string, string>()
      hosts.set(name, known.set(host, known.get(host) ?? target.profile))
    }
  }
  return [...hosts].flatMap(([name, of]) => {
    const [first, second] = [...of.values()]
    return second === undefined ? [] : [`${name} would be sent to several hosts: see ${first ?? ''} and ${second}`]
  })
}

interface Glimpse {
  /** As it is written; a profile that cannot be read stands alone. */
  readonly address: string
  /** Variables that would be sent there. */
  readonly variables: readonly string[]
}

function glimpse({ profile, target, envFile }: FleetTarget, cwd: string): Glimpse {
  const source = sourceOf(resolve(cwd, profile))
  const variables = substituteEnv(source, {}).problems.flatMap(({ name }) => name ?? [])
  const url = target ?? (isMap(source) && isMap(source['target']) ? source['target']['url'] : undefined)
  if (typeof url !== 'string') return { address: `profile ${profile}`, variables }
  // A variable means another thing in each file of variables.
  return { address: url.includes('${') ? `${url} ${envFile ?? ''}` : withoutTrailingSlash(url), variables }
}

/** null: it cannot be read, which the run of that target says. */
function sourceOf(path: string): Json {
  try {
    return yamlSource(path, readPlainFile(path, longestProfile, { follow: true }).toString('utf8')).value
  } catch (error) {
    if (error instanceof PlainFileError) return null
    throw error
  }
}
