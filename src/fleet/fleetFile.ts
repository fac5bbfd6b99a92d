import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { closestWord, describeFound } from '../profile/complaint.js'
import { isList, isMap, type JsonMap } from '../profile/jsonMap.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import type { Json } from '../profile/profile.js'
import { formatProblem, makeProblem } from '../profile/profileError.js'
import { yamlSource, type Path, type YamlSource } from '../profile/yamlSource.js'
import { substituteEnv } from '../profile/variables.js'
import { withoutTrailingSlash } from '../wire/exchange.js'

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

/** Bytes of the file at most. */
const longest = 1024 * 1024
/** Targets at most. */
const most = 5000

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

const keys = ['targets', 'share']
const targetKeys = ['name', 'profile', 'target', 'envFile', 'allowUntested']

/** Reads the file of a fleet. @throws FleetError with everything that is wrong with it */
export function readFleet(file: string, cwd: string): Fleet {
  const source = yamlSource(file, textOf(file, cwd))
  const wrong = source.problems.map(formatProblem)
  if (source.broken) throw new FleetError(wrong)
  const complain = (path: Path, expected: string, found: Json | undefined): void => {
    const place = source.positionOf(path, found === undefined ? 'key' : 'value')
    const shown = found === undefined ? 'nothing' : describeFound(found)
    wrong.push(formatProblem(makeProblem({ file, ...place, key: path.join('.'), expected, found: shown })))
  }
  const root = isMap(source.value) ? source.value : {}
  if (!isMap(source.value)) complain([], "a map with the key 'targets'", source.value)
  else unknownKeys(root, [], keys, source, wrong)
  const listed = root['targets']
  const items = isList(listed) ? listed : []
  if (isMap(source.value) && items.length === 0) complain(['targets'], 'a list of profiles', listed)
  if (items.length > most) complain(['targets'], `at most ${most} targets`, listed)
  const at = (path: string): string => (isAbsolute(path) ? path : join(dirname(file), path))
  const targets = items.slice(0, most).map((item, index): FleetTarget => {
    const path = ['targets', String(index)]
    const given = typeof item === 'string' ? { profile: item } : isMap(item) ? item : {}
    if (typeof item !== 'string' && !isMap(item)) complain(path, 'the path of a profile, or a map', item)
    else unknownKeys(given, path, targetKeys, source, wrong)
    const text = (key: string): string | undefined => {
      const value = given[key]
      if (value === undefined || (typeof value === 'string' && value !== '')) return value
      complain([...path, key], 'a text that is not empty', value)
      return undefined
    }
    const profile = text('profile') ?? ''
    if (isMap(item) && item['profile'] === undefined)
      complain([...path, 'profile'], 'the path of a profile', item['profile'])
    const name = text('name') ?? basename(profile).replace(/\.ya?ml$/, '')
    if (!namePattern.test(name) && profile !== '')
      complain(
        given['name'] === undefined ? path : [...path, 'name'],
        'a name of letters, digits, dots and dashes',
        name,
      )
    const [target, envFile] = [text('target'), text('envFile')]
    return {
      name,
      profile: at(profile),
      ...(target !== undefined && { target }),
      ...(envFile !== undefined && { envFile: at(envFile) }),
      allowUntested: texts(given['allowUntested'], () =>
        complain([...path, 'allowUntested'], 'a list of checks or clauses', given['allowUntested']),
      ),
    }
  })
  const share = texts(root['share'], () => complain(['share'], 'a list of names of variables', root['share']))
  const first = new Map<string, number>()
  for (const [index, { name }] of targets.entries()) {
    // Where names of folders are the same in any case, so are these.
    const before = first.get(name.toLowerCase())
    if (before === undefined) first.set(name.toLowerCase(), index)
    else
      complain(
        ['targets', String(index)],
        `a name of its own: give it one with 'name', as targets.${before} has it already`,
        name,
      )
  }
  if (wrong.length > 0) throw new FleetError(wrong)
  return { targets, share }
}

function textOf(file: string, cwd: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      readPlainFile(resolve(cwd, file), longest, { follow: true }),
    )
  } catch (error) {
    const why = error instanceof PlainFileError ? error.message : 'it is not UTF-8'
    throw new FleetError([`${file}: ${why}`])
  }
}

function unknownKeys(map: JsonMap, path: Path, known: readonly string[], source: YamlSource, wrong: string[]): void {
  for (const key of Object.keys(map)) {
    if (known.includes(key)) continue
    const here = [...path, key]
    const suggestion = closestWord(key, known)
    const expected = `one of the keys ${known.join(', ')}`
    const place = { file: source.file, ...source.positionOf(here, 'key'), key: here.join('.') }
    wrong.push(formatProblem(makeProblem({ ...place, expected, found: `'${key}'`, ...(suggestion && { suggestion }) })))
  }
}

function texts(value: Json | undefined, complain: () => void): readonly string[] {
  if (value === undefined) return []
  const found = isList(value) ? value.filter((each) => typeof each === 'string') : []
  if (!isList(value) || found.length < value.length) complain()
  return found
}

/** Targets of one address. They run one after another, as two runs would disturb each other. */
export interface Group {
  readonly targets: readonly FleetTarget[]
}

/** Bytes of a profile that are looked into; the run says what is wrong with a longer one. */
const longestProfile = 64 * 1024

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
    return yamlSource(path, readPlainFile(path, longestProfile, { follow: true }).toString('utf8')).value
  } catch (error) {
    if (error instanceof PlainFileError) return null
    throw error
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
