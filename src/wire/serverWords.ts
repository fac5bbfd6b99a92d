import { isList } from '../profile/jsonMap.js'
import { placesIn } from '../contract/json.js'
import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'

/** Characters of one word or sentence of a server that are repeated, and of all of them together. */
const [longestWord, longestAll] = [160, 240]

/** Places of a server's words on the fault: a code first, then a sentence (public OCTO, RFC 9457, and others seen). */
const codes = ['error', 'errorCode', 'code', 'title', 'type'] as const
const sentences = [
  'errorMessage',
  'error_description',
  'message',
  'detail',
  'description',
  'reason',
  'text',
  'msg',
] as const

/** A server's own words in an answer that is no success: bounded, on one line, not escaped. */
export function serverWords(response: Exchange['response']): string {
  if (response === null) return ''
  const { json } = response
  const usual = json === undefined ? textWords(response.text ?? '') : wordsOf(json, 3)
  // An answer that is no refusal has sentences of other kinds.
  const found = usual.length > 0 || json === undefined || response.status < 300 ? usual : ownWords(json)
  return found
    .filter((word, at) => found.indexOf(word) === at)
    .join(': ')
    .slice(0, longestAll)
}

function wordsOf(json: Json, depth: number): readonly string[] {
  if (typeof json === 'string') return word(json)
  if (depth === 0 || typeof json !== 'object' || json === null) return []
  if (isList(json)) return json.slice(0, 2).flatMap((item) => wordsOf(item, depth - 1))
  const member = (name: string): Json | undefined => (Object.hasOwn(json, name) ? json[name] : undefined)
  const own = [codes, sentences].flatMap((names) => {
    const said = names.map((name) => textIn(member(name))).find((text) => text.trim() !== '')
    return said === undefined ? [] : word(said)
  })
  const inner = ['error', 'errors', 'details', 'violations'].flatMap((name) => {
    const value = member(name)
    return typeof value === 'object' && value !== null ? wordsOf(value, depth - 1) : []
  })
  return [...own, ...inner]
}

function textIn(value: Json | undefined): string {
  const texts = Array.isArray(value) ? value : [value]
  return texts.every((each): each is string => typeof each === 'string') ? texts.slice(0, 3).join('; ') : ''
}

/** Members of an error, by any name: an object of more is no error. */
const mostMembers = 8
const codeName = /^(\w*(code|error|fault|reason)|(error|fault)\w*)$/i
const codeLike = /^[A-Za-z][\w.-]{2,60}$/

/** A server's own words: from the first small object that has a sentence in it, or something that is called a code. */
function ownWords(json: Json): readonly string[] {
  for (const { pointer, value } of placesIn<Json>(json)) {
    if (typeof value !== 'object' || value === null || isList(value) || pointer.split('/').length > deepest) continue
    const members = Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [{ name, text }] : []))
    if (Object.keys(value).length > mostMembers) continue
    const named = members.find(({ name, text }) => codeName.test(name) && codeLike.test(text))
    const [sentence] = members
      .filter(({ text }) => /\S \S/.test(text.trim()))
      .toSorted((a, b) => b.text.length - a.text.length)
    const code = named ?? (sentence && members.find(({ text }) => /^[A-Z][A-Z0-9_-]+$/.test(text)))
    const said = [code, sentence].flatMap((each) => (each === undefined ? [] : word(each.text)))
    if (said.length > 0) return said
  }
  return []
}

/** So many names lead to an error at most, and one more. */
const deepest = 4

/** The text of a page that a person would read; of XML that is no page, the text between its tags. */
function textWords(text: string): readonly string[] {
  const start = text.slice(0, 4000)
  if (!/^\s*</.test(start)) return word(start)
  const title =
    /<title[^>]{0,200}>([^<]{1,200})</i.exec(start)?.[1] ?? /<h1[^>]{0,200}>([^<]{1,200})</i.exec(start)?.[1]
  const isPage = /<(!doctype html|html|head|body|script|style)\b/i.test(start)
  return word(title ?? (isPage ? '' : start.replaceAll(/<[^<>]*>/g, ' ')))
}

function word(text: string): readonly string[] {
  const plain = text
    .slice(0, longestWord * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? [] : [plain.length > longestWord ? `${plain.slice(0, longestWord - 1)}…` : plain]
}
