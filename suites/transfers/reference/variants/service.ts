import type { Variant } from '../change.js'
import { on, put } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together } from '../changes/shown.js'
import { allows, makes, of } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Slot } from '../model.js'
import { seededUuid } from '../random.js'
import { exclusiveVan, moreDays, vanTakes } from './places.js'

const sweeping = 50_000
/** So many days, each by itself, in the words of either dialect. */
const singleDays = (length: number): JsonObject[] =>
  Array.from({ length }, (_, day) => ({
    localDateStart: `{today+${20 + day}}`,
    localDateEnd: `{today+${20 + day}}`,
    window: { from: `{today+${20 + day}}`, to: `{today+${20 + day}}` },
  }))
const takesOne = rule('capacity', () => 1)

/** Other legal decisions of the service itself. */
export const serviceVariants: readonly Variant[] = variants({
  'exclusive-availability': [
    'an availability takes one booking at a time',
    takesOne,
    { profile: { availability: { exclusive: true }, operations: moreDays } },
  ],
  'check-of-what-is-sold-out-refused': [
    'an availability takes two bookings, each check tells of one day, and that of a day which is sold out is refused',
    rules((base) => ({
      capacity: () => 2,
      afterReply: (reply, ctx) => {
        const usual = base.afterReply(reply, ctx)
        return usual.kind === 'availability' && usual.slots.length === 0
          ? { kind: 'refused', code: 'NOT_AVAILABLE', message: 'nothing is left on that day' }
          : usual
      },
    })),
    { profile: { bookable: { standard: { availability: singleDays(40) } } } },
  ],
  'availability-ids-of-each-account': [
    'an availabilityId is known to the account that was told it, and to no other one; each check tells of one start, which takes one booking and is named when that is taken, too',
    rules((base) => ({
      capacity: () => 1,
      slots: (option, from, to, ctx) => base.slots(option, from, to, ctx).slice(0, option.departs === 'daily' ? 1 : 2),
      showSlot: (slot, ctx) => {
        const shown = base.showSlot(slot, ctx)
        const available = shown['available'] === true && base.isFree(slot, null, ctx)
        return { ...shown, availabilityId: `${slot.availabilityId}~${ctx.reseller ?? ''}`, available }
      },
      isFree: (slot, except, ctx) =>
        ctx.operation === 'availability' ? slot.start > ctx.now : base.isFree(slot, except, ctx),
      slot: (availabilityId, ctx) => {
        const [own = '', reseller] = availabilityId.split('~')
        return reseller === ctx.reseller ? base.slot(own, ctx) : undefined
      },
    })),
    { profile: { availability: { exclusive: true }, bookable: { standard: { availability: singleDays(90) } } } },
  ],
  'places-swept-free': [
    'an availability takes one booking at a time, and holds that have run out give it back when somebody sweeps, every 50 seconds',
    {
      ...takesOne,
      rules: (base) => ({
        ...takesOne.rules?.(base),
        occupies: (booking, ctx) => base.occupies(booking, { ...ctx, now: Math.floor(ctx.now / sweeping) * sweeping }),
      }),
    },
    { profile: { availability: { exclusive: true }, operations: moreDays } },
  ],
  'left-places-swept-free': [
    'an availability takes one booking at a time, and what bookings left that were moved is given back when somebody sweeps, every 300 ms',
    {
      ...takesOne,
      rules: (base) => ({
        ...takesOne.rules?.(base),
        isFree: (slot, except, ctx) =>
          base.isFree(slot, except, ctx) && (ctx.operation !== 'reserve' || !isUnswept(slot, ctx)),
      }),
    },
    { profile: { availability: { exclusive: true }, reads: { settleSeconds: 0.5 }, operations: moreDays } },
  ],
  'check-hears-of-holds-late': [
    'an availability takes one booking at a time, and the check hears of it 300 ms later',
    {
      ...takesOne,
      rules: (base) => ({
        ...takesOne.rules?.(base),
        occupies: (booking, ctx) =>
          base.occupies(booking, ctx) && (ctx.operation !== 'availability' || booking.updatedAt <= ctx.now - 300),
      }),
    },
    { profile: { availability: { exclusive: true }, reads: { settleSeconds: 0.5 }, operations: moreDays } },
  ],
  'one-place-a-slot': [
    'an availability takes one booking at a time, which the profile does not say, and is on offer all the same',
    takesOne,
    { profile: { operations: moreDays } },
  ],
  'van-has-one-place-a-day': [
    'a van departs once a day, takes one booking, and a check tells of one day only; a sedan has room for all',
    rules((base) => ({
      ...vanTakes(() => 1)(base),
      slots: (option, from, to, ctx) => {
        const slots = base.slots(option, from, to, ctx)
        return option.optionId === 'opt-van' ? slots.slice(0, 1) : slots
      },
      isFree: (slot, except, ctx) => base.isFree(slot, except, ctx) || (slot.optionId === 'opt-van' && isAsked(ctx)),
      showSlot: (slot, ctx) => ({
        ...base.showSlot(slot, ctx),
        ...(slot.optionId === 'opt-van' && { available: base.isFree(slot, null, { ...ctx, operation: 'reserve' }) }),
      }),
    })),
    { profile: exclusiveVan({ availability: Array.from({ length: 16 }, (_, day) => onDay(day)) }) },
  ],
  'sold-out-not-named': [
    'the availability check leaves out what is sold out',
    rule(
      'isFree',
      (usual, slot, except, ctx) =>
        usual(slot, except, ctx) && ctx.rules.option(slot.productId, slot.optionId, ctx)?.isFull !== true,
    ),
  ],
  'sold-out-given-back': [
    'what was sold out is on offer again, and can be had',
    rule('option', (usual, productId, optionId, ctx) => {
      const option = usual(productId, optionId, ctx)
      return option && { ...option, isFull: false }
    }),
  ],
  'late-start-not-sold': [
    'what starts too soon to be cancelled is on offer, and nobody gets it',
    rule(
      'isFree',
      (usual, slot, except, ctx) =>
        usual(slot, except, ctx) && (ctx.operation === 'availability' || slot.start - ctx.now > 86_400_000),
    ),
  ],
  'never-refunded': [
    'two things are never refunded, whenever they start, and the profile names them',
    rules(() => ({})),
    {
      profile: {
        bookable: {
          late: ['opt-final', 'opt-finalvan'].map((optionId) => ({
            productId: 'prod-final',
            optionId,
            defaultCurrency: 'EUR',
          })),
        },
      },
    },
  ],
  'sold-out-availability-listed': [
    'every other availability is sold out, and listed all the same, as not available',
    rules((base) => ({
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && (ctx.operation === 'availability' || !isSoldOut(slot)),
      showSlot: (slot, ctx) => ({ ...base.showSlot(slot, ctx), ...(isSoldOut(slot) && { available: false }) }),
    })),
  ],
  'room-for-a-few': [
    'there are places for nine bookings in all; what is full is listed as not available',
    rules((base) => ({
      capacity: () => 3,
      isFree: (slot, except, ctx) => (isAsked(ctx) ? slot.start > ctx.now : base.isFree(slot, except, ctx)),
      showSlot: (slot, ctx) => ({
        ...base.showSlot(slot, ctx),
        available: base.isFree(slot, null, { ...ctx, operation: 'reserve' }),
      }),
    })),
    {
      profile: {
        operations: {
          availability: {
            body: {
              localDateStart: '{today+30}',
              localDateEnd: '{today+30}',
              window: { from: '{today+20}', to: '{today+20}' },
            },
          },
        },
      },
    },
  ],
  'full-in-its-own-words': [
    'an availability takes one booking; one that is full, as every other afternoon is from the start, is listed with no places left',
    rules((base) => ({
      capacity: () => 1,
      isFree: (slot, except, ctx) =>
        isAsked(ctx) ? slot.start > ctx.now : !isSoldOut(slot) && base.isFree(slot, except, ctx),
      showSlot: (slot, ctx) => {
        const { available: _, ...shown } = base.showSlot(slot, ctx)
        const isFree = !isSoldOut(slot) && base.isFree(slot, null, { ...ctx, operation: 'reserve' })
        return { ...shown, places: isFree ? 1 : 0 }
      },
    })),
    {
      profile: {
        availability: { exclusive: true },
        operations: { availability: { ...moreDays.availability, full: { at: '/places' } } },
      },
    },
  ],
  'availability-ids-for-one-use': [
    'each availability check makes one availabilityId, which can be used once',
    rules((base) => ({
      slots: (option, from, to, ctx) =>
        base
          .slots(option, from, to, ctx)
          .slice(0, 1)
          .map((slot) => ({ ...slot, availabilityId: `${slot.availabilityId}~${ctx.state.count('one use')}` })),
      slot: (id, ctx) => {
        const [, usual = '', number = ''] = /^(.*)~(\d{1,6})$/.exec(id) ?? []
        const slot = number === '' ? undefined : base.slot(usual, ctx)
        return slot && { ...slot, availabilityId: id }
      },
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) &&
        ctx.store.ofAvailability(slot.availabilityId).every(({ serial }) => serial === except?.serial),
    })),
    { profile: { availability: { exclusive: true } } },
  ],
  'availability-ids-with-a-nonce': [
    'an availabilityId has a part that is new at each check and means nothing; a van takes one booking, a sedan has room for all',
    rules((base) => ({
      slots: (option, from, to, ctx) =>
        base.slots(option, from, to, ctx).map((slot) => ({ ...slot, availabilityId: withNonce(slot, ctx) })),
      slot: (id, ctx) => base.slot(withoutNonce(id), ctx),
      ...vanTakes(() => 1)(base),
    })),
    { profile: exclusiveVan() },
  ],
  'ids-need-escaping': [
    'ids of bookings and availabilities have characters that a URL or a form must escape',
    rules((base) => ({
      bookingId: (serial, key, ctx) => `${base.bookingId(serial, key, ctx)}/ü ?#%2F+&${serial}`,
      slots: (option, from, to, ctx) =>
        base.slots(option, from, to, ctx).map((slot) => ({ ...slot, availabilityId: `${slot.availabilityId}:+/?` })),
      slot: (id, ctx) => {
        const slot = id.endsWith(':+/?') ? base.slot(id.slice(0, -4), ctx) : undefined
        return slot && { ...slot, availabilityId: id }
      },
    })),
  ],
  'confirm-is-idempotent': [
    'confirm of a confirmed booking answers it unchanged',
    together(
      allows('confirm', of('CONFIRMED')),
      makes('confirm', (_made, before) => (before.status === 'CONFIRMED' ? before : {})),
    ),
  ],
  'expired-hold-is-gone': [
    'a hold that has run out is not found any more',
    rule('sees', (usual, booking, ctx) => booking.status !== 'EXPIRED' && usual(booking, ctx)),
  ],
  'sort-orders-as-documented': [
    'the sort orders of the list have the names that the documents have for them',
    rules(() => ({})),
    { profile: { operations: { list: { values: { ascending: 'ASCENDING', descending: 'DESCENDING' } } } } },
  ],
  'distance-in-miles': ['distanceUnit is MI', on('transfers').answers(put('/distanceUnit', 'MI'))],
})

