import type { Answer } from '../wire/answer.js'
import { isPseudonym } from '../wire/mask.js'
import { readAddress } from '../wire/exchange.js'
import { serverWords } from '../wire/serverWords.js'
import { connecting } from '../wire/network.js'
import { isGateway } from '../wire/again.js'
import { Stop } from '../wire/stop.js'
import { WalkFault } from './acts.js'

/** The time of an exchange, in minutes of the target's time: octospec's clock and how far the target's was moved. */
export interface Moment {
  /** When the request was sent; the target acted no earlier. */
  readonly earliest: number
  /** When the answer was there; the target acted no later. */
  readonly latest: number
}

/** The moment of an answer. Only differences of moments mean anything. */
export function momentOf({ exchange }: Answer): Moment {
  const earliest = exchange.startedAt / 60_000 + exchange.clockMinutes
  return { earliest, latest: earliest + exchange.durationMs / 60_000 }
}

/** The least minutes of the target's time that passed between two answers. */
export function surelyPassed(from: Answer, until: Answer): number {
  const passed = momentOf(until).earliest - momentOf(from).latest
  const moved = until.exchange.clockMinutes - from.exchange.clockMinutes
  return moved > 0 ? Math.min(moved, passed) : passed
}

/** Bookings with those that the run made before those of others: of what is wrong in many alike only some are told. */
export function ownFirst<Booking extends { readonly id: string | undefined }>(
  bookings: readonly Booking[],
): readonly Booking[] {
  const isOfOthers = ({ id = '' }: Booking): number => Number(isPseudonym(id))
  return bookings.toSorted((a, b) => isOfOthers(a) - isOfOthers(b))
}

/** Whether a member's name says that a request was done: `success`, `is_ok`. Any other false refuses nothing. */
export function isSuccessFlag(name: string): boolean {
  return /^(is_?)?(success(ful)?|ok)$/i.test(name)
}

/** Whether two answers are the same but for what each repeats of its request, and for numbers and ids. */
export function answeredAlike(a: Answer, b: Answer): boolean {
  return wayOf(a) === wayOf(b)
}

