import type { Break, Change, Fault } from '../change.js'
import { add, on, put, without, type Where } from '../changes/on.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { rule, seen } from '../changes/shown.js'
import { sendsHeaders } from '../changes/wires.js'
import type { Context } from '../context.js'
import type { Call, OperationName } from '../model.js'

const pricing = '/pricing'
const optionPricing = '/options/*/pricing'
const operations = ['transfers', 'reserve', 'get', 'list', 'extend', 'confirm', 'update', 'cancel'] as const
const isFirst = (call: Call): boolean => askedFor(call)[0]?.trim() === 'octo/pricing'
const askedFor = (call: Call): readonly string[] => (call.capabilityHeader?.value ?? '').split(',')
const unpriced: Where = ({ ctx }) => !ctx.rules.showsPrices(ctx)

/** Sections 1.5, 5 and 9: the pricing capability. */
export const capabilityFaults: readonly Fault[] = faults({
  '5/capability-enables-transfers': {
    'transfers-drop-what-they-cost': on('transfers').answers(without(optionPricing)),
  },
  '5/capability-enables-bookings': {
    'capability-ignored-in-bookings': [
      prices((usual, { operation }) => operation === 'transfers' && usual),
      'reserve /pricing',
    ],
  },
  '5/capability-any-place': {
    'capability-only-as-the-first': recognised(isFirst),
    'capability-only-as-the-first-in-reads': recognised(
      (call, usual) => usual && (call.operation !== 'get' || isFirst(call)),
    ),
    'capability-only-as-the-first-in-transfers': recognised(
      (call, usual) => usual && (call.operation !== 'transfers' || isFirst(call)),
    ),
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
      sendsHeaders(
        () => true,
        () => ({ 'octo-capabilities': undefined }),
      ),
      ['transfers', 'availability', 'reserve', 'get', 'list'],
    ],
    'list-echoes-another-capability': [
      sendsHeaders(
        ({ operation }) => operation === 'list',
        () => ({ 'octo-capabilities': 'octo/content' }),
      ),
      'list',
    ],
  },
  '9/no-pricing-without-capability-get': {
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
    'last-option-priced-without-capability': on('transfers').answers(
      add('/options/2/pricing', { original: 100, retail: 100, net: 80 }),
    ),
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
    'transfers-need-the-capability': needsPricing('transfers'),
  },
  '9/base-booking-without-capability': {
    'reserve-needs-the-capability': needsPricing('reserve'),
    'get-needs-the-capability': needsPricing('get'),
    'base-booking-without-cancellable': on('get').answers(without('/cancellable', unpriced)),
    'base-reserve-without-minutes': on('reserve').answers(without('/expirationMinutes', unpriced)),
  },
})

function pricedWithout(operation: OperationName): Readonly<Record<string, FaultRow>> {
  const always = prices((usual, ctx) => ctx.operation === operation || usual)
  const place = operation === 'transfers' ? optionPricing : pricing
  return { [`prices-without-capability-${operation}`]: seen(operation, place, always) }
}

function prices(shown: (usual: boolean, ctx: Context) => boolean): Change {
  return rule('showsPrices', (usual, ctx) => shown(usual(ctx), ctx))
}

/** A capability is on where it should not be, or off where it should be on: the prices of the answer show it. */
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
