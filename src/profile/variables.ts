import { parseEnv } from 'node:util'
import type { Json, VariableUse } from './profile.js'
import type { Path } from './yamlSource.js'
import { readPlainFile } from './plainFile.js'
import { looksLikeToken, looksLikeCredential } from './credentials.js'
import { mapTexts, valueAt } from './jsonMap.js'
import { shortestSecret } from '../wire/secrets.js'
import { isRead, keyed } from './key.js'
import type { ProfileKeys } from './profileKeys.js'
import type { Complaint } from './complaint.js'

/** A text that a run takes as it is: what looks like a variable in it stands for itself. Keys are never filled in. */
export function withoutVariables(value: Json): Json {
  return mapTexts(value, (text) => text.replaceAll('${', () => '$${'))
}

/** What {@link withoutVariables} began with. */
export function withVariablesAsTexts(value: Json): Json {
  return mapTexts(value, (text) => text.replaceAll('$${', () => '${'))
}

/** A `${...}` that stands for nothing. */
export interface EnvProblem {
  readonly path: Path
  readonly text: string
  /** Name of the variable that is not set; null: there is no name in the braces. */
  readonly name: string | null
  readonly empty?: true
}

/** What {@link substituteEnv} makes. */
export interface Substituted {
  readonly value: Json
  /** Variable name to value, of those that were used and are not empty. */
  readonly secrets: Map<string, string>
  readonly uses: VariableUse[]
  readonly problems: EnvProblem[]
}

/** Puts environment variables into every text of a profile and reports what stands for nothing. */
export function substituteEnv(value: Json, env: Readonly<Record<string, string | undefined>>): Substituted {
  const secrets = new Map<string, string>()
  const uses: VariableUse[] = []
  const problems: EnvProblem[] = []
  const put = (text: string, inner: string | undefined, path: Path): string => {
    if (inner === undefined) return '${'
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(inner) || !text.endsWith('}')) {
      problems.push({ path, text, name: null })
      return text
    }
    const found = Object.hasOwn(env, inner) ? env[inner] : undefined
    if (found === undefined) {
      problems.push({ path, text, name: inner })
      return text
    }
    // CI gives this for a secret that it does not know. The target would refuse such a header for no visible reason.
    if (found.trim() === '' && path.at(-2) === 'headers') problems.push({ path, text, name: inner, empty: true })
    uses.push({ name: inner, path })
    if (found !== '') secrets.set(inner, found)
    return found
  }
  const filled = mapTexts(value, (here, path) =>
    here.replaceAll(/\$\$\{|\$\{([^}]*)\}?/g, (text, inner?: string) => put(text, inner, path)),
  )
  return { value: filled, secrets, uses, problems }
}

/** Bytes of a file of variables at most. */
const longest = 64 * 1024

/** The variables that a file of `NAME=value` lines holds. @throws PlainFileError */
export function variablesIn(path: string): Readonly<Record<string, string>> {
  const text = readPlainFile(path, longest, { follow: true }).toString('utf8')
  // Its declaration has members that may be missing; none of those that are there is.
  return parseEnv(text) as Record<string, string>
}

/** Parts of a path that are words or versions; any other may be a token. */
const plainPart = /^(?:v?\d{1,3}|[a-z]{1,12})?$/i

/** The secret variables: all but those that only say where the target is, which must be seen. */
export function withoutAddresses({ value, secrets, uses }: Substituted): Map<string, string> {
  const isAddress = (name: string, text: string): boolean =>
    uses.every(({ name: used, path }) => {
      if (used !== name) return true
      const address = path.at(-1) === 'url' ? valueAt(value, path) : undefined
      return typeof address === 'string' && saysWhere(text, address)
    })
  return new Map([...secrets].filter(([name, text]) => !isAddress(name, text)))
}

function saysWhere(text: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  const said = text.trim().toLowerCase()
  if (origin.includes(said)) return said.split('.').every((part) => !looksLikeToken(part))
  if (!said.startsWith(origin)) return false
  return text
    .trim()
    .slice(origin.length)
    .split('/')
    .every((part) => plainPart.test(part))
}

/** Every moment of an answer begins so. */
const dates = /^(?:19|20)\d\d(?:-\d\d){0,2}$/

/** Beside what `looksLikeCredential` takes: what a person types. */
const typed = /pin|code|pass|user|login|account/i

/**
 * The variables that are secrets. A variable is none if its value is a word that answers are read by, of the documents
 * or of this profile, and if it stands alone where no credential does. Such a word tells nobody anything, and nothing
 * could be judged without it: a channel called `retail` is what each price has. A password may be a word as well.
 * Beside another variable, a word would be all that is left of the two. A value too short to look for in answers stays
 * a secret: it is hidden where the profile has put it, and harms nothing.
 * @param profile merged, as it is written: what a variable says makes no word
 * @param uses each place that a variable was put into
 */
export function withoutWords(
  secrets: ReadonlyMap<string, string>,
  profile: Json,
  { root, words }: Pick<ProfileKeys, 'root' | 'words'>,
  uses: readonly VariableUse[],
): Map<string, string> {
  const own = [...keyed(root, profile)].flatMap(({ key, value }) => (isRead(key) ? [JSON.stringify(value)] : []))
  const all = new Set([...words(), ...own].flatMap(wordsIn))
  const isWord = (text: string): boolean => dates.test(text) || all.has(text.toLowerCase())
  const isHarmless = (name: string): boolean =>
    uses.every((use) => use.name !== name || standsAlone(use, valueAt(profile, use.path)))
  return new Map(
    [...secrets].filter(([name, text]) => text.length < shortestSecret || !isWord(text.trim()) || !isHarmless(name)),
  )
}

/** Whether it has no text around it and no name of a credential above it, or the command line replaced it. */
function standsAlone({ name, path }: VariableUse, text: Json | undefined): boolean {
  const variable = `\${${name}}`
  if (typeof text !== 'string' || !text.includes(variable)) return true
  return text.trim() === variable && !path.some(isSecret)
}

function isSecret(name: string): boolean {
  return looksLikeCredential(name) || typed.test(name)
}

/** A text itself, and the words in it: `supplierReference`, supplier and reference. */
function wordsIn(text: string): readonly string[] {
  const parts = text.match(/[A-Za-z0-9_]+/g) ?? []
  return [...parts, ...parts.flatMap((part) => part.match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+/g) ?? [])].map((word) =>
    word.toLowerCase(),
  )
}

/** Finds variables where answers are read or compared: no judged answer shows what comes from the environment. */
export function variableComplaints(
  profile: Json,
  { root }: Pick<ProfileKeys, 'root'>,
  uses: readonly VariableUse[],
): Complaint[] {
  if (uses.length === 0) return []
  const read = [...keyed(root, profile)].filter(({ key }) => isRead(key)).map(({ path }) => path)
  return uses
    .filter(({ path }) => read.some((place) => place.every((token, at) => path[at] === token)))
    .map(({ path }) => ({
      path,
      about: 'value',
      expected: 'what stands there itself: answers are read by it, in which nothing from the environment is shown',
    }))
}
