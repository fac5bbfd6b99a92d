import type { Variant } from '../change.js'
import { variants } from '../changes/rows.js'
import { rule, rules, seen, together, wire } from '../changes/shown.js'
import { sends } from '../changes/wires.js'
import { isObject, textOf, type Json } from '../json.js'
import { Refused } from '../model.js'
import type { AnsweredExchange, WireAnswer, WireExchange } from '../wire.js'

/** Things that go on beside the caller. */
export const trafficVariants: readonly Variant[] = [
  { name: 'long-history', title: 'the account holds 1,000 bookings already', options: { history: 1000 } },
  { name: 'busy-account', title: 'another client books on the same account', options: { busyMs: 50 } },
  { name: 'busy-neighbour', title: 'another reseller books on the same server', options: { busyMs: 50, busyAs: 'b' } },
]

/** Other legal ways to keep strangers from the bookings of an account. */
export const strangerVariants: readonly Variant[] = [
  {
    name: 'list-for-strangers-is-empty',
    title: 'a list without or with wrong credentials is accepted and empty',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        ctx.operation === 'list' && ctx.reseller === null
          ? { kind: 'list', bookings: [], total: 0 }
          : base.afterReply(reply, ctx),
    }),
  },
  {
    name: 'strangers-have-an-account',
    title: 'whoever comes without or with wrong credentials books on an account of its own',
    rules: (base) => ({ caller: (call, state) => base.caller(call, state) ?? 'anonymous' }),
  },
]

/** Other legal shapes that real servers have, and what a profile says of each. */
export const habitVariants: readonly Variant[] = variants({
  'cancel-takes-another-id': [
    'cancel wants the reference of the supplier, which bookings show, in place of their id',
    rules((base) => ({
      beforeCall: (call, state) => {
        if (call.operation !== 'cancel' || call.id === undefined) return base.beforeCall(call, state)
        const id = call.id.startsWith(supplierMark) ? call.id.slice(supplierMark.length) : `no ${call.id}`
        return base.beforeCall({ ...call, id }, state)
      },
      showBooking: (booking, ctx) => ({
        ...base.showBooking(booking, ctx),
        supplierReference: `${supplierMark}${booking.id}`,
      }),
    })),
    { profile: { booking: { ids: { cancel: '/supplierReference' } } } },
  ],
  'get-takes-another-id-too': [
    'get finds a booking by its id, and by the reference of the supplier that it shows',
    rules((base) => ({
      beforeCall: (call, state) => {
        const { operation, id } = call
        const isNamed = operation === 'get' && id?.startsWith(supplierMark) === true
        return base.beforeCall(isNamed ? { ...call, id: id.slice(supplierMark.length) } : call, state)
      },
      showBooking: (booking, ctx) => ({
        ...base.showBooking(booking, ctx),
        supplierReference: `${supplierMark}${booking.id}`,
      }),
    })),
  ],
  'reserve-wants-what-was-offered': [
    'a reservation names the offer of the availability check, and carries a UUID and a number of its own',
    together(
      { ...offersAvailabilities((body, exchange) => quoted(body, exchange)), shows: [] },
      wire((base) => ({
        retryAfterSeconds: (exchange) => (isTurnedAway(exchange) ? 0 : base.retryAfterSeconds(exchange)),
        finish: (answer, exchange) => base.finish(isTurnedAway(exchange) ? incomplete : answer, exchange),
      })),
    ),
    {
      profile: {
        operations: {
          reserve: {
            headers: { 'X-Offer': '{availability:/offer/token}', 'X-Request': '{uuid}', 'X-Count': 'n{number}' },
          },
        },
      },
    },
  ],
  'reserve-holds-a-quoted-option': [
    'transfers are asked with pick-up and drop-off, and a reservation names a quote, which is not old or was booked by it before, and an option of it',
    together(
      seen(
        'transfers',
        '',
        rule('vehicleOptions', (usual, number, ctx) => {
          if (['pickUp', 'dropOff'].every((name) => ctx.call.unknownFields.includes(name))) return usual(number, ctx)
          throw new Refused('BAD_REQUEST', 'pickUp and dropOff are required')
        }),
      ),
      wire((base) => ({
        retryAfterSeconds: (exchange) => (isUnquoted(exchange) ? 0 : base.retryAfterSeconds(exchange)),
        finish: (answer, exchange) => {
          if (isUnquoted(exchange)) return base.finish(incomplete, exchange)
          noteQuote(exchange)
          return base.finish(answer, exchange)
        },
      })),
    ),
    {
      profile: {
        operations: {
          transfers: { body: { pickUp: { iata: 'LIS' }, dropOff: { name: 'Hotel Miramar, Cascais' } } },
          reserve: { headers: { 'X-Quote': '{quote:/id}', 'X-Option': '{option:/id}' } },
        },
      },
    },
  ],
  'availability-keyed-by-date': [
    'the availability check answers a map of days, each with a list',
    offersAvailabilities((body) => ({ days: Object.fromEntries(byDay(listIn(body))) })),
    { profile: { operations: { availability: { items: '/days/*' } } } },
  ],
  'availability-nested': [
    'the availability check answers options, each with a map of days with one availability each',
    offersAvailabilities((body) => [
      { options: listIn(body).map((slot, at) => ({ days: { [`2027-01-${String(at + 1)}`]: slot } })) },
    ]),
    { profile: { operations: { availability: { items: '/*/options/*/days/*' } } } },
  ],
  'status-elsewhere': [
    'bookings have their status, their minutes and whether they are locked in objects of their own',
    sends(
      ({ reply }) => reply?.kind === 'booking' || reply?.kind === 'list',
      (answer) => ({ ...answer, body: moved(answer.body ?? null) }),
    ),
    {
      profile: {
        booking: { status: '/state/name', expirationMinutes: '/state/minutes', notCancellable: '/state/locked' },
      },
    },
  ],
})