/** The way in which a request was answered: see {@link answeredAlike}. */
export function wayOf({ exchange, json, profile }: Answer): string {
  const { response } = exchange
  if (response === null) return 'none'
  const { pathname } = readAddress(exchange.request.url)
  const repeated = [exchange.request.url, ...pathsTold(pathname, readAddress(profile.target.url).pathname)]
  const words = (text: string): string =>
    repeated
      .reduce((left, own) => left.replaceAll(own, '#'), text)
      .replaceAll(/[0-9a-f]{8,}/gi, '#')
      .replaceAll(/[0-9]{1,20}/g, '#')
      .replaceAll(/#[-#:.TZ]{1,80}/g, '#')
  return JSON.stringify([
    response.status,
    words(serverWords(response)),
    words(response.headers['location'] ?? ''),
    typeof json === 'object' && json !== null ? Object.keys(json).slice(0, 40).sort() : typeof json,
  ])
}

/** Paths as a server may repeat them: whole or without leading steps of the base, with the first slash or without. */
function pathsTold(pathname: string, base: string): readonly string[] {
  const steps = base.split('/').filter((step) => step !== '')
  const without = steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`)
  const paths = ['', ...without]
    .filter((begins) => pathname.startsWith(`${begins}/`))
    .map((begins) => pathname.slice(begins.length))
  return [...paths, ...paths.map((path) => path.slice(1))].filter((path) => path.length > 1)
}

/** Whether an answer says by its status that the target has no operation of this method there. */
export function saysNoSuchMethod({ status }: Answer): boolean {
  return status === 405 || status === 501
}

/** Whether an answer says, in frameworks' words, that no operation has this path, and not that there is no booking. */
export function saysNoSuchPath({ status, exchange }: Answer): boolean {
  if (status !== 404) return false
  const type = exchange.response?.headers['content-type'] ?? ''
  return /html/i.test(type) || noSuchPath.test(serverWords(exchange.response).replaceAll(/[-_]/g, ' '))
}

const noSuchPath =
  /\bcannot (get|post|put|patch|delete)\b|\b(no|unknown|invalid) (such )?(path|route|endpoint|url|resource)\b|\broute\b.{0,80}\bnot\b|no static resource|page not found|method not allowed/i

const network = 'nothing is known of it: no answer of its own came'

/**
 * An answer of the target's own to one of the first requests.
 * @throws WalkFault when none came to the very first, or when it was a gateway's, a page, or a refusal of credentials
 * or of any request; Stop when a later one was lost, which says nothing of the profile: the run meets the target again
 * @param asked `first`: nothing is known of the target yet; `needed`: without this answer there is nothing to judge
 */
export function reached<Own extends Answer>(answer: Own, asked: 'first' | 'needed' | 'further' = 'further'): Own {
  const { exchange } = answer
  const { response, failure, request } = exchange
  const where = `${request.method} ${request.url}`
  const isFirst = asked === 'first'
  if (isFirst && answer.limited)
    throw new WalkFault({
      code: 'OCTOSPEC_RATE_LIMITED',
      what: `${where} was answered with HTTP ${answer.status ?? ''}${answer.status === 429 ? '' : ' for a limit on requests'}, however often it was sent`,
      answer,
      server: 'no: limits on requests are not documented, and a service may have its own',
      remedy:
        'wait until the target lets requests through again, or have its limit raised; limits.requestsPerSecond in the profile keeps a run within one',
    })
  if (response === null) {
    // An answer of a kind: the run itself will say what could not be tested.
    if (failure?.kind === 'rate-limited' || failure?.kind === 'too-large') return answer
    if (!isFirst) throw new Stop(`${where} got no answer`, 'run again when the target answers', answer.n)
    throw new WalkFault({
      code: 'OCTOSPEC_UNREACHABLE',
      what: `${where} got no answer: ${failure?.message ?? 'the connection failed'}`,
      answer,
      server: network,
      remedy: connecting(exchange, answer.profile.tls) ?? 'start the target, or mend target.url in the profile',
    })
  }
  if (answer.limited) return answer
  if (isGateway(response.status)) {
    if (asked === 'further')
      throw new Stop(`${where} was answered by a gateway`, 'run again when the target answers', answer.n)
    throw new WalkFault({
      code: 'OCTOSPEC_UNREACHABLE',
      what: `${where} answered HTTP ${response.status}: there is a gateway, and no service behind it`,
      answer,
      server: network,
      remedy: 'start the service, or mend target.url in the profile',
    })
  }
  if (!isFirst) return answer
  if (response.status === 401 || response.status === 403)
    throw new WalkFault({
      code: 'OCTOSPEC_CREDENTIALS_REFUSED',
      what: `${where} answered HTTP ${response.status}: the credentials were refused`,
      answer,
      write: credentialsLine(answer),
      server: 'only if the credentials are good: try them with the request above',
      remedy: 'see target.headers in the profile and the environment variables that it names',
    })
  if (isPage(response))
    throw new WalkFault({
      code: 'OCTOSPEC_NOT_AN_API',
      what: `${where} answered HTTP ${response.status} with an HTML page instead of an API's answer`,
      answer,
      write: `target: { url: ... }, the address that '${pathOf(answer)}' is appended to`,
      server: 'no: a page is no answer of a service',
      remedy: `see target.url in the profile: it must be the address that ${pathOf(answer)} is appended to`,
    })
  return answer
}

function pathOf({ exchange, profile }: Answer): string {
  return profile.operations[exchange.purpose]?.path ?? '/'
}

function isPage({ headers, text }: NonNullable<Answer['exchange']['response']>): boolean {
  return /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text ?? '')
}

function credentialsLine({ profile }: Answer): string {
  const names = profile.variables.filter(({ path }) => path[0] === 'target').map(({ name }) => name)
  const headers = Object.keys(profile.target.headers)
  if (headers.length === 0)
    return "target: { headers: { Authorization: 'Bearer ${TOKEN}' } }, as the server wants it: none is sent now"
  const variables = names.length === 0 ? '' : `, from ${names.map((name) => `\${${name}}`).join(', ')}`
  return `target: { headers: { ${headers.join(', ')}: ... } }${variables}`
}
