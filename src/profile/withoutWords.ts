import { shortestSecret } from '../secrets/secret.js'
import { isRead } from './key.js'
import { looksLikeCredential } from './looksLikeCredential.js'
import { valueAt } from './mergeProfile.js'
import type { Json, VariableUse } from './profile.js'
import { keyed, type ProfileKeys } from './profileKeys.js'

/** Every moment of an answer begins so. */
const dates = /^(?:19|20)\d\d(?:-\d\d){0,2}$/

/** Beside what `looksLikeCredential` takes: what a person types. */
const typed = /pin|code|pass|user|login|account/i

/**
 * The variables that are secrets: all but those whose value is a word that answers are read by, of the documents or of this profile, and
 * that stand by themselves where no credential does. Such a one says nothing to anybody, and without it nothing could be judged: a
 * channel called `retail` is what each price has. A password may be a word as well, and beside another variable it would be what is
 * left of both. What is too short to be looked for in answers stays: it is hidden where the profile has put it, and harms nothing.
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

/** No other text is around the variable, and no name above it says credential. What the command line has replaced is not there. */
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
