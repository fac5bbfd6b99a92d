import { placesIn, type Heard, type Json } from '../vocabulary/index.js'

/** Characters of one text that are looked at, and of a word in it; and so many words are read. */
const [mostText, longest, mostChoices] = [400, 40, 12]
const word = String.raw`["'\x60\u2018\u2019\u201c\u201d]?[A-Za-z][\w-]{1,${longest}}["'\x60\u2018\u2019\u201c\u201d]?`
const list = new RegExp(
  String.raw`\b(?:one of|use|expected|allowed|accepted|choose|known|valid|either|values?|options?|types?)(?: (?:the|are|is|from|following|values?|types?|options?|one|of)){0,4}:? ?[[({]?(${word}(?:(?:, ?or |, ?and |, ?| ?\| ?| or | and | \/ ?)${word}){1,${mostChoices}})`,
  'gi',
)
/** Without such a word before them, what begins with a capital: `kind is Product or Charter`. */
const named = String.raw`["'\x60\u2018\u201c]?[A-Z][\w-]{1,${longest}}["'\x60\u2019\u201d]?`
const plain = new RegExp(
  String.raw`\b(?:is|are|be) (?:either )?(${named}(?:, ?${named}){0,${mostChoices}},? (?:or|and) ${named})(?![\w-])`,
  'g',
)
const each = /[A-Za-z][\w-]{1,40}/g

/** The words that a refusal lists as what may be said: `must be one of the following values: Product, Transfer`, `{ "options": ["A", "B"] }`. */
export function choicesIn({ json = null, words }: Pick<Heard, 'json' | 'words'>): readonly string[] {
  const found = placesIn<Json>(json)
  const texts = [...found.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])), words]
  const said = texts.flatMap((text) =>
    [list, plain].flatMap((way) => [...text.slice(0, mostText).matchAll(way)].map(([, words = '']) => words)),
  )
  const told = said.flatMap((words) => words.match(each) ?? []).filter((name) => !/^(or|and)$/i.test(name))
  const inLists = found.flatMap(({ pointer, value }): readonly string[] => {
    const isList =
      Array.isArray(value) && /\/(options|allowed\w*|enum|choices|values|expected|accepted\w*)$/i.test(pointer)
    return isList
      ? value.filter((one): one is string => typeof one === 'string' && /^[A-Za-z][\w-]{1,40}$/.test(one))
      : []
  })
  return [...new Set([...told, ...inLists])].slice(0, mostChoices)
}

/** What a refusal may call what is wrong: the words that it says, and the members whose values say what is wrong with them. */
export function namesIn({ json = null, words }: Pick<Heard, 'json' | 'words'>): ReadonlySet<string> {
  const found = placesIn<Json>(json)
  const said = found.flatMap(({ pointer, value }): readonly string[] => {
    const isText = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    return isText
      ? [
          pointer.slice(pointer.lastIndexOf('/') + 1),
          ...value.flatMap((text) => text.slice(0, mostText).split(/[^\w-]+/)),
        ]
      : []
  })
  return new Set([...said, ...words.split(/[^\w-]+/)])
}
