import type { Variant } from '../variant.js'
import type { AnsweredExchange, Wire } from '../wire.js'

/** Other legal ways to refuse: the documents show neither status codes nor bodies. */
export const robustnessVariants: readonly Variant[] = [
  refusalsWith(403),
  refusalsWith(404),
  refusalsWith(409),
  {
    name: 'refusals-empty',
    title: 'a refusal has no body',
    warns: ['7/refusal-is-json'],
    wire: (base) => ({
      finish: (answer, exchange) => {
        const { body: _body, ...rest } = answer
        return isRefusal(exchange) ? { ...rest, text: '' } : base.finish(answer, exchange)
      },
    }),
  },
  {
    name: 'refusals-in-plain-text',
    title: 'the body of a refusal is plain text',
    warns: ['7/refusal-is-json'],
    wire: (base) => ({
      finish: (answer, exchange) => {
        const { body: _body, ...rest } = answer
        return exchange.reply?.kind === 'refused'
          ? { ...rest, headers: { ...answer.headers, 'content-type': 'text/plain' }, text: exchange.reply.message }
          : base.finish(answer, exchange)
      },
    }),
  },
  {
    name: 'errors-under-200',
    title: 'a refusal has status 200 and an error member, which the profile may say',
    warns: ['7/refusal-is-client-error'],
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        isRefusal(exchange) && !isAboutCredentials(exchange) ? 200 : base.refusalStatus(status, exchange),
    }),
  },
  {
    name: 'json-with-charset',
    title: 'Content-Type names a character set',
    wire: (base) => ({
      headers: (headers, exchange) => {
        const sent = base.headers(headers, exchange)
        return { ...sent, 'content-type': `${sent['content-type'] ?? 'application/json'}; charset=utf-8` }
      },
    }),
  },
  {
    name: 'json-of-its-own-kind',
    title: 'Content-Type is application/vnd.supplier.v2+json',
    wire: (base) => ({
      headers: (headers, exchange) => ({
        ...base.headers(headers, exchange),
        'content-type': 'application/vnd.supplier.v2+json',
      }),
    }),
  },
  {
    name: 'any-content-type-read',
    title: 'a body of another content type is not read, and the request is judged without it',
    wire: (base) => ({
      refusesBody: (problem, exchange) => problem !== 'not sent as JSON' && base.refusesBody(problem, exchange),
    }),
  },
]

function refusalsWith(code: 403 | 404 | 409): Variant {
  return {
    name: `refusals-with-${code}`,
    title: `every refusal has status ${code}, but for credentials`,
    wire: (base: Wire) => ({
      refusalStatus: (status, exchange) =>
        isRefusal(exchange) && !isAboutCredentials(exchange) ? code : base.refusalStatus(status, exchange),
    }),
  }
}

function isRefusal({ reply }: AnsweredExchange): boolean {
  return reply?.kind === 'refused' && reply.code !== 'TOO_MANY_REQUESTS' && reply.code !== 'INTERNAL'
}

function isAboutCredentials({ reply }: AnsweredExchange): boolean {
  return reply?.kind === 'refused' && (reply.code === 'UNAUTHORIZED' || reply.code === 'FORBIDDEN')
}
