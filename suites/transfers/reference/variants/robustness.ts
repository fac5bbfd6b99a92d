import { variants } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import { readsAsNothing, refusedCall, refusedFor, refusesWith, sends, sendsHeaders } from '../changes/wires.js'
import type { Variant } from '../variant.js'

const always = (): boolean => true

/** Other legal ways to refuse: the documents show neither status codes nor bodies. */
export const robustnessVariants: readonly Variant[] = variants({
  'refusals-with-403': ['every refusal has status 403, but for credentials', refusesWith(403, refusedCall)],
  'refusals-with-404': ['every refusal has status 404, but for credentials', refusesWith(404, refusedCall)],
  'refusals-with-409': ['every refusal has status 409, but for credentials', refusesWith(409, refusedCall)],
  'refusals-empty': [
    'a refusal has no body',
    sends(
      ({ reply }) => reply?.kind === 'refused' && reply.code !== 'TOO_MANY_REQUESTS' && reply.code !== 'INTERNAL',
      ({ status, headers }) => ({ status, headers, text: '' }),
    ),
    { warns: ['7/refusal-is-json'] },
  ],
  'unknown-booking-is-nothing': [
    'get of a booking that the account does not have is answered with null under 200',
    sends(
      (exchange) => exchange.operation === 'get' && refusedFor('UNKNOWN_BOOKING')(exchange),
      ({ headers }) => ({ status: 200, headers, body: null }),
    ),
  ],
  'errors-under-200': [
    'a refusal has status 200 and an error member, which the profile may say',
    refusesWith(200, refusedCall),
    { warns: ['7/refusal-is-client-error'] },
  ],
  'success-told-by-a-flag': [
    'a booking and a refusal have status 200, a message and a flag, which is false in a refusal',
    sends(
      (exchange) => exchange.reply?.kind === 'booking' || refusedCall(exchange),
      (answer, { reply }) => ({
        ...answer,
        status: 200,
        body:
          reply?.kind === 'refused'
            ? { success: false, message: reply.message }
            : { success: true, message: 'done', data: answer.body ?? null },
      }),
    ),
    {
      profile: { booking: { at: '/data' }, refusal: { body: null, success: '/success' } },
      warns: ['7/refusal-is-client-error'],
    },
  ],
  'json-of-its-own-kind': [
    'Content-Type is application/vnd.supplier.v2+json and names a character set',
    sendsHeaders(always, () => ({ 'content-type': 'application/vnd.supplier.v2+json; charset=utf-8' })),
  ],
  'odd-input-understood': [
    'a page that is a word counts as the first, an unknown sort field as none, and a currency in lower case as the same in upper case',
    rules((base) => ({
      accepts: (field, value, ctx) => field === 'page' || field === 'sortField' || base.accepts(field, value, ctx),
      page: (sorted, page, size, ctx) => base.page(sorted, Number.isNaN(page) ? 1 : page, size, ctx),
      acceptsCurrency: (value, ctx) => base.acceptsCurrency(inUpperCase(value), ctx),
      currency: (asked, option, ctx) => base.currency(inUpperCase(asked), option, ctx),
    })),
  ],
  'any-content-type-read': [
    'a body of another content type is not read, and the request is judged without it',
    readsAsNothing('not sent as JSON'),
  ],
})

function inUpperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toUpperCase() : value
}