const supplierMark = 'S-'

function offersAvailabilities(shape: (body: Json, exchange: WireExchange) => Json): ReturnType<typeof sends> {
  return sends(
    ({ reply }) => reply?.kind === 'availability',
    (answer, exchange) => ({ ...answer, body: shape(answer.body ?? null, exchange) }),
  )
}

/** The availabilities of an answer, wherever a dialect has them. */
function listIn(body: Json): readonly Json[] {
  if (Array.isArray(body)) return body
  return isObject(body) ? Object.values(body).flatMap((member) => listIn(member ?? null)) : []
}

function byDay(slots: readonly Json[]): readonly [string, Json[]][] {
  return slots.map((slot, at) => [`day ${at}`, [slot]])
}

function quoted(body: Json, { state, number }: WireExchange): Json {
  for (const [at, slot] of listIn(body).entries()) {
    if (!isObject(slot)) continue
    const token = `offer-${number}-${at}`
    state.memory.set(`reserve-wants-what-was-offered ${token}`, true)
    Object.assign(slot, { offer: { token } })
  }
  return body
}

function isTurnedAway({ operation, headers, state }: WireExchange): boolean {
  if (operation !== 'reserve') return false
  const { 'x-offer': offer, 'x-request': request, 'x-count': count } = headers
  const isComplete =
    typeof offer === 'string' &&
    state.memory.has(`reserve-wants-what-was-offered ${offer}`) &&
    /^[0-9a-f-]{36}$/.test(String(request)) &&
    /^n\d{1,10}$/.test(String(count))
  return !isComplete
}

/** What transfers answered. */
interface Quote {
  readonly account: string
  readonly options: readonly string[]
  /** Of its request. */
  readonly number: number
}

/** A quote is old when so many requests have come since. */
const quoteLasts = 50

function noteQuote({ reply, headers, state, number }: AnsweredExchange): void {
  if (reply?.kind !== 'transfer') return
  const { id, options } = reply.transfer
  const account = accountOf(headers)
  const quote: Quote = {
    account,
    options: listIn(options ?? null).map((each) => (isObject(each) ? textOf(each['id']) : '')),
    number,
  }
  state.memory.set(`quote ${textOf(id)}`, quote)
  state.memory.set(`quoted ${account}`, true)
}

function isUnquoted({ operation, headers, state, number }: WireExchange): boolean {
  if (operation !== 'reserve') return false
  const name = `quote ${String(headers['x-quote'])}`
  // Nothing else is kept under this name.
  const quote = state.memory.get(name) as Quote | undefined
  if (quote === undefined || !quote.options.includes(String(headers['x-option']))) return true
  const account = accountOf(headers)
  // Strangers are told by the service that they are.
  if (state.memory.has(`quoted ${account}`) && account !== quote.account) return true
  const isNew = number - quote.number <= quoteLasts
  if (isNew) state.memory.set(`booked by ${name}`, true)
  return !isNew && !state.memory.has(`booked by ${name}`)
}

function accountOf(headers: WireExchange['headers']): string {
  return String(headers['authorization'] ?? headers['x-api-key'])
}

const incomplete: WireAnswer = {
  status: 422,
  headers: { 'content-type': 'application/json' },
  body: { error: 'INCOMPLETE', errorMessage: 'a reservation names the offer that it takes' },
}

/** Every booking of a body with its state in an object. */
function moved(json: Json): Json {
  if (Array.isArray(json)) return json.map((each: Json) => moved(each))
  if (!isObject(json)) return json
  const { status, cancellable, expirationMinutes, ...rest } = json
  if (expirationMinutes === undefined && cancellable === undefined)
    return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, moved(member ?? null)]))
  return {
    ...rest,
    state: {
      ...(status !== undefined && { name: status }),
      ...(expirationMinutes !== undefined && { minutes: expirationMinutes }),
      ...(cancellable !== undefined && { locked: typeof cancellable === 'boolean' ? !cancellable : cancellable }),
    },
  }
}
