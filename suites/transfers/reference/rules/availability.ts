import { productOptions, type ProductOption } from '../catalog.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Booking, Slot } from '../model.js'

/** What can be booked, when, and how often at a time. */
export interface AvailabilityRules {
  /** The option of a product; undefined: there is none of that name, or it belongs to another product. */
  option(productId: string, optionId: string, ctx: Context): ProductOption | undefined
  /** The slots between two days (milliseconds of their first and last moment), of those still to come. */
  slots(option: ProductOption, from: number, to: number, ctx: Context): readonly Slot[]
  /** The slot that an availabilityId names; undefined: unknown. */
  slot(availabilityId: string, ctx: Context): Slot | undefined
  /** Does the slot belong to the product and option that were named with it? */
  fits(slot: Slot, productId: string, optionId: string, ctx: Context): boolean
  /** Can it be booked now? `except` is a booking that is moved and so is not in its own way. */
  isFree(slot: Slot, except: Booking | null, ctx: Context): boolean
  /** How many bookings a slot takes at a time. */
  capacity(slot: Slot, ctx: Context): number
  /** Does this booking take a place in its slot? It may be a hold that has run out. */
  occupies(booking: Booking, ctx: Context): boolean
  showSlot(slot: Slot, ctx: Context): JsonObject
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const startsAt = [9, 14] as const
/** For how long what departs soon can still be cancelled. */
const soonMinutes = 45
const idForm = /^([a-z]+-[a-z]+)_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)$/

export const availabilityRules: AvailabilityRules = {
  option: (productId, optionId) =>
    productOptions.find((option) => option.productId === productId && option.optionId === optionId),
  slots: (option, from, to, { now }) => {
    // A late departure is the next one there is, whatever days were asked for.
    if (option.departs === 'late')
      return [6, 12].map((hours) => slotOf(option, Math.ceil(now / hour) * hour + hours * hour))
    if (option.departs === 'soon')
      return [slotOf(option, Math.ceil(now / minute) * minute + option.cutOffHours * hour + soonMinutes * minute)]
    const days = Array.from({ length: Math.floor((to - from) / day) + 1 }, (_, index) => from + index * day)
    return days
      .flatMap((midnight) => startsAt.map((hours) => slotOf(option, midnight + hours * hour)))
      .filter(({ start }) => start > now)
  },
  slot: (availabilityId) => {
    const [, optionId, text] = idForm.exec(availabilityId) ?? []
    const option = productOptions.find((candidate) => candidate.optionId === optionId)
    const start = Date.parse(text ?? '')
    if (option === undefined || Number.isNaN(start)) return undefined
    const isDaily = startsAt.some((hours) => start % day === hours * hour)
    return option.departs !== 'daily' || isDaily ? slotOf(option, start) : undefined
  },
  fits: (slot, productId, optionId) => slot.productId === productId && slot.optionId === optionId,
  isFree: (slot, except, ctx) => {
    const { rules, store, now, operation } = ctx
    if (slot.start <= now) return false
    // Listed all the same, as not available.
    if (isFull(slot, ctx)) return operation === 'availability'
    const capacity = rules.capacity(slot, ctx)
    if (capacity === Infinity) return true
    const taken = store
      .ofAvailability(slot.availabilityId)
      .filter((booking) => booking.serial !== except?.serial && rules.occupies(booking, ctx))
    return taken.length < capacity
  },
  capacity: () => Infinity,
  occupies: (booking, ctx) =>
    booking.status === 'CONFIRMED' ||
    booking.status === 'REDEEMED' ||
    (booking.status === 'ON_HOLD' && !ctx.rules.isOver(booking, ctx)),
  showSlot: (slot, ctx) => ({
    availabilityId: slot.availabilityId,
    start: ctx.rules.showTime(slot.start, ctx),
    available: !isFull(slot, ctx),
  }),
}

function isFull({ productId, optionId }: Slot, ctx: Context): boolean {
  return ctx.rules.option(productId, optionId, ctx)?.isFull === true
}

function slotOf({ productId, optionId }: ProductOption, start: number): Slot {
  return { availabilityId: `${optionId}_${new Date(start).toISOString().slice(0, 16)}Z`, productId, optionId, start }
}
