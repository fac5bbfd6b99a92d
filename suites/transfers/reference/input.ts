import type { Context } from './context.js'
import { textOf } from './json.js'
import { Refused, type Field, type OperationName } from './model.js'

const fieldsOf: Readonly<Partial<Record<OperationName, readonly Field[]>>> = {
  transfers: ['currency'],
  availability: ['productId', 'optionId', 'from', 'to'],
  reserve: ['availabilityId', 'optionId', 'productId', 'expirationMinutes', 'currency', 'notes', 'idempotencyKey'],
  extend: ['expirationMinutes'],
  confirm: ['emailReceipt', 'reference'],
  cancel: ['reason'],
  list: ['page', 'pageSize', 'sortField', 'sortOrder', 'bookingType', 'reference'],
}

/** The fields that an operation takes note of. Any other is ignored. */
export function fields(ctx: Context): readonly Field[] {
  return ctx.operation === 'update' ? ctx.rules.updatable(ctx) : (fieldsOf[ctx.operation] ?? [])
}

/**
 * Checks everything that was sent, before anything is changed.
 * @throws Refused
 */
export function checkInput(ctx: Context): void {
  const { rules } = ctx
  const { input, unknownFields } = ctx.call
  if (unknownFields.length > 0 && rules.refusesUnknownFields(unknownFields, ctx))
    throw new Refused('BAD_REQUEST', 'the body has members that are not known')
  for (const field of rules.required(ctx))
    if (input[field] === undefined || input[field] === null) throw new Refused('BAD_REQUEST', `${field} is missing`)
  for (const field of fields(ctx)) {
    const value = input[field]
    if (value === undefined) continue
    if (field === 'expirationMinutes') {
      if (!rules.acceptsMinutes(value, ctx))
        throw new Refused('INVALID_EXPIRATION', 'expirationMinutes must be a whole number from 20 to 200')
    } else if (field === 'currency') {
      if (!rules.acceptsCurrency(value, ctx)) throw new Refused('INVALID_CURRENCY', 'this currency is not available')
    } else if (!rules.accepts(field, value, ctx)) throw new Refused('BAD_REQUEST', `${field} is not valid`)
  }
}

/** A text field that was checked; undefined: not sent. What a lenient fault let through becomes text. */
export function text(ctx: Context, field: Field): string | null | undefined {
  const value = fields(ctx).includes(field) ? ctx.call.input[field] : undefined
  return value === undefined || value === null ? value : textOf(value)
}

/** A number field that was checked; undefined: not sent. */
export function number(ctx: Context, field: Field): number | undefined {
  const value = ctx.call.input[field]
  return value === undefined ? undefined : Number(value)
}

/** The minutes that were sent and checked; undefined: not sent. */
export function minutes(ctx: Context): number | undefined {
  const value = fields(ctx).includes('expirationMinutes') ? ctx.call.input.expirationMinutes : undefined
  return value === undefined ? undefined : ctx.rules.minutes(value, ctx)
}
