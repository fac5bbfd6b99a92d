import { setTimeout as pause } from 'node:timers/promises'
import { productOptions } from '../catalog.js'
import type { Variant } from '../change.js'
import { anything, counts, needs, ofType, readsInList, refuses, takes, whole } from '../changes/inputs.js'
import { on, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { acceptsWith, sends } from '../changes/wires.js'
import type { Context } from '../context.js'
import { isObject, textOf, type Json } from '../json.js'
import { Refused } from '../model.js'
import { moreDays } from './places.js'

const idIsTheKey = rule('bookingId', (usual, serial, key, ctx) => {
  const sent = ctx.call.input.idempotencyKey
  return typeof sent === 'string' ? sent : usual(serial, key, ctx)
})

/** Other legal ways to offer an availability and to reserve it. */
export const reserveVariants: readonly Variant[] = variants({
  'reserve-answers-202': ['reserve answers 202', acceptsWith(202, 'reserve')],
  'repeated-key-is-a-conflict': ['a key that was used before is refused', rule('repeatIsConflict', () => true)],
  'key-is-free-after-cancel': [
    'a key makes a new booking once its own was cancelled, under another id',
    rule('madeBefore', (usual, booking, ctx) => (booking.status === 'CANCELLED' ? null : usual(booking, ctx))),
  ],
  'refused-key-stays-refused': [
    'a key whose first use was refused is refused for ever',
    rules((base) => ({
      accepts: (field, value, ctx) =>
        !(field === 'idempotencyKey' && ctx.state.memory.has(`refused-key-stays-refused ${textOf(value)}`)) &&
        base.accepts(field, value, ctx),
      afterReply: (reply, ctx) => {
        const key = ctx.call.input.idempotencyKey
        if (ctx.operation === 'reserve' && reply.kind === 'refused' && typeof key === 'string')
          ctx.state.memory.set(`refused-key-stays-refused ${key}`, true)
        return base.afterReply(reply, ctx)
      },
    })),
  ],
  'meeting-reserves-all-refused': [
    'an availability takes one booking at a time, and all reserves of one that meet are refused',
    rules((base) => ({
      capacity: () => 1,
      between: async (step, ctx) => {
        if (step === 'reserve: key looked up') await seeWhoComes(ctx)
        await base.between(step, ctx)
      },
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && (ctx.operation !== 'reserve' || !ctx.state.memory.delete(metKey(ctx))),
    })),
    { profile: { availability: { exclusive: true }, operations: moreDays } },
  ],
  'key-at-work-is-a-late-conflict': [
    'a key that a reserve is at work with is refused, a quarter of a second later',
    rules((base) => ({
      between: async (step, ctx) => {
        if (step === 'reserve: key looked up') await refuseKeyAtWork(ctx)
        await base.between(step, ctx)
      },
      afterReply: (reply, ctx) => {
        if (ctx.operation === 'reserve' && reply.kind !== 'refused') ctx.state.memory.delete(keyAtWork(ctx))
        return base.afterReply(reply, ctx)
      },
    })),
  ],
  'ids-are-not-the-keys': [
    'the id of a booking has nothing to do with its idempotency key',
    rule('bookingId', (usual, serial, _key, ctx) => usual(serial, null, ctx)),
  ],
  'ids-are-keys-in-each-account-and-no-notes': [
    'a key is the id of its booking in every account that reserves with it, and bookings do not carry the notes',
    together(on().answers(without('/notes')), idIsTheKey),
    { profile: { booking: { notes: null } } },
  ],
  'ids-are-keys-in-upper-case': [
    'a key in upper case is the id of its booking in every account that reserves with it; get, list and the rest know it in either case',
    rules((base) => ({
      beforeCall: (call, state) =>
        base.beforeCall(call.id === undefined ? call : { ...call, id: call.id.toUpperCase() }, state),
      bookingId: (serial, key, ctx) => {
        const sent = ctx.call.input.idempotencyKey
        return (typeof sent === 'string' ? sent : base.bookingId(serial, key, ctx)).toUpperCase()
      },
    })),
  ],
  'ids-counted-for-each-account': [
    'ids are small numbers, counted for each reseller account by itself, and both have bookings already, which are listed first',
    rule('bookingId', (_usual, _serial, _key, { store, reseller }) => {
      const own = store.serials().filter((serial) => store.versions(serial)[0]?.reseller === reseller)
      return String(own.length + 1)
    }),
    { options: { history: 30, busyMs: 50, busyAs: 'b' } },
  ],
  'bookings-without-notes': [
    'bookings do not carry the notes',
    on().answers(without('/notes')),
    { profile: { booking: { notes: null } } },
  ],
  'one-availability-object': [
    'the availability check answers one availability, and no array',
    sends(
      ({ reply }) => reply?.kind === 'availability',
      (answer) => ({ ...answer, body: firstOfLists(answer.body ?? null) }),
    ),
  ],
  'reserve-needs-minutes-and-key': [
    'reserve without expirationMinutes or without an idempotency key is refused',
    needs('reserve', 'expirationMinutes', 'idempotencyKey'),
  ],
  'sold-in-the-default-currency-only': [
    'bookings in another currency than EUR are refused: these products are sold in no other',
    refuses('reserve', 'currency', (currency) => currency !== 'EUR'),
  ],
  'minutes-moved-into-range': [
    'reserve moves minutes outside the range to its bound',
    together(
      takes('reserve', 'expirationMinutes', whole()),
      counts('reserve', (minutes) => Math.min(200, Math.max(20, minutes))),
    ),
    { warns: ['8/expiration-outside-refused-not-clamped-reserve'] },
  ],
  'minutes-as-text-understood': [
    'reserve takes "25" for 25 minutes, and null for none at all',
    together(
      takes(
        'reserve',
        'expirationMinutes',
        (value) => value === null || (typeof value === 'string' && whole(20, 200)(Number(value))),
      ),
      counts('reserve', (minutes, value) => (value === null ? 30 : minutes)),
    ),
    { warns: ['8/expiration-not-integer-refused-reserve'] },
  ],
  'starts-are-suggestions': [
    'the availability check names two starts a day, and any minute to come can be reserved',
    rule('slot', (usual, id, ctx) => {
      const [, optionId = '', text = ''] = /^(opt-[a-z]+)_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)$/.exec(id) ?? []
      const [option, start] = [productOptions.find((each) => each.optionId === optionId), Date.parse(text)]
      const isSold = option?.departs === 'daily' && start > ctx.now
      return usual(id, ctx) ?? (isSold ? { ...option, availabilityId: id, start } : undefined)
    }),
  ],
  'keys-of-any-form-of-a-uuid': [
    'an idempotency key may be written in any form that readers of UUIDs take: without hyphens, in braces, as a URN, with leading zeros left out',
    takes('reserve', 'idempotencyKey', (value) =>
      /^(urn:uuid:)?\{?([\da-f]{32}|[\da-f]{1,8}(-[\da-f]{1,4}){3}-[\da-f]{1,12})\}?$/i.test(textOf(value).trim()),
    ),
  ],
  'reserve-takes-it-easy': [
    'reserve needs the availabilityId alone, and takes any notes, ids, key and currency that it can make sense of',
    together(
      readsInList('optionId'),
      readsInList('productId'),
      takes('reserve', 'notes', anything),
      takes('reserve', 'idempotencyKey', ofType('string')),
      rules((base) => ({
        required: (ctx) => (ctx.operation === 'reserve' ? ['availabilityId'] : base.required(ctx)),
        acceptsCurrency: (value, ctx) => ctx.operation === 'reserve' || base.acceptsCurrency(value, ctx),
        currency: (asked, option, ctx) =>
          base.currency(base.acceptsCurrency(asked, ctx) ? asked : undefined, option, ctx),
      })),
    ),
    {
      warns: [
        '4.2/option-id-missing-refused',
        '4.2/option-id-mistyped-refused',
        '4.2/product-id-missing-refused',
        '4.2/product-id-mistyped-refused',
        '4.2/notes-mistyped-refused',
        '4.2/idempotency-key-not-uuid-refused',
        '4.2/currency-unavailable-refused',
        '4.2/currency-mistyped-refused',
      ],
    },
  ],
})

