import type { Fault } from '../fault.js'
import type { AnsweredExchange, WireAnswer } from '../wire.js'

/** Section 7: how odd requests are taken, and how refusals travel. All of it is convention. */
export const robustnessFaults: readonly Fault[] = [
  {
    name: 'not-json-read-as-nothing',
    clause: '7/not-json-refused',
    title: 'a body that is not JSON counts as an empty one',
    wire: (base) => ({
      refusesBody: (problem, exchange) => problem !== 'not JSON' && base.refusesBody(problem, exchange),
    }),
  },
  {
    name: 'array-read-as-nothing',
    clause: '7/not-an-object-refused',
    title: 'a body that is an array counts as an empty one',
    wire: (base) => ({
      refusesBody: (problem, exchange) => problem !== 'not an object' && base.refusesBody(problem, exchange),
    }),
  },
  {
    name: 'update-takes-array',
    clause: '7/not-an-object-refused',
    title: 'update takes an array for an empty object, and no other operation does',
    wire: (base) => ({
      refusesBody: (problem, exchange) =>
        !(problem === 'not an object' && exchange.operation === 'update') && base.refusesBody(problem, exchange),
    }),
  },
  {
    name: 'other-content-type-crashes',
    clause: '7/wrong-content-type-handled',
    title: 'a body of another content type is a server error',
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        isRefused(exchange, 'UNSUPPORTED_MEDIA_TYPE') ? 500 : base.refusalStatus(status, exchange),
    }),
  },
  {
    name: 'update-refuses-unknown-fields',
    clause: '7/unknown-fields-tolerated',
    title: 'update refuses a field that it does not know',
    rules: (base) => ({
      refusesUnknownFields: (names, ctx) =>
        (ctx.operation === 'update' && names.length > 0) || base.refusesUnknownFields(names, ctx),
    }),
  },
  {
    name: 'transfers-refuse-unknown-fields',
    clause: '7/unknown-fields-tolerated',
    title: 'transfers refuse a field that they do not know',
    rules: (base) => ({
      refusesUnknownFields: (names, ctx) =>
        (ctx.operation === 'transfers' && names.length > 0) || base.refusesUnknownFields(names, ctx),
    }),
  },
  {
    name: 'any-method-accepted',
    clause: '7/wrong-method-refused',
    title: 'a method that an endpoint does not have is answered with a transfer',
    wire: (base) => ({
      finish: (answer, exchange) =>
        isRefused(exchange, 'METHOD_NOT_ALLOWED')
          ? { status: 200, headers: answer.headers, body: { id: 'none', options: [] } }
          : base.finish(answer, exchange),
    }),
  },
  {
    name: 'refusals-under-200',
    clause: '7/refusal-is-client-error',
    title: 'a refusal has status 200 and an error for a body',
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        isRefused(exchange, 'UNAUTHORIZED') || isRefused(exchange, 'FORBIDDEN')
          ? base.refusalStatus(status, exchange)
          : 200,
    }),
  },
  {
    name: 'unknown-booking-redirects',
    clause: '7/refusal-is-client-error',
    title: 'a booking that does not exist is answered with a redirect',
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        isRefused(exchange, 'UNKNOWN_BOOKING') ? 303 : base.refusalStatus(status, exchange),
    }),
  },
  {
    name: 'not-cancellable-crashes',
    clause: '7/refusal-not-server-error',
    title: 'update and cancel of a booking that is not cancellable are server errors',
    wire: (base) => ({
      refusalStatus: (status, exchange) =>
        isRefused(exchange, 'NOT_CANCELLABLE') ? 500 : base.refusalStatus(status, exchange),
    }),
  },
  {
    name: 'unknown-booking-is-a-page',
    clause: '7/refusal-is-json',
    title: 'a booking that does not exist is answered with an HTML page',
    wire: (base) => ({
      finish: (answer, exchange) =>
        isRefused(exchange, 'UNKNOWN_BOOKING')
          ? page(answer, '<!doctype html><title>404</title><h1>Not found</h1>')
          : base.finish(answer, exchange),
    }),
  },
  {
    name: 'refused-cancel-shows-python',
    clause: '7/refusal-no-stack-trace',
    title: 'a cancel that is refused shows the traceback of a Python program',
    wire: (base) => ({
      errorBody: (body, exchange) => {
        const shown = base.errorBody(body, exchange)
        if (exchange.operation !== 'cancel' || typeof shown !== 'object' || shown === null || Array.isArray(shown))
          return shown
        const detail =
          'Traceback (most recent call last):\n  File "/srv/app/cancel.py", line 31, in cancel\n    raise TooLate()'
        return { ...shown, detail }
      },
    }),
  },
  {
    name: 'bookings-sent-as-text',
    clause: '7/answer-says-json',
    title: 'Content-Type says text/plain of a booking',
    wire: (base) => ({
      headers: (headers, exchange) =>
        exchange.reply?.kind === 'booking'
          ? { ...base.headers(headers, exchange), 'content-type': 'text/plain' }
          : base.headers(headers, exchange),
    }),
  },
  {
    name: 'refusals-without-content-type',
    clause: '7/answer-says-json',
    title: 'a refusal does not say what its body is',
    wire: (base) => ({
      headers: (headers, exchange) => {
        const { 'content-type': type, ...rest } = base.headers(headers, exchange)
        return exchange.reply?.kind === 'refused' || type === undefined ? rest : { ...rest, 'content-type': type }
      },
    }),
  },
]

function isRefused(exchange: AnsweredExchange, code: string): boolean {
  return exchange.reply?.kind === 'refused' && exchange.reply.code === code
}

function page(answer: WireAnswer, text: string): WireAnswer {
  const { body: _body, ...rest } = answer
  return { ...rest, headers: { ...answer.headers, 'content-type': 'text/html' }, text }
}