/** `sedan.2e1x0c~` and a nonce: what the slot is, in its first half. */
function withNonce({ optionId, start }: Slot, ctx: Context): string {
  const nonce = seededUuid(ctx.random, 'nonce', ctx.state.count('nonce'))
  return `${optionId.replace('opt-', '')}.${(start / 60_000).toString(36)}~${nonce}`
}

/** The id of the slot, as it usually is; any other as it came. */
function withoutNonce(id: string): string {
  const [, option = '', minutes = ''] = /^([a-z]+)\.([0-9a-z]{4,8})~[0-9a-f-]{36}$/.exec(id) ?? []
  return minutes === ''
    ? id
    : `opt-${option}_${new Date(Number.parseInt(minutes, 36) * 60_000).toISOString().slice(0, 16)}Z`
}

function isAsked({ operation }: Context): boolean {
  return operation === 'availability'
}

/** A check of one day, in the words of either dialect. */
function onDay(day: number): JsonObject {
  const [date, other] = [`{today+${30 + day}}`, `{today+${20 + day}}`]
  return { localDateStart: date, localDateEnd: date, window: { from: other, to: other } }
}

/** The second of each day. */
function isSoldOut({ start }: Slot): boolean {
  const date = new Date(start)
  return date.getUTCHours() === 14 && date.getUTCDate() % 2 === 0
}

/** Whether a booking was moved away from a slot since the last sweep. */
function isUnswept({ availabilityId }: Slot, { store, now }: Context): boolean {
  const swept = Math.floor(now / 300) * 300
  return store.serials().some((serial) => {
    const versions = store.versions(serial)
    return versions.some((each, index) => {
      const next = versions[index + 1]
      return (
        each.availabilityId === availabilityId &&
        next !== undefined &&
        next.availabilityId !== availabilityId &&
        next.updatedAt >= swept
      )
    })
  })
}
