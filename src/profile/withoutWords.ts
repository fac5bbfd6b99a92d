import { shortestSecret } from '../secrets/secret.js'
import { isRead } from './key.js'
import { looksLikeCredential } from './looksLikeCredential.js'
import type { Json } from './profile.js'
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
 */
export function withoutWords(
  secrets: ReadonlyMap<string, string>,
  profile: Json,
  { root, words }: Pick<ProfileKeys, 'root' | 'words'>,
): Map<string, string> {
  const own = [...keyed(root, profile)].flatMap(({ key, value }) => (isRead(key) ? [JSON.stringify(value)] : []))
  const all = new Set([...words(), ...own].flatMap(wordsIn))
  const isWord = (text: string): boolean => dates.test(text) || all.has(text.toLowerCase())
  const isHarmless = (name: string): boolean =>
    [...textsOf(profile)].every(
      ({ text, names }) => !text.includes(`\${${name}}`) || (text.trim() === `\${${name}}` && !names.some(isSecret)),
    )
  return new Map(
    [...secrets].filter(([name, text]) => text.length < shortestSecret || !isWord(text.trim()) || !isHarmless(name)),
  )
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

/** Every text of a profile, with the names of the members that it stands in. */
function* textsOf(value: Json, names: readonly string[] = []): Generator<{ text: string; names: readonly string[] }> {
  if (typeof value === 'string') yield { text: value, names }
  else if (Array.isArray(value)) for (const each of value) yield* textsOf(each, names)
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* textsOf(member, [...names, name])
}
