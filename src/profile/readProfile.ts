import { dirname, resolve } from 'node:path'
import type { Secret } from '../wire/secrets.js'
import { type Complaint, describeFound } from './complaint.js'
import { withEntry } from './entries.js'
import { declaredKeys, mergeProfile, type Key } from './key.js'
import { meaningComplaints } from './meaningComplaints.js'
import { isList, isMap, valueAt, type JsonMap } from './jsonMap.js'
import type { Json, Profile } from './profile.js'
import { makeProblem, ProfileError, type ProfileProblem } from './profileError.js'
import { readProfileFile, readTls } from './profileFiles.js'
import { requiredKeys, type ProfileKeys } from './profileKeys.js'
import { shapeComplaints } from './shapeComplaints.js'
import { substituteEnv, type EnvProblem, variableComplaints, withoutAddresses, withoutWords } from './variables.js'
import { tokenCommands, tokenComplaints } from './destinations.js'
import { yamlSource, type Path, type YamlSource } from './yamlSource.js'

/** The needs of {@link readProfile}. */
export interface ReadProfileOptions<Own extends Profile = Profile> {
  readonly keys: ProfileKeys<Own>
  /** Path of the YAML file, relative to `cwd`; messages name it as it is given here. */
  readonly file: string
  /** The source of `${NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Date templates are tried with it: a date that the calendar does not reach is an error. */
  readonly now: Date
  readonly cwd?: string
  /** Command-line values by dotted key (`target.url`), laid over the file. `${NAME}` is not replaced in them. */
  readonly overrides?: Readonly<Record<string, Json>>
  readonly onSecrets?: (secrets: readonly Secret[]) => void
}

const commandLine = '<command line>'

/**
 * Reads a profile: the file laid over the defaults of its keys, with environment variables put in, checked as a whole.
 * @throws ProfileError with everything that is wrong with it, in the order of the file.
 */
export async function readProfile<Own extends Profile>(options: ReadProfileOptions<Own>): Promise<Own> {
  const { keys, file, env, now, overrides = {} } = options
  const { root, defaults } = keys
  const source = yamlSource(file, await readProfileFile(file, options.cwd ?? process.cwd()))
  if (source.broken) throw new ProfileError(source.problems)
  if (!isMap(source.value)) {
    const names = Object.keys(requiredKeys(keys.schema)).map((name) => `'${name}'`)
    const expected = `a map with the ${names.length === 1 ? 'key' : 'keys'} ${names.join(' and ')}`
    throw new ProfileError([
      makeProblem({
        file,
        ...source.positionOf([], 'value'),
        key: '',
        expected,
        found: source.value === null ? 'nothing' : describeFound(source.value),
      }),
    ])
  }
  const withEnv = substituteEnv(source.value, env)
  const own = withOverrides(root, withEnv.value, overrides)
  const merged = mergeProfile(root, defaults, own)
  // Only as written may a value be shown: there, no variable has been put in.
  const written = mergeProfile(root, defaults, withOverrides(root, source.value, overrides))
  const secrets = withoutWords(withoutAddresses(withEnv), written, keys, withEnv.uses)
  options.onSecrets?.([...secrets].map(([name, value]) => ({ name, value })))
  const locate = locator(source, overrides)

  const complaints = new Map<string, Complaint>()
  const envPaths = new Set(withEnv.problems.map(({ path }) => path.join('\n')))
  for (const complaint of [
    ...shapeComplaints(keys.departures(merged), merged),
    ...meaningComplaints(merged, keys, now),
  ]) {
    const id = complaint.path.join('\n')
    // The first thing wrong at a place says enough, unless another says it plainer.
    if ((complaint.isPlainer || !complaints.has(id)) && !envPaths.has(id)) complaints.set(id, complaint)
  }
  const files = readTls(valueAt(merged, ['target', 'tls']), dirname(resolve(options.cwd ?? process.cwd(), file)))
  for (const complaint of files.complaints) complaints.set(complaint.path.join('\n'), complaint)
  const commands = tokenCommands(env)
  for (const complaint of tokenComplaints(merged, commands)) complaints.set(complaint.path.join('\n'), complaint)
  // A value of the command line has taken the place of the text that the variable stood in.
  const variables = withEnv.uses.filter(({ path }) => valueAt(own, path) === valueAt(withEnv.value, path))
  for (const complaint of variableComplaints(merged, keys, variables))
    complaints.set(complaint.path.join('\n'), complaint)
  const problems = [
    ...source.problems,
    ...withEnv.problems.map((problem) => envProblem(problem, source)),
    ...[...complaints.values()].map((complaint) =>
      finish(complaint, written, { secrets, used: withEnv.secrets }, locate),
    ),
  ]
  if (problems.length > 0) throw new ProfileError(problems.toSorted(byPlace))
  const declared = new Set(declaredKeys(root, own))
  return keys.resolve(merged, {
    file,
    declared,
    secrets,
    variables,
    tls: files.tls,
    tlsFiles: files.files,
    tokenCommands: commands,
  })
}

