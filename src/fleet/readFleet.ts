import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { closestWord } from '../profile/closestWord.js'
import { describeFound } from '../profile/describeFound.js'
import { isList, isMap, type JsonMap } from '../profile/mergeProfile.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import type { Json } from '../profile/profile.js'
import { formatProblem, makeProblem } from '../profile/profileError.js'
import { yamlSource, type Path, type YamlSource } from '../profile/yamlSource.js'

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
