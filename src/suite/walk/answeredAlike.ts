import type { Answer } from '../../wire/answer.js'
import { readAddress } from '../../wire/exchange.js'
import { serverWords } from '../../wire/serverWords.js'

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

/** How a server may repeat a path: whole, or without what of the base leads to where it stands, with the first slash or without. */
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

/** Whether an answer says that the request went to no operation in the words that frameworks use, and not that there is no booking. */
export function saysNoSuchPath({ status, exchange }: Answer): boolean {
  if (status !== 404) return false
  const type = exchange.response?.headers['content-type'] ?? ''
  return /html/i.test(type) || noSuchPath.test(serverWords(exchange.response).replaceAll(/[-_]/g, ' '))
}

const noSuchPath =
  /\bcannot (get|post|put|patch|delete)\b|\b(no|unknown|invalid) (such )?(path|route|endpoint|url|resource)\b|\broute\b.{0,80}\bnot\b|no static resource|page not found|method not allowed/i
