import { shortestSecret } from '../secrets/secret.js'
import { isRead } from './key.js'
import type { Json } from './profile.js'
import { keyed, type ProfileKeys } from './profileKeys.js'

/** Every moment of an answer begins so. */
const dates = /^(?:19|20)\d\d(?:-\d\d){0,2}$/

/**
 * The variables that are secrets: all but those whose value is a word, or within one, that answers are read by: of the documents or of
 * this profile. It says nothing to anybody, and without it nothing could be judged: a channel called `retail` is what each price has.
 * What is too short to be looked for in answers stays: it is hidden where the profile has put it, and harms nothing.
 * @param profile merged, as it is written: what a variable says makes no word
 */
export function withoutWords(
  secrets: ReadonlyMap<string, string>,
  profile: Json,
  { root, words }: Pick<ProfileKeys, 'root' | 'words'>,
): Map<string, string> {
  const own = [...keyed(root, profile)].flatMap(({ key, value }) => (isRead(key) ? [JSON.stringify(value)] : []))
  const all = [...words(), ...own].join('\n').toLowerCase()
  const isWord = (text: string): boolean => dates.test(text) || all.includes(text.toLowerCase())
  return new Map([...secrets].filter(([, text]) => text.length < shortestSecret || !isWord(text.trim())))
}
