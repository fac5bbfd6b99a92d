import type { Answering } from './answering.test.data.js'

/** A secret in every spelling in which a careless server might send it back. */
export function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const escaped = [...secret].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  const base64 = ['', 'a', 'ab'].flatMap((before) => {
    const encoded = Buffer.from(`${before}${secret}zz`)
    return [encoded.toString('base64'), encoded.toString('base64url')]
  })
  return [
    secret,
    JSON.stringify(secret),
    JSON.stringify(JSON.stringify(secret)),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    percent,
    percent.toUpperCase(),
    escaped,
    ...base64,
    ...base64.map(encodeURIComponent),
    bytes.toString('base64'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    [...secret].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    secret.replaceAll('/', '\\/'),
    Buffer.from(JSON.stringify({ token: bytes.toString('base64') })).toString('base64'),
    Buffer.from(encodeURIComponent(secret)).toString('hex'),
    Buffer.from(JSON.stringify(`Bearer ${secret}`)).toString('base64url'),
  ]
}

/**
 * Adds secrets to all that a server answers, in turn in every spelling: to headers, cookies, member names, texts, and
 * errors that are not JSON.
 *
 * @param where headers have no room for a long one
 */
export function echoing(
  secrets: readonly string[],
  answer: Answering,
  where: 'everywhere' | 'body' = 'everywhere',
): Answering {
  const all = secrets.flatMap(spellings)
  let turn = 0
  return async (request, body) => {
    const plain = await answer(request, body)
    turn += 1
    // Two at a time, each in its turn: a server that sends all of them each time is slow to redact.
    const echoes = [0, 1].map((more) => all[(turn * 2 + more) % all.length] ?? '')
    const cookies = secrets.map((secret) => `session=${encodeURIComponent(secret)}; Path=/`)
    const headers = {
      location: `/?token=${encodeURIComponent(secrets[0] ?? '')}`,
      'set-cookie': cookies,
      ...plain.headers,
    }
    const named = Object.fromEntries(echoes.map((echo, at) => [`x-echo-${at}`, echo]))
    const content =
      plain.status >= 400 && turn % 2 === 0
        ? `Error: ${echoes.join('\n  at ')}`
        : withEchoes(plain.body.toString(), echoes)
    return { status: plain.status, headers: where === 'body' ? plain.headers : { ...headers, ...named }, body: content }
  }
}

function withEchoes(body: string, echoes: readonly string[]): string {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return `${body}\n${echoes.join('\n')}`
  }
  const echo = Object.fromEntries(echoes.map((text) => [text, [text, `Bearer ${text}`]]))
  const add = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value, echo, errorMessage: echoes.join(' ') }
      : value
  return JSON.stringify(Array.isArray(json) ? json.map(add) : add(json))
}
