import { Stop } from '../wire/stop.js'
import type { Io } from './io.js'
import { connecting } from '../wire/network.js'
import { curlOf } from '../wire/curl.js'
import { saysLimited, isGateway } from '../wire/again.js'
import { escapeText } from '../contract/escapeText.js'
import { looksLikeCredential } from '../profile/credentials.js'
import { RunError, type RunErrorCode } from '../judge/runError.js'
import type { Heard, NoService } from '../suite/interview.js'
import { errorCodes } from './errorCodes.js'

export interface Prompter {
  /**
   * An answer in one line, without what surrounds it; null: there is nobody, or no answer.
   * @throws Stop where it was cut short while the answer was awaited
   */
  ask(question: string): Promise<string | null>
  close(): Promise<void>
}

/** Characters of an answer. */
const longest = 2000

/** @param present somebody is there to be asked @param signal nobody is waited for any more */
export function prompter(
  { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>,
  present: boolean,
  signal: AbortSignal,
): Prompter {
  const chunks = present ? stdin[Symbol.asyncIterator]() : null
  let rest = ''
  let over = chunks === null
  const cut = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  const line = async (): Promise<string> => {
    while (!over && !rest.includes('\n') && rest.length < longest) {
      const next = await Promise.race([chunks?.next(), cut])
      if (next === null) throw new Stop('it was cut short', 'begin again')
      over = next?.done !== false
      if (next?.done === false)
        rest += typeof next.value === 'string' ? next.value : new TextDecoder().decode(next.value)
    }
    const [first = '', ...more] = rest.split('\n')
    rest = more.join('\n')
    return first.slice(0, longest).trim()
  }
  return {
    async ask(question) {
      if (over && rest === '') return null
      stdout.write(`${question} `)
      const answer = await line()
      return answer === '' ? null : answer
    },
    async close() {
      const closed = chunks?.return?.()
      // It waits for the line that nobody writes any more, and keeps the process alive.
      if (!signal.aborted) await closed
      else if (present && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
    },
  }
}

/** The page that a first contact ends with if no service is there: the request, and the server's own answer. */
export function contactError({ message, heard, looked, remedy }: NoService): RunError {
  const code = codeOf(heard)
  const { response } = heard.exchange
  const type = response?.headers['content-type'] ?? 'no content type'
  const answer =
    response === null ? `none: ${heard.words}` : `HTTP ${response.status}, ${escapeText(type, 60)}: ${heard.words}`
  const isRefused = code === 'OCTOSPEC_CREDENTIALS_REFUSED'
  const lines = [
    !isRefused
      ? message
      : heard.exchange.request.placeholders?.length
        ? `the target refuses the caller, so ${message}`
        : `no credentials were given, and the target refuses whoever has none, so ${message}`,
    `request    ${escapeText(curlOf(heard.exchange), 1200)}`,
    `answer     ${answer}`,
    `looked for ${escapeText(looked, 300)}`,
    'left       nothing: no booking was made',
  ]
  return new RunError(
    code,
    lines.join('\n'),
    remedy ??
      connecting(heard.exchange) ??
      (isRefused ? headerWanted(heard) : remedies[code]) ??
      errorCodes[code].remedy,
  )
}

function headerWanted({ words, exchange }: Heard): string {
  const names = words.match(/\bX-[a-z][a-z-]{0,40}/gi) ?? []
  const named = names.find((name) => looksLikeCredential(name))
  const name = named ?? 'Authorization'
  if (Object.keys(exchange.request.headers).some((sent) => sent.toLowerCase() === name.toLowerCase()))
    return `the header ${name} was sent: give the value that the target takes, or the header that it wants instead`
  const header = named === undefined ? 'Authorization: Bearer' : `${named}:`
  return `give the header that the target wants: --header '${header} \${OCTO_TOKEN}'`
}

const remedies: Readonly<Partial<Record<RunErrorCode, string>>> = {
  OCTOSPEC_UNREACHABLE: 'start the target, or give the address at which it answers',
  OCTOSPEC_NOT_AN_API: 'give the address that /bookings is appended to',
  OCTOSPEC_WRONG_ADDRESS: 'give the address that /bookings is appended to',
}

function codeOf({ status, exchange: { response, failure } }: Heard): RunErrorCode {
  if (failure?.kind === 'too-large') return 'OCTOSPEC_NOT_LEARNED'
  if (saysLimited(response)) return 'OCTOSPEC_RATE_LIMITED'
  if (status === null || isGateway(status)) return 'OCTOSPEC_UNREACHABLE'
  if (status === 401 || status === 403) return 'OCTOSPEC_CREDENTIALS_REFUSED'
  if (/html/i.test(response?.headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(response?.text ?? ''))
    return 'OCTOSPEC_NOT_AN_API'
  return status === 404 || status === 405 || status >= 500 || (status >= 300 && status < 400)
    ? 'OCTOSPEC_WRONG_ADDRESS'
    : 'OCTOSPEC_NOT_LEARNED'
}
