import { defaultProfile, openFields, operationNames, valueAt, writes, type OperationName } from '../vocabulary/index.js'
import type { Learning } from './learning.js'

const ofBookings = ['get', 'list', ...writes] as const
const places = ['id', 'reference', 'notes', 'holdEnd', 'emailReceipt'] as const
const prices = ['total', 'net', 'taxes', 'taxAmount', 'currency', 'currencyPrecision'] as const

/**
 * Leaves a line for whatever was not found, with what octospec assumes until it is written.
 * @param over why nothing more was asked; null: all was asked that it asks
 */
export function leaveLines({ interview: { draft, bookings }, plans }: Learning, over: string | null): void {
  const leave = (key: readonly string[], why: string): void =>
    draft.miss(key, valueAt(defaultProfile(), key) ?? null, why)
  // What was sent where no document names an input, and seen in no answer, may have gone nowhere.
  for (const name of operationNames.filter((each) => plans.has(each)))
    for (const field of openFields(name))
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
