import type { Exchange } from '../../client/exchange.js'
import type { Capture, Story } from './storyOf.js'

export const originName = 'ORIGIN'

const noise = new Set(['user-agent', 'accept-encoding', 'content-length', 'host'])

/** The exchange of a step with the values of its story replaced by `${name}`, which all the placeholders of the exchange then name. */
export function withVariables(exchange: Exchange, { steps, fresh }: Story, origin: string): Exchange {
  const earlier = steps.filter((step) => step.exchange.n < exchange.n).flatMap(({ captures }) => captures)
  const variables = [...earlier, ...fresh].sort((a, b) => b.value.length - a.value.length)
  const { request } = exchange
  const headers = Object.entries(request.headers).filter(([name]) => !noise.has(name.toLowerCase()))
  const local = origin !== '' && request.url.startsWith(`${origin}/`)
  const url = put(local ? request.url.slice(origin.length) : request.url, variables, percentEncoded)
  return {
    ...exchange,
    request: {
      method: request.method,
      url: local ? `\${${originName}}${url}` : url,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, put(value, variables, same)])),
      ...(request.body !== undefined && { body: put(request.body, variables, same) }),
      placeholders: [...(request.placeholders ?? []), ...variables.map(({ name }) => name), originName],
    },
  }
}

/** Like `encodeURIComponent`, of any text: half of a surrogate pair is no character and becomes the mark for one. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString('utf8'))
}

/** Scheme and host of an address; nothing where it is none. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}

export function secretsOf({ steps }: Story): readonly string[] {
  return [...new Set(steps.flatMap(({ exchange }) => exchange.request.placeholders ?? []))]
}

function put(
  text: string,
  variables: readonly Pick<Capture, 'name' | 'value'>[],
  form: (value: string) => string,
): string {
  let shown = text
  for (const { name, value } of variables)
    for (const each of new Set([value, form(value)])) shown = shown.replaceAll(each, () => `\${${name}}`)
  return shown
}

function same(value: string): string {
  return value
}
