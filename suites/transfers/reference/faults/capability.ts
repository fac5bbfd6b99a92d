import { add, on, put, without, type Where } from '../changes/on.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { rule, seen, wire } from '../changes/shown.js'
import type { Break, Change } from '../change.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Call, OperationName } from '../model.js'

const pricing = '/pricing'
const optionPricing = '/options/*/pricing'
const operations = ['transfers', 'reserve', 'get', 'list', 'extend', 'confirm', 'update', 'cancel'] as const
const askedFor = (call: Call): readonly string[] => (call.capabilityHeader?.value ?? '').split(',')
const unpriced: Where = ({ ctx }) => !ctx.rules.showsPrices(ctx)

/** Sections 1.5, 5 and 9: the pricing capability. */
export const capabilityFaults: readonly Fault[] = faults({
  '5/capability-enables-transfers': {
    'transfers-drop-what-they-cost': on('transfers').answers(without(optionPricing)),
    'capability-ignored-in-transfers': [
      'transfers never carry price data',
      seen(
        'transfers',
        optionPricing,
        prices((usual, ctx) => ctx.operation !== 'transfers' && usual),
      ),
    ],
  },
  '5/capability-enables-bookings': {
    'capability-ignored-in-bookings': [
      'bookings never carry price data',
      seen(
        'reserve',
        pricing,
        prices((usual, ctx) => ctx.operation === 'transfers' && usual),
      ),
    ],
  },
  '5/capability-any-place': {
    'capability-only-as-the-first-in-reads': [
      'get recognises octo/pricing only as the first of the list',
      recognised(
        (call, usual) => usual && (call.operation !== 'get' || askedFor(call)[0]?.includes('octo/pricing') === true),
      ),
    ],
    'capability-only-as-the-first': recognised((call) => askedFor(call)[0]?.trim() === 'octo/pricing'),
    'capability-only-as-the-first-in-transfers': [
      'transfers recognise octo/pricing only as the first of the list',
      recognised(
        (call, usual) =>
          usual && (call.operation !== 'transfers' || askedFor(call)[0]?.includes('octo/pricing') === true),
      ),
    ],
  },
  '5/capability-beside-unknown': {
    'capability-only-as-the-last': recognised((call) => askedFor(call).at(-1)?.trim() === 'octo/pricing'),
    'capability-only-when-alone': recognised(
      ({ capabilityHeader }) => capabilityHeader?.value.trim() === 'octo/pricing',
    ),
  },
  '5/capability-list-spacing': {
    'capability-list-not-trimmed': recognised((call) => askedFor(call).includes('octo/pricing')),
    'capability-list-with-spaces-refused': [
      'a capability list with spaces is refused',
      rule('refusesCapabilities', (usual, ctx) => (ctx.call.capabilityHeader?.value ?? '').includes(' ') || usual(ctx)),
      'get',
    ],
  },
  '5/header-name-any-case': {
    'capability-header-case-matters': [
      'the capability header is understood only as Octo-Capabilities',
      recognised((call, usual) => usual && call.capabilityHeader?.name === 'Octo-Capabilities'),
    ],
  },
  '5/capability-echoed': {
    'capabilities-not-echoed': [
      'answers do not name the capabilities in force',
      seen(
        ['transfers', 'availability', 'reserve', 'get', 'list'],
        '',
        wire((base) => ({
          headers: (headers, exchange) => {
            const { 'octo-capabilities': _, ...rest } = base.headers(headers, exchange)
            return rest
          },
        })),
      ),
    ],
    'list-echoes-another-capability': [
      'the list names another capability than the one in force',
      wire((base) => ({
        headers: (headers, exchange) => {
          const usual = base.headers(headers, exchange)
          return exchange.operation === 'list' ? { ...usual, 'octo-capabilities': 'octo/content' } : usual
        },
      })),
      'list',
    ],
  },
  '9/no-pricing-without-capability-get': {
    'reads-after-the-first-are-priced': [
      'a booking that was read with prices is read with them ever after',
      seen(
        'get',
        pricing,
        prices((usual, ctx) => {
          const key = `reads-after-the-first-are-priced ${ctx.call.id ?? ''}`
          if (usual) ctx.state.memory.set(key, true)
          return usual || (ctx.operation === 'get' && ctx.state.memory.has(key))
        }),
      ),
    ],
    'capability-recognised-by-its-beginning': [
      'any capability whose name begins with octo/pricing switches price data on',
      recognised((call) => askedFor(call).some((name) => name.trim().startsWith('octo/pricing'))),
    ],
    ...pricedWithout('get'),
  },
  ...Object.fromEntries(
    operations.flatMap((operation) =>
      operation === 'get' || operation === 'transfers'
        ? []
        : [[`9/no-pricing-without-capability-${operation}`, pricedWithout(operation)]],
    ),
  ),
  '9/no-pricing-without-capability-transfers': {
    ...pricedWithout('transfers'),
    'last-option-priced-without-capability': [
      'the third option carries pricing without the capability too',
      on('transfers').answers(add('/options/2/pricing', { original: 100, retail: 100, net: 80 })),
    ],
  },
  '9/no-currencies-without-capability': {
    'currencies-without-capability-on-last': [
      'the third option names its currencies without the capability too',
      on('transfers').answers(
        add('/options/2/defaultCurrency', 'EUR'),
        add('/options/2/availableCurrencies', ['USD', 'EUR', 'GBP']),
      ),
    ],
  },
  '9/base-transfer-without-capability': {
    'base-transfer-without-vehicles': on('transfers').answers(without('/options/*/vehicle', unpriced)),
    'base-transfer-last-policy-null': on('transfers').answers(put('/options/2/cancellationPolicy', null, unpriced)),
    'transfers-need-the-capability': ['transfers without the capability are refused', needsPricing('transfers')],
  },
  '9/base-booking-without-capability': {
    'reserve-needs-the-capability': ['reserve without the capability is refused', needsPricing('reserve')],
    'get-needs-the-capability': ['get without the capability is refused', needsPricing('get')],
    'base-booking-without-cancellable': on('get').answers(without('/cancellable', unpriced)),
    'base-reserve-without-minutes': on('reserve').answers(without('/expirationMinutes', unpriced)),
  },
})

function pricedWithout(operation: OperationName): Readonly<Record<string, FaultRow>> {
  const always = prices((usual, ctx) => ctx.operation === operation || usual)
  return {
    [`prices-without-capability-${operation}`]: [
      `${operation} carries price data without the capability too`,
      seen(operation, operation === 'transfers' ? optionPricing : pricing, always),
    ],
  }
}

function prices(shown: (usual: boolean, ctx: Context) => boolean): Change {
  return rule('showsPrices', (usual, ctx) => shown(usual(ctx), ctx))
}

/** A capability is switched on where it should not be, or not where it should: seen in what the answer has of prices. */
function recognised(isAskedFor: (call: Call, usual: boolean) => boolean): Break {
  const change = rule('capabilities', (usual, call, state) =>
    isAskedFor(call, usual(call, state).includes('octo/pricing')) ? ['octo/pricing'] : [],
  )
  return {
    ...change,
    shows: [
      { operation: 'get', place: pricing },
      { operation: 'transfers', place: optionPricing },
    ],
  }
}

function needsPricing(operation: OperationName): Break {
  const change = rule(
    'refusesCapabilities',
    (usual, ctx) => (ctx.operation === operation && !ctx.rules.showsPrices(ctx)) || usual(ctx),
  )
  return seen(operation, '', change)
}
