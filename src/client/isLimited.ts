import type { Exchange } from './exchange.js'
import { serverWords } from './serverWords.js'
import { limitHeader } from './limitHeader.js'

/** Statuses under which some gateways say what 429 is for. */
const others: ReadonlySet<number> = new Set([400, 403, 503])
const words =
  /\brate[ _-]{0,2}limit|\btoo[ _-]many[ _-]requests\b|\bthrottl(?:ed|ing)\b|\brequests? (?:limit|quota|rate)\b|\b(?:limit|quota) (?:of|on|for) requests\b|\brequests? per (?:second|minute|hour|day)\b|\bslow[ _-]?down\b/i

/**
 * Whether an answer says that too much was asked in too short a time, and nothing was done: by 429, or by another status and its words
 * or headers. A 403 that says when to come again refuses no credentials.
 */
export function isLimited(response: Exchange['response']): boolean {
  if (response === null || response.status === 429) return response !== null
  const { status, headers } = response
  if (!others.has(status)) return false
  if (words.test(serverWords(response))) return true
  return status === 403 && (headers['retry-after'] !== undefined || limitHeader(headers, 'remaining') === 0)
}
