import { editOptionPricing, editTransfer } from '../edit.js'
import type { Fault } from '../fault.js'

/** Sections 2.1 to 2.4 and 4.1: the transfer and its prices. */
export const transferFaults: readonly Fault[] = [
  {
    name: 'transfer-distance-unit-missing',
    clause: '2.1/distance-unit',
    title: 'a transfer has no distanceUnit',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editTransfer(base.afterReply(reply, ctx), (transfer) => {
          delete transfer['distanceUnit']
        }),
    }),
  },
  {
    name: 'last-option-original-below-retail',
    clause: '2.4/original-not-below-retail',
    title: 'the original price of the last option is below its retail price',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptionPricing(base.afterReply(reply, ctx), (pricing, _option, position) => {
          if (position === 2) pricing['original'] = Number(pricing['retail']) - 1
        }),
    }),
  },
  {
    name: 'transfer-gbp-priced-in-eur',
    clause: '4.1/currency-asked-is-priced',
    title: 'transfers asked for in GBP are priced in EUR',
    rules: (base) => ({
      currency: (asked, option, ctx) =>
        base.currency(ctx.operation === 'transfers' && asked === 'GBP' ? 'EUR' : asked, option, ctx),
    }),
  },
]
