import { editBookingPricing } from '../edit.js'
import type { Fault } from '../fault.js'

/** Section 4.2: the currency of a booking. */
export const reserveCurrencyFaults: readonly Fault[] = [
  {
    name: 'reserve-ignores-currency',
    clause: '4.2/currency-asked-is-priced',
    title: 'a booking is always priced in the default currency',
    rules: (base) => ({
      currency: (asked, option, ctx) => base.currency(ctx.operation === 'reserve' ? undefined : asked, option, ctx),
    }),
  },
  {
    name: 'reserve-in-gbp-priced-in-usd',
    clause: '4.2/currency-asked-is-priced',
    title: 'a booking in GBP is priced in USD',
    rules: (base) => ({
      currency: (asked, option, ctx) =>
        base.currency(ctx.operation === 'reserve' && asked === 'GBP' ? 'USD' : asked, option, ctx),
    }),
  },
  {
    name: 'reserve-refuses-default-currency',
    clause: '4.2/currency-asked-is-priced',
    title: 'a booking in EUR, the default currency of its option, is refused when it is asked for by name',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) && !(ctx.operation === 'reserve' && value === 'EUR'),
    }),
  },
  {
    name: 'reserve-without-currency-priced-in-usd',
    clause: '4.2/currency-omitted-default',
    title: 'a booking without a currency is priced in USD, which is not the default',
    rules: (base) => ({
      currency: (asked, option, ctx) =>
        base.currency(ctx.operation === 'reserve' && asked === undefined ? 'USD' : asked, option, ctx),
    }),
  },
  {
    name: 'reserve-prices-in-any-currency',
    clause: '4.2/currency-unavailable-never-priced',
    title: 'a booking is priced in any currency that is asked for',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) || (ctx.operation === 'reserve' && typeof value === 'string'),
    }),
  },
  {
    name: 'reserve-in-unavailable-currency-priced-in-default',
    clause: '4.2/currency-unavailable-refused',
    title: 'a booking in a currency that is not available is priced in the default currency',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) || (ctx.operation === 'reserve' && typeof value === 'string'),
      currency: (asked, option, ctx) =>
        base.currency(base.acceptsCurrency(asked, ctx) ? asked : undefined, option, ctx),
    }),
  },
  {
    name: 'reserve-takes-mistyped-currency',
    clause: '4.2/currency-mistyped-refused',
    title: 'a booking in the currency 978, a number, is priced in the default currency',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) || (ctx.operation === 'reserve' && typeof value === 'number'),
    }),
  },
  {
    name: 'get-prices-in-default-currency',
    clause: '4.2/currency-kept',
    title: 'get shows every booking in EUR',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          if (ctx.operation === 'get') pricing['currency'] = 'EUR'
        }),
    }),
  },
  {
    name: 'get-prices-gbp-in-usd',
    clause: '4.2/currency-kept',
    title: 'get shows a booking in GBP in USD',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          if (ctx.operation === 'get' && pricing['currency'] === 'GBP') pricing['currency'] = 'USD'
        }),
    }),
  },
  {
    name: 'currency-asked-becomes-the-default',
    clause: '4.2/currency-omitted-default',
    title: 'a reserve without a currency is priced in the one that the reseller asked for last',
    rules: (base) => ({
      currency: (asked, option, ctx) => {
        const name = `currency-asked-becomes-the-default ${ctx.reseller ?? ''}`
        if (ctx.operation !== 'reserve') return base.currency(asked, option, ctx)
        if (typeof asked === 'string') ctx.state.memory.set(name, asked)
        return base.currency(asked ?? ctx.state.memory.get(name), option, ctx)
      },
    }),
  },
]
