import type { How } from '../booking/account.js'
import { keptRules, type KeptRule } from '../booking/keptRules.js'
import { outcomeRules, type OutcomeRule } from '../booking/outcomeRules.js'
import { timeRules, type TimeRule } from '../booking/timeRules.js'
import type { Channel } from '../booking/step.js'
import { accounts, type KeptField } from './bookingReading.js'
import type { OperationName } from './operations.js'
import { contract, openFields, openSuite, type Suite } from './vocabulary/index.js'

type Rule = KeptRule<KeptField>
type Fields = readonly KeptField[]
type Chapter = 'reserve' | 'extend' | 'confirm' | 'update' | 'cancel' | 'booking' | 'read' | 'list'
type ToRule = (
  clause: string,
  how: How | readonly How[],
  fields: Fields,
  channels: readonly Channel[],
  more?: Partial<Rule>,
) => Rule

/** Makes rules of some operations. What one of them writes needs a place in its request. */
function of(...by: readonly OperationName[]): ToRule {
  return (clause, how, fields, channels, more) => {
    const [writer] = by.length === 1 && how === 'wrote' ? by : []
    const written = fields.filter((field) => writer !== undefined && openFields(writer).includes(field))
    return {
      clause,
      how: [how].flat(),
      by,
      fields,
      in: channels,
      needs: writer === undefined ? [] : written.map((field) => `operations.${writer}.${field}`),
      ...more,
    }
  }
}

const [answer, get, list]: readonly [Channel, Channel, Channel] = ['answer', 'get', 'list']
const anywhere: readonly Channel[] = [answer, get, list]
const read: readonly Channel[] = [get, list]
const alone: readonly Channel[] = [answer, get]

const status: Fields = ['status']
const minutes: Fields = ['expirationMinutes']
const reference: Fields = ['reference']
const notes: Fields = ['notes']
const receipt: Fields = ['emailReceipt']
const currency: Fields = ['currency']
const finalPrice: Fields = ['total', 'currency']
const price: Fields = ['total', 'net', 'currency', 'currencyPrecision']
/** Fields that the list shows as get does. */
const alike: Fields = ['status', 'cancellable', 'expirationMinutes', ...price]
/** Fields that a refused write may not change. */
const telling: Fields = [
  'status',
  'cancellable',
  'expirationMinutes',
  'reference',
  'notes',
  'holdEnd',
  'availabilityId',
  'productId',
  'optionId',
]

const [reserve, extend, confirm, update, cancel] = [
  of('reserve'),
  of('extend'),
  of('confirm'),
  of('update'),
  of('cancel'),
]
const write = of('reserve', 'extend', 'confirm', 'update', 'cancel')

/**
 * The rules of each chapter, one a line: each says what an operation writes, or leaves. All answers of a run that show
 * the booking are judged by it, whichever scenario asked for them.
 */
