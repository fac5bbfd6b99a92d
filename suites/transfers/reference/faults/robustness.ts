import type { Break, Change, Fault } from '../change.js'
import { breaksOn, is, saying } from '../changes/inputs.js'
import { faults } from '../changes/rows.js'
import { rule, seen } from '../changes/shown.js'
import { readsAsNothing, refusedFor, refusesSaying, refusesWith, sends, sendsHeaders } from '../changes/wires.js'
import type { OperationName } from '../model.js'
import type { WireAnswer } from '../wire.js'

const stackOfNode =
  'Error: refused\n    at reserve (/srv/app/bookings.js:42:11)\n    at handle (/srv/app/server.js:7:3)'
const stackOfPython =
  'Traceback (most recent call last):\n  File "/srv/app/cancel.py", line 31, in cancel\n    raise TooLate()'
const ofOneBooking = ['get', 'extend', 'confirm', 'update', 'cancel'] as const
const all = ['transfers', 'availability', 'reserve', 'list', ...ofOneBooking] as const

/** Section 7: how odd requests are taken, and how refusals travel. All of it is convention. */
export const robustnessFaults: readonly Fault[] = faults({
  '7/not-json-refused': { 'not-json-read-as-nothing': anywhere(readsAsNothing('not JSON')) },
  '7/not-an-object-refused': { 'array-read-as-nothing': anywhere(readsAsNothing('not an object')) },
  '7/wrong-content-type-handled': {
    'other-content-type-crashes': anywhere(refusesWith(500, refusedFor('UNSUPPORTED_MEDIA_TYPE'))),
  },
  '7/unknown-fields-tolerated': {
    'unknown-fields-refused': anywhere(rule('refusesUnknownFields', () => true)),
    'update-refuses-unknown-fields': refusesUnknown('update'),
    'transfers-refuse-unknown-fields': refusesUnknown('transfers'),
  },
  '7/wrong-method-refused': {
    'any-method-accepted': [
      'a method that an endpoint does not have is answered with a transfer',
      sends(refusedFor('METHOD_NOT_ALLOWED'), ({ headers }) => ({
        status: 200,
        headers,
        body: { id: 'none', options: [] },
      })),
      'transfers',
    ],
  },
  '7/refusal-is-client-error': {
    'refusals-under-200': anywhere(
      refusesWith(200, (exchange) => refusedFor()(exchange) && !refusedFor('UNAUTHORIZED', 'FORBIDDEN')(exchange)),
    ),
  },
  '7/refusal-not-server-error': {
    'not-cancellable-crashes': [refusesWith(500, refusedFor('NOT_CANCELLABLE')), ['update', 'cancel']],
    'not-json-crashes': [
      'a body that is not JSON is answered with an HTML page and 500',
      anywhere(
        sends(
          (exchange) => exchange.call === null && refusedFor('BAD_REQUEST')(exchange),
          () => ({
            status: 500,
            headers: { 'content-type': 'text/html' },
            text: '<html><body><h1>500</h1></body></html>',
          }),
        ),
      ),
    ],
  },
  '7/odd-input-no-server-error': {
    'long-ids-crash': [
      'get of an id of more than 255 characters is a server error',
      refusesWith(500, ({ operation, call }) => operation === 'get' && (call?.id ?? '').length > 255),
      'get',
    ],
    'pages-of-text-crash': [
      refusesWith(500, ({ operation, call }) => operation === 'list' && typeof call?.input.page === 'string'),
      'list',
    ],
    'currency-in-lower-case-crashes': breaksOn('reserve', 'currency', saying(/^[a-z]{3}$/)),
    'update-to-null-crashes': breaksOn('update', 'reference', is(null)),
  },
  '7/refusal-is-json': {
    'unknown-booking-is-a-page': seen(ofOneBooking, '', sends(refusedFor('UNKNOWN_BOOKING'), page)),
  },
  '7/refusal-no-stack-trace': {
    'refusal-with-stack-trace': seen(all, '/trace', refusesSaying(refusedFor(), { trace: stackOfNode })),
    'refused-cancel-shows-python': [
      refusesSaying(({ operation }) => operation === 'cancel', { detail: stackOfPython }),
      'cancel /detail',
    ],
  },
  '7/answer-says-json': {
    'bookings-sent-as-text': [
      'Content-Type says text/plain of a booking',
      anywhere(
        sendsHeaders(
          ({ reply }) => reply?.kind === 'booking',
          () => ({ 'content-type': 'text/plain' }),
        ),
      ),
    ],
    'refusals-without-content-type': anywhere(sendsHeaders(refusedFor(), () => ({ 'content-type': undefined }))),
  },
})

/** Something of the whole service: any answer may show it. */
function anywhere(change: Change): Break {
  return seen(all, '', change)
}

function refusesUnknown(operation: OperationName): Break {
  const refused = rule(
    'refusesUnknownFields',
    (usual, names, ctx) => (ctx.operation === operation && names.length > 0) || usual(names, ctx),
  )
  return seen(operation, '', refused)
}

function page({ body: _body, ...answer }: WireAnswer): WireAnswer {
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': 'text/html' },
    text: '<!doctype html><title>404</title><h1>Not found</h1>',
  }
}
