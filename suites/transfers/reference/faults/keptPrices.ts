import { editBookingPricing } from '../edit.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { Booking, OperationName } from '../model.js'

/** One booking, and two answers that do not agree on what it costs, or on its notes. */
export const keptPriceFaults: readonly Fault[] = [
  answering('list', '4.3/list-agrees-with-get', 'list-shows-another-price', 'the list shows a cent more', addCent),
  answering(
    'list',
    '4.3/list-agrees-with-get',
    'list-shows-net-as-total',
    'the list shows total for net',
    (pricing) => {
      pricing['net'] = pricing['total'] ?? null
    },
  ),
  answering('list', '4.3/list-agrees-with-get', 'list-shows-another-currency', 'the list shows USD throughout', inUsd),
  answering(
    'confirm',
    '3/answer-agrees-with-get',
    'confirm-answers-another-price',
    'confirm answers a cent more',
    addCent,
  ),
  answering('confirm', '3/answer-agrees-with-get', 'confirm-answers-another-currency', 'confirm answers USD', inUsd, [
    '4.2/currency-kept',
  ]),
  answering(
    'cancel',
    '3/answer-agrees-with-get',
    'cancel-answers-no-price',
    'cancel answers a price of 0',
    (pricing) => {
      pricing['total'] = 0
    },
  ),
  answering('update', '3/update-persisted-get', 'update-answers-another-currency', 'update answers USD', inUsd),
  confirming('confirm-changes-currency', '4.2/currency-kept', 'a confirmed booking is in GBP', (booking) => ({
    ...booking,
    price: { ...booking.price, currency: 'GBP' },
  })),
  confirming('confirm-loses-notes', '4.2/notes-kept', 'confirm removes the notes', (booking) => ({
    ...booking,
    notes: null,
  })),
  {
    name: 'update-goes-back-to-default-currency',
    clause: '4.3/update-leaves-the-rest',
    title: 'an update of anything prices the booking in EUR again',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const updated = base.applyUpdate(booking, input, ctx)
        return { ...updated, currency: 'EUR', price: { ...updated.price, currency: 'EUR' } }
      },
    }),
  },
]

function answering(
  operation: OperationName,
  clause: string,
  name: string,
  title: string,
  edit: (pricing: JsonObject) => void,
  seenAs: readonly string[] = [],
): Fault {
  return {
    name,
    clause,
    seenAs,
    title,
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return ctx.operation === operation ? editBookingPricing(shown, edit) : shown
      },
    }),
  }
}

function confirming(name: string, clause: string, title: string, change: (booking: Booking) => Booking): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({ applyConfirm: (booking, input, ctx) => change(base.applyConfirm(booking, input, ctx)) }),
  }
}

function addCent(pricing: JsonObject): void {
  if (typeof pricing['total'] === 'number') pricing['total'] += 1
}

function inUsd(pricing: JsonObject): void {
  pricing['currency'] = 'USD'
}