/** Every array of a body replaced with its first item, where it has one. */
function firstOfLists(json: Json): Json {
  if (Array.isArray(json)) {
    const [first] = json
    return first === undefined ? [] : firstOfLists(first)
  }
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, firstOfLists(value)]))
}

function metKey({ call }: Context): string {
  return `another reserve met ${textOf(call.input.idempotencyKey)}`
}

/** Notes whether another reserve of the same, with another key, comes within a moment. */
async function seeWhoComes(ctx: Context): Promise<void> {
  const { memory } = ctx.state
  const name = `reserves of ${textOf(ctx.call.input.availabilityId)}`
  const known = memory.get(name)
  const underway: Set<string> = known instanceof Set ? known : new Set()
  const mine = metKey(ctx)
  memory.set(name, underway.add(mine))
  if (underway.size > 1) for (const each of underway) memory.set(each, true)
  await pause(10)
  underway.delete(mine)
}

function keyAtWork({ call }: Context): string {
  return `at work with ${textOf(call.input.idempotencyKey)}`
}

async function refuseKeyAtWork(ctx: Context): Promise<void> {
  const { memory } = ctx.state
  if (ctx.call.input.idempotencyKey === undefined) return
  const name = keyAtWork(ctx)
  if (memory.has(name)) {
    await pause(240)
    throw new Refused('CONFLICT', 'another reserve is at work with this idempotency key')
  }
  memory.set(name, true)
  await pause(10)
}