export const kept: Readonly<Record<Chapter, Suite>> = {
  reserve: suiteOf({
    'reserve.echoes-minutes': reserve('4.2/expiration-minutes-echoed', 'wrote', minutes, [answer], {
      inRecordings: true,
    }),
    'reserve.keeps-minutes': reserve('4.2/expiration-minutes-kept', 'wrote', minutes, [get]),
    'reserve.keeps-notes': reserve('4.2/notes-kept', 'wrote', notes, alone),
  }),
  extend: suiteOf({
    'extend.stays-on-hold': extend('3/extend-stays-on-hold', 'left', status, alone),
    'extend.persisted': extend('3/extend-persisted-get', ['wrote', 'answered'], [...telling, ...price], [get]),
    'extend.keeps-price': extend('2.5/price-kept-by-extend', 'left', price, alone),
    'extend.refused-changes-nothing': extend('7/refused-extend-changes-nothing', 'refused', telling, [get]),
  }),
  confirm: suiteOf({
    'confirm.leaves-on-hold': confirm('3/confirm-leaves-on-hold', 'stays', status, anywhere, { orHow: 'wrote' }),
    'confirm.persisted-get': confirm('3/confirm-persisted-get', 'wrote', status, [get], { inRecordings: true }),
    'confirm.persisted-list': confirm('3/confirm-persisted-list', 'wrote', status, [list]),
    'confirm.done-is-answered': confirm('4.3/confirm-accepted', 'done', status, [get], { orHow: 'wrote' }),
    'confirm.reference-in-answer': confirm('4.3/confirm-reference-kept-answer', 'wrote', reference, [answer], {
      inRecordings: true,
    }),
    'confirm.reference-by-get': confirm('4.3/confirm-reference-kept-get', 'wrote', reference, [get]),
    'confirm.reference-by-list': confirm('4.3/confirm-reference-kept-list', 'wrote', reference, [list]),
    'confirm.receipt-kept': confirm('4.3/confirm-receipt-kept', 'wrote', receipt, alone),
    'confirm.receipt-false-by-default': confirm('4.3/confirm-receipt-default-shown', 'default', receipt, alone, {
      inRecordings: true,
    }),
    'confirm.keeps-price': confirm('2.5/price-kept-by-confirm', 'left', finalPrice, anywhere),
    'confirm.twice-changes-nothing': confirm('3/confirm-twice-changes-nothing', 'again', telling, alone, {
      orHow: 'refused',
    }),
    'confirm.refused-changes-nothing': confirm('7/refused-confirm-changes-nothing', 'refused', telling, [get]),
  }),
  update: suiteOf({
    'update.persisted-get': update('3/update-persisted-get', ['wrote', 'answered'], [...telling, ...price], [get]),
    'update.leads-to-no-other-state': update('3/update-persisted-get', 'left', status, [get], { orHow: 'answered' }),
    'update.persisted-list': update('3/update-persisted-list', 'wrote', [...telling, ...price], [list], { needs: [] }),
    'update.reference-kept': update('4.3/update-reference-kept', 'wrote', reference, [get]),
    'update.availability-id-kept': update('4.3/update-availability-id-kept', 'wrote', ['availabilityId'], [get]),
    'update.product-id-kept': update('4.3/update-product-id-kept', 'wrote', ['productId'], [get]),
    'update.option-id-kept': update('4.3/update-option-id-kept', 'wrote', ['optionId'], [get]),
    'update.minutes-among-others': update('4.3/update-expiration-minutes-kept', 'wrote', minutes, [get]),
    'update.leaves-the-rest': update('4.3/update-leaves-the-rest', 'left', [...telling, ...currency], alone),
    'update.keeps-price': update('2.5/price-kept-by-update', 'left', price, alone),
    'update.receipt-never-by-default': update('4.3/update-receipt-default-shown', 'left', receipt, alone),
    'update.redeemed-not-cancellable': {
      clause: '3/redeemed-not-cancellable',
      how: ['wrote'],
      by: ['redeem'],
      fields: ['cancellable'],
      in: [get],
      needs: ['redeem'],
      uses: ['get'],
    },
    'update.refused-changes-nothing': update('7/refused-update-changes-nothing', ['refused', 'done'], telling, [get]),
  }),
  cancel: suiteOf({
    'cancel.persisted-get': cancel('3/cancel-persisted-get', ['wrote', 'stays'], status, alone),
    'cancel.persisted-list': cancel('3/cancel-persisted-list', 'wrote', status, [list]),
    'cancel.cancelled-not-cancellable': cancel('3/cancelled-not-cancellable', 'wrote', ['cancellable'], alone),
    'cancel.changes-nothing-else': cancel('3/cancel-changes-nothing-else', 'left', ['reference', 'notes'], alone),
    'cancel.again-changes-nothing': cancel('3/cancel-cancelled-changes-nothing', 'again', telling, alone, {
      orHow: 'refused',
    }),
    'cancel.refused-changes-nothing': cancel('7/refused-cancel-changes-nothing', ['refused', 'done'], telling, [get]),
  }),
  booking: suiteOf({
    'booking.answers-agree-with-get': write('3/answer-agrees-with-get', 'answered', alike, [get]),
    'booking.keeps-its-currency': write('4.2/currency-kept', ['wrote', 'left'], currency, alone),
    'booking.keeps-its-notes': of('extend', 'confirm')('4.2/notes-kept', ['left', 'itself'], notes, alone, {
      mayGrow: true,
    }),
    'booking.final-price-does-not-drift': confirm('2.5/final-price-does-not-drift', 'itself', price, [get]),
  }),
  list: suiteOf({
    'list.agrees-with-get': write('4.3/list-agrees-with-get', 'itself', alike, [list]),
    'list.agrees-with-earlier-answers': write('4.3/list-agrees-with-get', 'wrote', [...status, ...price], [list]),
  }),
  read: suiteOf({
    'read.equals-created': reserve('4.3/get-equals-created', 'wrote', [...telling, ...price], [get]),
    'read.shows-writes-at-once': write('4.3/read-shows-writes-at-once', 'late', [...telling, ...price], read),
  }),
}