function withOverrides(root: Key, value: Json, overrides: Readonly<Record<string, Json>>): Json {
  return Object.entries(overrides).reduce((under, [key, over]) => put(root, under, key.split('.'), over), value)
}

function put(of: Key | undefined, value: Json | undefined, path: Path, over: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return over
  if (of?.words !== undefined && (value === undefined || isList(value)))
    return withEntry(value ?? [], path, over, (entry, within) => put(of.items, entry, within, over))
  // What is no map stays: it is wrong, and will be reported.
  if (value !== undefined && !isMap(value)) return value
  const base: JsonMap = value ?? {}
  const member = Object.hasOwn(base, key) ? base[key] : undefined
  return Object.fromEntries([...Object.entries(base), [key, put(of?.members?.[key], member, rest, over)]])
}

type Locate = (path: Path, about: Complaint['about']) => Pick<ProfileProblem, 'file' | 'line' | 'column'>

function locator(source: YamlSource, overrides: Readonly<Record<string, Json>>): Locate {
  const given = Object.keys(overrides).map((key) => key.split('.'))
  return (path, about) => {
    if (given.some((key) => key.every((token, index) => path[index] === token))) {
      return { file: commandLine, line: null, column: null }
    }
    return { file: source.file, ...source.positionOf(path, about === 'key' ? 'key' : 'value') }
  }
}

function finish(
  complaint: Complaint,
  written: Json,
  { secrets, used }: Readonly<Record<'secrets' | 'used', ReadonlyMap<string, string>>>,
  locate: Locate,
): ProfileProblem {
  const { path, about, expected } = complaint
  const value = valueAt(written, path)
  // The quoted part was cut out after variables had been put in; a value with variables is shown as written.
  const hasVariable = typeof value === 'string' && value.includes('${')
  // A header may stand there as one text, with its credential.
  const isHidden = typeof value === 'string' && path.some((key) => key === 'headers' || key === 'query')
  const found =
    complaint.found !== undefined && !hasVariable ? complaint.found : isHidden ? 'a text' : describeFound(value)
  const suggestion = hasVariable ? undefined : complaint.suggestion
  return makeProblem({
    ...locate(path, about),
    key: path.join('.'),
    // It may name what else the profile says.
    expected: withoutSecrets(expected, used),
    found: withoutSecrets(found, secrets),
    ...(suggestion !== undefined && { suggestion: withoutSecrets(suggestion, secrets) }),
  })
}

/** Should the same secret also stand in the file in plain, it is not shown either. */
function withoutSecrets(text: string, secrets: ReadonlyMap<string, string>): string {
  return [...secrets].reduce(
    (shown, [name, secret]) => (secret.length < 4 ? shown : shown.replaceAll(secret, `\${${name}}`)),
    text,
  )
}

function envProblem(problem: EnvProblem, source: YamlSource): ProfileProblem {
  const { path, text, name } = problem
  const place = { file: source.file, ...source.positionIn(path, text), key: path.join('.') }
  if (name === null) {
    return makeProblem({
      ...place,
      expected: "the name of a variable as in '${NAME}' ($${ stands for ${ itself)",
      found: `'${text}'`,
    })
  }
  return makeProblem({
    ...place,
    expected: `the environment variable ${name} to ${problem.empty === true ? 'hold a value' : 'be set'}`,
    found:
      problem.empty === true
        ? 'that it is set and empty, as CI gives a secret that it does not know'
        : 'that it is not',
  })
}

function byPlace(a: ProfileProblem, b: ProfileProblem): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
