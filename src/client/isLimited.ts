import type { Exchange } from './exchange.js'
import { serverWords } from './serverWords.js'
import { limitHeader } from './limiter.js'

const others: ReadonlySet<number> = new Set([400, 403, 503])
const unmistakable = /\brate[ _-]{0,2}limit|\btoo[ _-]many[ _-]requests\b|\bthrottl(?:ed|ing)\b/i
/** Under 400 they may be said of what a request asks for. */
const words =
  /\brequests? (?:limit|quota|rate)\b|\b(?:limit|quota) (?:of|on|for) requests\b|\brequests? per (?:second|minute|hour|day)\b|\bslow[ _-]?down\b/i

type Response = Exchange['response']

/** Whether an answer says that too much was asked in too short a time, and nothing was done: by 429, or by another status and its words. */
export function saysLimited(response: Response): boolean {
  if (response === null || response.status === 429) return response !== null
  const { status } = response
  if (!others.has(status)) return false
  const said = serverWords(response)
  return unmistakable.test(said) || (status !== 400 && words.test(said))
}

/** Whether the request is worth sending again: by the words of the answer, or by the headers of a 403. */
export function isLimited(response: Response): boolean {
  return saysLimited(response) || saysByHeaders(response)
}

function saysByHeaders(response: Response): boolean {
  if (response?.status !== 403) return false
  const { headers } = response
  return headers['retry-after'] !== undefined || limitHeader(headers, 'remaining') === 0
}