function suiteOf(rules: Readonly<Record<string, Rule>>): Suite {
  const suite: Suite = openSuite()
  keptRules(suite, accounts, contract, rules)
  return suite
}

const minutesOf = {
  reserve: ['operations.reserve.expirationMinutes'],
  extend: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
} as const

/** How long a booking is held, whichever scenario looks at it. */
const holdTimes: Readonly<Record<string, TimeRule>> = {
  'hold.on-hold-before-end': { clause: '1.3/on-hold-before-end', how: 'held', by: 'reserve', needs: minutesOf.reserve },
  'hold.over-by-get': { clause: '1.3/not-on-hold-after-end-get', how: 'over', by: 'reserve', needs: minutesOf.reserve },
  'hold.same-key-starts-nothing-anew': {
    clause: '4.2/same-key-hold-unchanged',
    how: 'revived',
    by: 'reserve',
    needs: ['operations.reserve.idempotencyKey'],
  },
  'hold.confirmed-outlives-it': { clause: '3/confirmed-outlives-hold', how: 'outlived', by: 'confirm' },
  'hold.over-stays-over': { clause: '7/refused-confirm-changes-nothing', how: 'revived', by: 'confirm' },
  'hold.extend-lengthens': {
    clause: '3/extend-lengthens-hold',
    how: 'outlived',
    by: 'extend',
    needs: minutesOf.extend,
  },
  'hold.extended-outlives-former-end': {
    clause: '3/extend-outlives-former-end',
    how: 'outlived',
    by: 'extend',
    needs: minutesOf.extend,
  },
  'hold.extended-until-new-end': {
    clause: '3/extend-holds-until-new-end',
    how: 'held',
    by: 'extend',
    needs: minutesOf.extend,
  },
  'hold.extend-never-shortens': {
    clause: '3/extend-never-shortens',
    how: 'spared',
    by: 'extend',
    needs: minutesOf.extend,
  },
  'hold.extended-ends': { clause: '3/extend-still-ends', how: 'over', by: 'extend', needs: minutesOf.extend },
  'hold.over-not-revived': { clause: '7/refused-extend-changes-nothing', how: 'revived', by: 'extend' },
  'hold.update-keeps-it': { clause: '3/update-keeps-hold', how: 'held', by: 'update', isSet: false },
  'hold.update-to-more-holds-longer': {
    clause: '3/update-holds-for-its-minutes',
    how: 'held',
    by: 'update',
    isSet: true,
  },
  'hold.updated-ends': { clause: '3/update-still-ends', how: 'over', by: 'update', isSet: true },
  'hold.update-without-minutes-ends': {
    clause: '3/update-without-minutes-still-ends',
    how: 'over',
    by: 'update',
    isSet: false,
  },
  'hold.over-not-revived-by-update': {
    clause: '1.3/not-on-hold-after-end-get',
    how: 'revived',
    by: 'update',
    // The scenario of extend updates a hold that is over.
    uses: ['extend'],
  },
}

/** What an operation must not be accepted of. */
export const outcomes: Readonly<Record<string, OutcomeRule>> = {
  'hold.over-not-confirmed': { clause: '3/confirm-expired-refused', by: 'confirm', of: 'over' },
  'hold.over-not-extended': { clause: '7/extend-expired-refused', by: 'extend', of: 'over' },
  'confirm.cancelled-refused': {
    clause: '3/confirm-cancelled-refused',
    by: 'confirm',
    of: 'cancelled',
    uses: ['cancel'],
  },
  'extend.confirmed-refused': {
    clause: '7/extend-confirmed-refused',
    by: 'extend',
    of: 'confirmed',
    uses: ['confirm', 'get'],
  },
  'cancel.never-when-read-false': { clause: '7/cancel-not-cancellable-refused', by: 'cancel', of: 'barred' },
  'update.never-when-read-false': { clause: '7/update-not-cancellable-refused', by: 'update', of: 'barred' },
  'extend.redeemed-refused': { clause: '7/extend-redeemed-refused', by: 'extend', of: 'redeemed', needs: ['redeem'] },
  'update.redeemed-refused': { clause: '7/update-redeemed-refused', by: 'update', of: 'redeemed', needs: ['redeem'] },
  'extend.cancelled-refused': {
    clause: '7/extend-cancelled-refused',
    by: 'extend',
    of: 'cancelled',
    uses: ['cancel', 'get'],
  },
}

/** The rules of time and of outcomes, of all chapters. */
export const states: Suite = suiteOf({})
timeRules(states, accounts, contract, holdTimes)
outcomeRules(states, accounts, contract, outcomes)
