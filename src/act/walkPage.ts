import { curlOf } from '../wire/curl.js'
import type { LedgerEntry } from '../wire/service.js'
import { serverWords } from '../wire/serverWords.js'
import { escapeText } from '../contract/escapeText.js'
import type { Answer } from '../wire/answer.js'
import { beginningOf } from '../suite/beginningOf.js'
import type { WalkStop } from '../suite/walk/walkFault.js'

/** One line has room for these. */
const mostNamed = 10

export interface Left extends Pick<LedgerEntry, 'id' | 'key' | 'status'> {
  readonly endsByItself: boolean
}

/** All that a person needs who has the profile open beside it: one page. */
export function walkPage(stop: WalkStop, left: readonly Left[], ended: readonly string[]): string {
  const line = (name: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`${name.padEnd(11)}${text}`]
  return [
    stop.what,
    ...line('request', escapeText(curlOf(stop.answer.exchange), 1200)),
    ...line('answer', told(stop.answer)),
    ...line('looked for', stop.looked),
    ...line('there is', stop.there),
    ...line('write', stop.write),
    ...line("server's?", stop.server),
    ...line('left', leftBehind(left, ended)),
  ].join('\n')
}

function told(answer: Answer): string {
  const { response } = answer.exchange
  if (response === null) return `none: ${escapeText(answer.exchange.failure?.message ?? 'the connection failed')}`
  const type = response.headers['content-type'] ?? 'no content type'
  const location = response.headers['location']
  const where = location === undefined ? '' : `, location ${escapeText(location, 200)}`
  const said = serverWords(response) || beginningOf(response)
  const words = answer.undocumented ? [answer.describe().replace(/^HTTP \d+ /, ''), said] : [said]
  return `HTTP ${response.status}, ${escapeText(type, 60)}${where}: ${escapeText(words.filter((each) => each !== '').join('; ') || (answer.accepted ? 'an answer of the documented form' : 'it says nothing more'), 400)}`
}

function leftBehind(left: readonly Left[], ended: readonly string[]): string {
  const [first, ...more] = left.slice(0, mostNamed).map(nameOf)
  const gone = ended.length === 0 ? '' : `${ended.map((id) => escapeText(id, 80)).join(', ')} was cancelled`
  if (first === undefined) return gone === '' ? 'nothing: no booking was made' : `nothing: ${gone}`
  const others = left.length > mostNamed ? [`and ${left.length - mostNamed} more`] : []
  const named = [first, ...more, ...others].join('; ')
  return `${named}${gone === '' ? '' : `; ${gone}`}`
}

function nameOf({ id, key, status, endsByItself }: Left): string {
  const name = id === null ? `the booking with the key ${key ?? '(none was sent)'}` : `booking ${escapeText(id, 80)}`
  const state =
    status === null || status === 'unknown' ? 'its state is not known' : `last seen ${escapeText(status, 40)}`
  return `${name}: ${state}${endsByItself ? '; it ends by itself' : ''}`
}
