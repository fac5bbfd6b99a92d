import { editBookings, editOptions } from '../edit.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Call, OperationName } from '../model.js'
import type { Rules } from '../rules.js'

const asked = (call: Call): readonly string[] => (call.capabilityHeader?.value ?? '').split(',')
const priced = ['octo/pricing']

/** Sections 1.5, 5 and 9: the pricing capability. */
export const capabilityFaults: readonly Fault[] = [
  {
    name: 'capability-ignored-in-transfers',
    clause: '5/capability-enables-transfers',
    title: 'transfers never carry price data',
    rules: shows((base, ctx) => ctx.operation !== 'transfers' && base.showsPrices(ctx)),
  },
  {
    name: 'capability-ignored-in-bookings',
    clause: '5/capability-enables-bookings',
    title: 'bookings never carry price data',
    rules: shows((base, ctx) => ctx.operation === 'transfers' && base.showsPrices(ctx)),
  },
  {
    name: 'capability-only-as-the-first',
    clause: '5/capability-any-place',
    title: 'octo/pricing is recognised only as the first of the list',
    rules: () => ({ capabilities: (call) => (asked(call)[0]?.trim() === 'octo/pricing' ? priced : []) }),
  },
  {
    name: 'capability-only-as-the-first-in-transfers',
    clause: '5/capability-any-place',
    title: 'transfers recognise octo/pricing only as the first of the list',
    rules: (base) => ({
      capabilities: (call, state) =>
        call.operation === 'transfers' && !asked(call)[0]?.includes('octo/pricing')
          ? []
          : base.capabilities(call, state),
    }),
  },
  {
    name: 'capability-only-as-the-last',
    clause: '5/capability-beside-unknown',
    title: 'octo/pricing is recognised only as the last of the list',
    rules: () => ({ capabilities: (call) => (asked(call).at(-1)?.trim() === 'octo/pricing' ? priced : []) }),
  },
  {
    name: 'capability-list-not-trimmed',
    clause: '5/capability-list-spacing',
    title: 'spaces in the capability list are taken for parts of the names',
    rules: () => ({ capabilities: (call) => (asked(call).includes('octo/pricing') ? priced : []) }),
  },
  {
    name: 'capability-list-with-spaces-refused',
    clause: '5/capability-list-spacing',
    title: 'a capability list with spaces is refused',
    rules: (base) => ({
      refusesCapabilities: (ctx) =>
        (ctx.call.capabilityHeader?.value ?? '').includes(' ') || base.refusesCapabilities(ctx),
    }),
  },
  {
    name: 'capability-header-case-matters',
    clause: '5/header-name-any-case',
    title: 'the capability header is understood only as Octo-Capabilities',
    rules: (base) => ({
      capabilities: (call, state) =>
        call.capabilityHeader?.name === 'Octo-Capabilities' ? base.capabilities(call, state) : [],
    }),
  },
  {
    name: 'capability-header-upper-case-unknown',
    clause: '5/header-name-any-case',
    title: 'the capability header is not understood in upper case',
    rules: (base) => ({
      capabilities: (call, state) =>
        call.capabilityHeader?.name === 'OCTO-CAPABILITIES' ? [] : base.capabilities(call, state),
    }),
  },
  {
    name: 'capabilities-not-echoed',
    clause: '5/capability-echoed',
    title: 'answers do not name the capabilities in force',
    wire: (base) => ({
      headers: (headers, exchange) => {
        const { 'octo-capabilities': _, ...rest } = base.headers(headers, exchange)
        return rest
      },
    }),
  },
  {
    name: 'list-echoes-another-capability',
    clause: '5/capability-echoed',
    title: 'the list names another capability than the one in force',
    wire: (base) => ({
      headers: (headers, exchange) => {
        const usual = base.headers(headers, exchange)
        return exchange.operation === 'list' ? { ...usual, 'octo-capabilities': 'octo/content' } : usual
      },
    }),
  },
  ...(['transfers', 'reserve', 'get', 'list', 'extend', 'confirm', 'update', 'cancel'] as const).map(
    (operation): Fault => ({
      name: `prices-without-capability-${operation}`,
      clause: `9/no-pricing-without-capability-${operation}`,
      title: `${operation} carries price data without the capability too`,
      rules: shows((base, ctx) => ctx.operation === operation || base.showsPrices(ctx)),
    }),
  ),
  {
    name: 'reads-after-the-first-are-priced',
    clause: '9/no-pricing-without-capability-get',
    title: 'a booking that was read with prices is read with them ever after',
    rules: shows((base, ctx) => {
      const key = `reads-after-the-first-are-priced ${ctx.call.id ?? ''}`
      if (base.showsPrices(ctx)) ctx.state.memory.set(key, true)
      return base.showsPrices(ctx) || (ctx.operation === 'get' && ctx.state.memory.has(key))
    }),
  },
  {
    name: 'last-option-priced-without-capability',
    clause: '9/no-pricing-without-capability-transfers',
    title: 'the third option carries pricing without the capability too',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptions(base.afterReply(reply, ctx), (option, position) => {
          if (position === 2) option['pricing'] ??= { original: 100, retail: 100, net: 80 }
        }),
    }),
  },
  {
    name: 'currencies-without-capability-on-last',
    clause: '9/no-currencies-without-capability',
    title: 'the third option names its currencies without the capability too',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptions(base.afterReply(reply, ctx), (option, position) => {
          if (position !== 2) return
          option['defaultCurrency'] ??= 'EUR'
          option['availableCurrencies'] ??= ['USD', 'EUR', 'GBP']
        }),
    }),
  },
  {
    name: 'base-transfer-without-vehicles',
    clause: '9/base-transfer-without-capability',
    title: 'without the capability, the options have no vehicle',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptions(base.afterReply(reply, ctx), (option) => {
          if (!ctx.rules.showsPrices(ctx)) delete option['vehicle']
        }),
    }),
  },
  {
    name: 'base-transfer-last-policy-null',
    clause: '9/base-transfer-without-capability',
    title: 'without the capability, the cancellation policy of the third option is null',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editOptions(base.afterReply(reply, ctx), (option, position) => {
          if (position === 2 && !ctx.rules.showsPrices(ctx)) option['cancellationPolicy'] = null
        }),
    }),
  },
  {
    name: 'transfers-need-the-capability',
    clause: '9/base-transfer-without-capability',
    title: 'transfers without the capability are refused',
    rules: needs('transfers'),
  },
  {
    name: 'reserve-needs-the-capability',
    clause: '9/base-booking-without-capability',
    title: 'reserve without the capability is refused',
    rules: needs('reserve'),
  },
  {
    name: 'get-needs-the-capability',
    clause: '9/base-booking-without-capability',
    title: 'get without the capability is refused',
    rules: needs('get'),
  },
  {
    name: 'base-booking-without-cancellable',
    clause: '9/base-booking-without-capability',
    title: 'without the capability, a booking that is read has no cancellable',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'get' && !ctx.rules.showsPrices(ctx)) delete booking['cancellable']
        }),
    }),
  },
  {
    name: 'base-reserve-without-minutes',
    clause: '9/base-booking-without-capability',
    title: 'without the capability, the answer to reserve has no expirationMinutes',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'reserve' && !ctx.rules.showsPrices(ctx)) delete booking['expirationMinutes']
        }),
    }),
  },
  {
    name: 'capability-recognised-by-its-beginning',
    clause: '9/no-pricing-without-capability-get',
    title: 'any capability whose name begins with octo/pricing switches price data on',
    rules: () => ({
      capabilities: (call) => (asked(call).some((name) => name.trim().startsWith('octo/pricing')) ? priced : []),
    }),
  },
]

function shows(showsPrices: (base: Rules, ctx: Context) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({ showsPrices: (ctx) => showsPrices(base, ctx) })
}

function needs(operation: OperationName): (base: Rules) => Partial<Rules> {
  return (base) => ({
    refusesCapabilities: (ctx) =>
      (ctx.operation === operation && !ctx.rules.showsPrices(ctx)) || base.refusesCapabilities(ctx),
  })
}
