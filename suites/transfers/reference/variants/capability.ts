import { answersBookings } from '../../operations.js'
import { add, on, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, together } from '../changes/shown.js'
import { sendsHeaders } from '../changes/wires.js'
import type { Variant } from '../variant.js'
import { textOf } from '../textOf.js'

const always = (): boolean => true
const currencies = ['USD', 'EUR', 'GBP']

/** Other legal ways with the pricing capability (sections 5 and 9). */
export const capabilityVariants: readonly Variant[] = variants({
  'unknown-capabilities-refused': [
    'a call that asks for a capability that is not known is refused',
    rule('refusesCapabilities', (usual, ctx) => {
      const names = (ctx.call.capabilityHeader?.value ?? 'octo/pricing').split(',').map((name) => name.trim())
      return names.some((name) => name !== 'octo/pricing') || usual(ctx)
    }),
  ],
  'capabilities-never-echoed': [
    'answers do not say which capabilities are in force',
    sendsHeaders(always, () => ({ 'octo-capabilities': undefined })),
    { warns: ['5/capability-echoed'] },
  ],
  'capabilities-echoed-among-others': [
    'answers name all capabilities that the service has, in another order and spacing',
    sendsHeaders(always, () => ({ 'octo-capabilities': 'octo/content,octo/pricing ,octo/webhooks' })),
  ],
  'capability-list-spaces-matter': [
    'a capability with spaces around it is not recognised',
    rule('capabilities', (_usual, { capabilityHeader }) =>
      (capabilityHeader?.value ?? '').split(',').includes('octo/pricing') ? ['octo/pricing'] : [],
    ),
    { warns: ['5/capability-list-spacing'] },
  ],
  'currencies-in-base-transfers': [
    'options name their currencies without the capability too',
    on('transfers').answers(
      add('/options/*/defaultCurrency', 'EUR'),
      add('/options/*/availableCurrencies', currencies),
    ),
    { warns: ['9/no-currencies-without-capability'] },
  ],
  'pricing-null-without-capability': [
    'without the capability, pricing is there and null',
    together(
      on('transfers', ...answersBookings).answers(add('/pricing', null, ({ ctx }) => !ctx.rules.showsPrices(ctx))),
      on('transfers').answers(add('/options/*/pricing', null)),
    ),
  ],
  'unpriced-bookings-stay-unpriced': [
    'a booking that was reserved without the capability never carries prices',
    on().answers(
      without('/pricing', ({ item, ctx, reply }) => {
        const key = `unpriced-bookings-stay-unpriced ${ctx.reseller ?? ''} ${textOf(item['id'])}`
        if (reply.kind === 'booking' && reply.created && item['pricing'] === undefined) ctx.state.memory.set(key, true)
        return ctx.state.memory.has(key)
      }),
    ),
  ],
})
