import { defaultProfile, valueAt, type OperationName } from '../vocabulary/index.js'
import type { Learning } from './learning.js'

/** Inputs whose names the documents do not show: what was sent there and seen in no answer may have gone nowhere. */
const inputs: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  reserve: ['notes', 'idempotencyKey'],
  confirm: ['reference', 'emailReceipt'],
  update: ['reference', 'emailReceipt'],
  cancel: ['reason'],
  list: ['page', 'pageSize', 'sortField', 'sortOrder', 'bookingType'],
}
const ofBookings = ['get', 'list', 'extend', 'confirm', 'update', 'cancel'] as const
const places = ['id', 'reference', 'notes', 'holdEnd', 'emailReceipt'] as const
const prices = ['total', 'net', 'taxes', 'taxAmount', 'currency', 'currencyPrecision'] as const

/**
 * Leaves a line for whatever was not found, with what octospec assumes until it is written.
 * @param over why nothing more was asked; null: all was asked that it asks
 */
export function leaveLines({ interview: { draft, bookings }, plans }: Learning, over: string | null): void {
  const leave = (key: readonly string[], why: string): void =>
    draft.miss(key, valueAt(defaultProfile(), key) ?? null, why)
  for (const [name, fields] of Object.entries(inputs))
    // The names of a table that is keyed by them.
    if (plans.has(name as OperationName))
      for (const field of fields)
        leave(
          ['operations', name, field],
          over === null ? 'no answer showed what was sent there' : `not looked for: ${over}`,
        )
  const isLost = (name: OperationName): boolean => !plans.has(name) && draft.read(['operations', name]) !== null
  const lost = ofBookings.filter((name) => isLost(name) && draft.read(['operations', name, 'request']) === undefined)
  // Where so much is elsewhere, it may be by commands.
  for (const name of lost.length > 1 ? lost : []) {
    if (name !== 'list') draft.miss(['operations', name, 'id'], 'body:/id', 'where its path has no {id} in it')
    draft.miss(['operations', name, 'body'], { command: name }, 'where one path takes several operations')
  }
  leave(['hold', 'graceSeconds'], 'how late a hold is noticed to have ended takes its time to see')
  if (bookings.length === 0) return
  for (const place of places) leave(['booking', place], 'nothing in an answer was known for it')
  for (const price of prices) leave(['booking', 'pricing', price], 'nothing in an answer looks like it')
}
