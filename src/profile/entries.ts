/** A profile's list in which each entry says its purpose by its member `as`. A run takes it as a map by those words. */
import type { Complaint, Wrong } from './complaint.js'
import type { Key, Words } from './key.js'
import { isList, isMap, type JsonMap } from './jsonMap.js'
import type { Json } from './profile.js'
import type { Path } from './yamlSource.js'

/** The meaning of entries, by their words. @throws TypeError where one is missing that must be there */
export function byWord<Entry>(
  words: Words,
  value: Json,
  read: (entry: JsonMap) => Entry,
): Readonly<Record<string, Entry | readonly Entry[] | null>> {
  return Object.fromEntries(
    Object.entries(words).map(([word, has]) => {
      const all = entriesAs(value, word).map(read)
      const [first = null] = all
      if (has === 'one' && first === null)
        throw new TypeError(`the profile has no entry as ${word}, although it was checked`)
      return [word, has === 'many' ? all : first]
    }),
  )
}

function entriesAs(value: Json, word: string): readonly JsonMap[] {
  return (isList(value) ? value : []).flatMap((entry) => {
    if (!isMap(entry) || entry['as'] !== word) return []
    const { as: _, ...rest } = entry
    return [rest]
  })
}

/** What stands under each word as a list of entries: one of them, several, or null: none. */
export function asEntries(map: JsonMap): readonly JsonMap[] {
  return Object.entries(map).flatMap(([word, value]) =>
    (isList(value) ? value : [value]).flatMap((each) =>
      each === null ? [] : [{ as: word, ...(isMap(each) ? each : {}) }],
    ),
  )
}

/** A profile, its lists of entries as maps by their words: {@link asEntries} is the way back. */
export function entriesAsMaps({ members = {} }: Key, profile: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(profile).map(([name, value]): [string, Json] => {
      const words = members[name]?.words
      if (words === undefined || !isList(value)) return [name, value]
      const all = Object.keys(words).flatMap((word): [string, Json][] => {
        const found = entriesAs(value, word)
        const [first] = found
        return first === undefined ? [] : [[word, found.length > 1 ? found : first]]
      })
      return [name, Object.fromEntries(all)]
    }),
  )
}

/** A list in which what a word has is another: a map, several, or null: nothing. */
export function withEntry(
  list: readonly Json[],
  [word = '', ...rest]: Path,
  over: Json,
  put: (entry: Json, path: Path) => Json,
): Json {
  const isIt = (entry: Json): boolean => isMap(entry) && entry['as'] === word
  const at = list.findIndex(isIt)
  const head = at === -1 ? list : list.slice(0, at)
  const tail = at === -1 ? [] : list.slice(at + 1)
  if (rest.length > 0) return [...head, put(list[at] ?? { as: word }, rest), ...tail]
  return [...head, ...asEntries({ [word]: over }), ...tail.filter((entry) => !isIt(entry))]
}

/** The faults of a list of entries as a whole: it is a map, as in earlier versions, or a word is missing or double. */
export function entriesWrong(words: Words, value: Json, path: Path): Complaint[] {
  const at = (place: Path, wrong: Wrong): Complaint => ({ path: place, about: 'value', ...wrong })
  if (isMap(value)) return [at(path, { expected: `a list such as ${asList(words, value)}`, isPlainer: true })]
  if (!isList(value)) return []
  const said = value.map((entry) => (isMap(entry) ? entry['as'] : undefined))
  return Object.entries(words).flatMap(([word, has]) => {
    const again = said.flatMap((each, index) => (each === word && said.indexOf(word) < index ? [index] : []))
    const none = at(path, { expected: `an entry with as: ${word}`, found: 'none' })
    return [
      ...(has === 'one' && !said.includes(word) ? [none] : []),
      ...(has === 'many' ? [] : again).map((index) =>
        at([...path, String(index), 'as'], { expected: `${word} once`, found: 'it a second time' }),
      ),
    ]
  })
}

/** The list that takes the place of a map, by words; each entry keeps what it says. */
function asList(words: Words, map: JsonMap): string {
  const own = Object.keys(words).filter((word) => Object.hasOwn(map, word))
  return `[${own.map((word) => `{ as: ${word}, ... }`).join(', ')}]`
}
