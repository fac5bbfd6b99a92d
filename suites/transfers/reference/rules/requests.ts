import type { Context, State } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Booking, Call, Field, Reply, Reseller } from '../model.js'

/** The caller, its capabilities, what it may see (section 5), and the two hooks around every call. */
export interface CallerRules {
  /** Before anything else: the call as the service takes it. */
  beforeCall(call: Call, state: State): Call
  /** Whom the service takes the caller for; null: the call is refused. */
  caller(call: Call, state: State): Reseller | null
  /** The capabilities that a call switches on. */
  capabilities(call: Call, state: State): readonly string[]
  /** Is a call refused for the capabilities that it asks for, or does not ask for? */
  refusesCapabilities(ctx: Context): boolean
  /** May the caller see this booking (as it is now), in this operation? If not, it does not exist for them. */
  sees(booking: Booking, ctx: Context): boolean
  /** Runs last: the reply is fresh and may be edited in place or replaced. Refusals come through here too. */
  afterReply(reply: Reply, ctx: Context): Reply
}

/** Section 5. */
export const callerRules: CallerRules = {
  beforeCall: (call) => call,
  caller: (call) => call.reseller,
  capabilities: ({ capabilityHeader }) => {
    const asked = (capabilityHeader?.value ?? '').split(',').map((name) => name.trim())
    return asked.includes('octo/pricing') ? ['octo/pricing'] : []
  },
  // What is not known is ignored.
  refusesCapabilities: () => false,
  sees: (booking, ctx) => booking.reseller === ctx.reseller,
  afterReply: (reply) => reply,
}

/** Which inputs are accepted. A field that is not accepted refuses the call, before anything is changed. */
export interface RequestRules {
  /** Fields without which the operation is refused. */
  required(ctx: Context): readonly Field[]
  /** Is this value of the right type? Only asked of fields that were sent; minutes and currency have own rules. */
  accepts(field: Field, value: unknown, ctx: Context): boolean
  /** Are members of a body that mean nothing here refused? */
  refusesUnknownFields(names: readonly string[], ctx: Context): boolean
  /** Are these minutes accepted? Only asked where minutes were sent. */
  acceptsMinutes(value: unknown, ctx: Context): boolean
  /** The minutes that accepted minutes stand for. */
  minutes(value: unknown, ctx: Context): number
  /** The minutes when a reserve names none. */
  defaultMinutes(ctx: Context): number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const text = (value: unknown): boolean => typeof value === 'string'
const textOrNull = (value: unknown): boolean => value === null || text(value)
const positive = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1

const types: Partial<Record<Field, (value: unknown) => boolean>> = {
  availabilityId: text,
  optionId: text,
  productId: text,
  notes: textOrNull,
  reference: textOrNull,
  reason: textOrNull,
  emailReceipt: (value) => typeof value === 'boolean',
  idempotencyKey: (value) => typeof value === 'string' && uuid.test(value),
  page: positive,
  pageSize: positive,
  sortField: (value) => value === 'price' || value === 'createdAt',
  sortOrder: (value) => ['ascending', 'descending', 'Descending'].some((word) => word === value),
  bookingType: text,
  from: isDay,
  to: isDay,
}

/** Sections 4.2, 4.3 and 8. */
export const requestRules: RequestRules = {
  required: ({ operation }) => {
    if (operation === 'reserve') return ['availabilityId', 'optionId', 'productId']
    if (operation === 'availability') return ['optionId', 'productId']
    return operation === 'extend' ? ['expirationMinutes'] : []
  },
  accepts: (field, value) => types[field]?.(value) ?? true,
  refusesUnknownFields: () => false,
  acceptsMinutes: (value) => Number.isInteger(value) && Number(value) >= 20 && Number(value) <= 200,
  minutes: (value) => Number(value),
  defaultMinutes: () => 30,
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

/** How a list is sorted. `field` is `price`, or null for the default: by creation, newest first. */
export interface Order {
  readonly field: 'price' | null
  readonly descending: boolean
}

/** Get bookings (section 4.3): which, in which order, which page. */
export interface ListRules {
  /** Is this booking (visible to the caller, as it is now) in the list? */
  isListed(booking: Booking, ctx: Context): boolean
  /** How two bookings are ordered; never 0 for two different ones, so that pages are stable. */
  compare(a: Booking, b: Booking, order: Order, ctx: Context): number
  defaultPageSize(ctx: Context): number
  /** The size in force for a size that was asked for. */
  pageSize(asked: number, ctx: Context): number
  /** The page out of the sorted list; the first is 1. */
  page(sorted: readonly Booking[], page: number, size: number, ctx: Context): readonly Booking[]
  /** How many bookings it says there are. */
  total(sorted: readonly Booking[], ctx: Context): number
}

const maximumPageSize = 100

export const listRules: ListRules = {
  // A list of a type that there is none of is empty.
  isListed: ({ productId, optionId }, ctx) => {
    const { bookingType } = ctx.call.input
    return bookingType === undefined || bookingType === (ctx.rules.option(productId, optionId, ctx)?.type ?? 'product')
  },
  compare: (a, b, { field, descending }, ctx) => {
    const difference = field === 'price' ? decimalTotal(a, ctx) - decimalTotal(b, ctx) : 0
    return (difference || a.serial - b.serial) * (descending ? -1 : 1)
  },
  defaultPageSize: () => 20,
  pageSize: (asked) => Math.min(asked, maximumPageSize),
  page: (sorted, page, size) => sorted.slice((page - 1) * size, page * size),
  total: (sorted) => sorted.length,
}

function decimalTotal(booking: Booking, ctx: Context): number {
  const { total, currencyPrecision } = ctx.rules.bookingPrice(booking, ctx)
  return total / 10 ** currencyPrecision
}

/** How a booking is shown. */
export interface ViewRules {
  /** The booking as an answer shows it, in the service's own names (see `Reply`). */
  showBooking(booking: Booking, ctx: Context): JsonObject
  /** A time as text: ISO 8601, UTC. */
  showTime(time: number, ctx: Context): string
}

export const viewRules: ViewRules = {
  showBooking: (booking, ctx) => {
    const { rules } = ctx
    const time = (value: number | null): string | null => (value === null ? null : rules.showTime(value, ctx))
    return {
      id: booking.id,
      idempotencyKey: booking.idempotencyKey,
      status: booking.status,
      cancellable: rules.cancellable(booking, ctx),
      expirationMinutes: booking.expirationMinutes,
      createdAt: time(booking.createdAt),
      updatedAt: time(booking.updatedAt),
      holdEnd: time(booking.holdEnd),
      confirmedAt: time(booking.confirmedAt),
      redeemedAt: time(booking.redeemedAt),
      reference: booking.reference,
      notes: booking.notes,
      emailReceipt: booking.emailReceipt,
      availabilityId: booking.availabilityId,
      productId: booking.productId,
      optionId: booking.optionId,
      cancellation: booking.cancellation && { reason: booking.cancellation.reason, at: time(booking.cancellation.at) },
      ...(rules.showsPrices(ctx) && { pricing: rules.showBookingPricing(rules.bookingPrice(booking, ctx), ctx) }),
    }
  },
  showTime: (time) => new Date(time).toISOString(),
}
