import type { Context } from '../context.js'
import type { Field } from '../model.js'

/** Which inputs are accepted. A field that is not accepted refuses the call, before anything is changed. */
export interface RequestRules {
  /** Fields without which the operation is refused. */
  required(ctx: Context): readonly Field[]
  /** Is this value of the right type for the field? Only asked for fields that were sent; minutes and currency have rules of their own. */
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
