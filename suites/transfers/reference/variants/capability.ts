import { editBookings, editOptions, editTransfer } from '../edit.js'
import type { Variant } from '../variant.js'

/** Other legal ways with the pricing capability (sections 5 and 9). */
export const capabilityVariants: readonly Variant[] = [
  {
    name: 'unknown-capabilities-refused',
    title: 'a call that asks for a capability that is not known is refused',
    rules: (base) => ({
      refusesCapabilities: (ctx) => {
        const names = (ctx.call.capabilityHeader?.value ?? 'octo/pricing').split(',').map((name) => name.trim())
        return names.some((name) => name !== 'octo/pricing') || base.refusesCapabilities(ctx)
      },
    }),
  },
  {
    name: 'capabilities-never-echoed',
    title: 'answers do not say which capabilities are in force',
    warns: ['5/capability-echoed'],
    wire: (base) => ({
      headers: (headers, exchange) => {
        const { 'octo-capabilities': _, ...rest } = base.headers(headers, exchange)
        return rest
      },
    }),
  },
  {
    name: 'capabilities-echoed-among-others',
    title: 'answers name all capabilities that the service has, in another order and spacing',
    wire: (base) => ({
      headers: (headers, exchange) => ({
        ...base.headers(headers, exchange),
        'octo-capabilities': 'octo/content,octo/pricing ,octo/webhooks',
      }),
    }),
  },
  {
    name: 'capability-list-spaces-matter',
    title: 'a capability with spaces around it is not recognised',
    warns: ['5/capability-list-spacing'],
    rules: () => ({
      capabilities: ({ capabilityHeader }) =>
        (capabilityHeader?.value ?? '').split(',').includes('octo/pricing') ? ['octo/pricing'] : [],
    }),
  },
  {
    name: 'currencies-in-base-transfers',
    title: 'options name their currencies without the capability too',
    warns: ['9/no-currencies-without-capability'],
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptions(base.afterReply(reply, ctx), (option) => {
          option['defaultCurrency'] ??= 'EUR'
          option['availableCurrencies'] ??= ['USD', 'EUR', 'GBP']
        }),
    }),
  },
  {
    name: 'pricing-null-without-capability',
    title: 'without the capability, pricing is there and null',
    rules: (base) => ({
      afterReply: (sent, ctx) => {
        const reply = editBookings(base.afterReply(sent, ctx), (booking) => void (booking['pricing'] ??= null))
        editTransfer(reply, (transfer) => {
          if (!ctx.rules.showsPrices(ctx)) transfer['pricing'] = null
        })
        return editOptions(reply, (option) => void (option['pricing'] ??= null))
      },
    }),
  },
  {
    name: 'unpriced-bookings-stay-unpriced',
    title: 'a booking that was reserved without the capability never carries prices',
    rules: (base) => ({
      afterReply: (sent, ctx) => {
        const key = 'unpriced-bookings-stay-unpriced'
        const unpriced = ctx.state.memory.get(key)
        const known = unpriced instanceof Set ? unpriced : new Set()
        ctx.state.memory.set(key, known)
        return editBookings(base.afterReply(sent, ctx), (booking) => {
          if (ctx.operation === 'reserve' && booking['pricing'] === undefined) known.add(booking['id'])
          if (known.has(booking['id'])) delete booking['pricing']
        })
      },
    }),
  },
]
