import { expect, test } from 'vitest'
import { recordedAs } from '../../src/wire/exchange.js'
import { answer, booking, noAnswer, profile as plain } from '../../src/suite/answer.test.data.js'
import type { Exchange, Judgement } from '../../src/suite/index.js'
import type { TransferAnswer as Answer } from './answer.js'
import { judgeWhole } from './judge.test.data.js'
import { kept } from './rules.js'
import type { Json, Profile } from './vocabulary/index.js'

type Members = Readonly<Record<string, Json>>

const inputs = ['availabilityId', 'expirationMinutes', 'reference'].map(
  (name) => [name, { in: 'body', pointer: `/${name}` }] as const,
)
const { update } = plain.operations
const profile: Profile = {
  ...plain,
  operations: { ...plain.operations, update: update && { ...update, fields: Object.fromEntries(inputs) } },
}

/** Answers in turn, each long after the one before it. */
let now = 0
const settling = profile.reads.settleSeconds * 1000
function shows(purpose: string, members: Members, more: Partial<Exchange> = {}, status = 200): Answer {
  now += settling + 1000
  const about = purpose === 'reserve' || purpose === 'list' ? {} : { bookingId: 'b-1' }
  const shown = { ...booking, ...members }
  const json = status === 200 ? (purpose === 'list' ? [shown] : shown) : { error: 'NO' }
  return answer(json, { n: now, purpose, startedAt: now, durationMs: 10, ...about, ...more }, status, profile)
}
const sent = (purpose: string, input: Members, members: Members): Answer => shows(purpose, members, { input })
const refused = (purpose: string, input: Members, status = 409): Answer => shows(purpose, {}, { input }, status)
const reserved = (): Answer => sent('reserve', { notes: 'a note' }, { notes: 'a note' })
const confirmed = { status: 'CONFIRMED', notes: 'a note' }
const price = (retail: number, currency = 'EUR'): Members => ({
  pricing: { retail, net: 800, includedTaxes: [], currency, currencyPrecision: 2 },
})
const said = (id: string, ...answers: readonly Answer[]): Judgement['outcome'] | undefined =>
  judgeWhole(id, answers, profile)?.outcome

test.each<[string, string, string | undefined, () => readonly Answer[]]>([
  // State.
  [
    'get shows a confirmed booking ON_HOLD',
    'confirm.persisted-get',
    'fail',
    () => [shows('confirm', confirmed), shows('get', {})],
  ],
  [
    'get shows it ON_HOLD after it showed it confirmed',
    'confirm.persisted-get',
    'fail',
    () => [shows('confirm', confirmed), shows('get', confirmed), shows('get', {})],
  ],
  [
    'get shows a state that nobody names',
    'confirm.persisted-get',
    'pass',
    () => [shows('confirm', confirmed), shows('get', { status: 'BUSY' })],
  ],
  [
    'each list shows a confirmed booking ON_HOLD',
    'confirm.persisted-list',
    'fail',
    () => [shows('confirm', confirmed), shows('get', confirmed), shows('list', {})],
  ],
  [
    'the list agrees with get',
    'list.agrees-with-get',
    'pass',
    () => [shows('confirm', confirmed), shows('get', confirmed), shows('list', confirmed)],
  ],
  [
    'the list shows another price than get',
    'list.agrees-with-get',
    'fail',
    () => [shows('get', price(1000)), shows('list', price(999))],
  ],
  [
    'a confirm answers ON_HOLD, and is done',
    'confirm.leaves-on-hold',
    'pass',
    () => [shows('confirm', {}), shows('get', confirmed)],
  ],
  [
    'a confirm answers ON_HOLD, and is not done',
    'confirm.leaves-on-hold',
    'fail',
    () => [shows('confirm', {}), shows('get', {})],
  ],
  [
    'a confirm answers 500 and was carried out',
    'confirm.done-is-answered',
    'fail',
    () => [refused('confirm', {}, 500), shows('get', confirmed)],
  ],
  [
    'a confirm answers 500 and was not carried out',
    'confirm.done-is-answered',
    undefined,
    () => [refused('confirm', {}, 500), shows('get', {})],
  ],
  [
    'a booking is cancellable once it is cancelled',
    'cancel.cancelled-not-cancellable',
    'fail',
    () => [shows('cancel', { status: 'CANCELLED', cancellable: true })],
  ],
  [
    'a booking is cancellable hours after it was cancelled',
    'cancel.cancelled-not-cancellable',
    'fail',
    () => {
      const gone = { status: 'CANCELLED', cancellable: false }
      return [shows('cancel', gone), shows('get', { ...gone, cancellable: true }, { clockMinutes: 120 })]
    },
  ],
  [
    'a list is late, and the window has closed by the test clock since',
    'cancel.persisted-list',
    undefined,
    () => {
      const open = shows('confirm', { ...confirmed, cancellable: true })
      const cancel = shows('cancel', { status: 'CANCELLED', cancellable: false })
      const before = { ...confirmed, cancellable: false }
      return [open, cancel, shows('list', before, { startedAt: cancel.exchange.startedAt + 500, clockMinutes: 5 })]
    },
  ],
  // What was written.
  ['notes are shown by get alone', 'reserve.keeps-notes', 'pass', () => [shows('get', { notes: 'a note' })]],
  ['get shows null for notes', 'reserve.keeps-notes', 'fail', () => [shows('get', { notes: null })]],
  [
    'a reference is lost',
    'confirm.reference-by-get',
    'fail',
    () => [
      sent('confirm', { reference: 'R' }, { ...confirmed, resellerReference: 'R' }),
      shows('get', { ...confirmed, resellerReference: null }),
    ],
  ],
  [
    'a reference is not shown at all',
    'confirm.reference-by-get',
    'untested',
    () => [sent('confirm', { reference: 'R' }, confirmed), shows('get', confirmed)],
  ],
  [
    'an update is shown as it was answered',
    'update.persisted-list',
    'pass',
    () => [sent('update', { reference: 'R' }, { resellerReference: 'R' }), shows('list', { resellerReference: 'R' })],
  ],
  // What was left.
  [
    'a confirm costs a cent',
    'confirm.keeps-price',
    'fail',
    () => [shows('get', price(1000)), shows('confirm', { ...confirmed, ...price(1001) })],
  ],
  [
    'an update costs more, as its answer shows, and no read comes before the confirm',
    'confirm.keeps-price',
    'pass',
    () => [
      shows('get', price(1000)),
      sent('update', { reference: 'R' }, price(1100)),
      shows('confirm', { ...confirmed, ...price(1100) }),
      shows('get', { ...confirmed, ...price(1100) }),
    ],
  ],
  [
    'a confirm changes the currency',
    'booking.keeps-its-currency',
    'fail',
    () => [shows('confirm', { ...confirmed, ...price(1000, 'GBP') })],
  ],
  [
    'a move may change the price',
    'update.keeps-price',
    'pass',
    () => [sent('update', { availabilityId: 'another' }, price(1500)), shows('get', price(1500))],
  ],
  [
    'a refused update was heeded',
    'update.refused-changes-nothing',
    'fail',
    () => [
      shows('get', { resellerReference: null }),
      refused('update', { reference: 'R' }),
      shows('get', { resellerReference: 'R' }),
    ],
  ],
  [
    'a second confirm cancels',
    'confirm.twice-changes-nothing',
    'fail',
    () => [shows('confirm', confirmed), shows('confirm', { status: 'CANCELLED' })],
  ],
  [
    'a second confirm takes its reference',
    'confirm.twice-changes-nothing',
    'pass',
    () => [
      sent('confirm', { reference: 'R' }, { ...confirmed, resellerReference: 'R' }),
      sent('confirm', { reference: 'S' }, { ...confirmed, resellerReference: 'S' }),
    ],
  ],
])('%s: %s says %s', (_, id, outcome, story) => {
  now = 0
  expect(said(id, reserved(), ...story())).toBe(outcome)
})

test('nothing is known of a booking after a write without an answer, one by a stranger, or a flawed one that was taken', () => {
  const read = (): Answer => shows('get', { expirationMinutes: 120 })
  const lost = (): Answer => {
    const { exchange } = noAnswer()
    return shows(
      'update',
      {},
      { response: null, input: { expirationMinutes: 120 }, ...(exchange.failure && { failure: exchange.failure }) },
    )
  }
  expect(said('read.equals-created', reserved(), read())).toBe('fail')
  expect(said('read.equals-created', reserved(), lost(), read())).not.toBe('fail')
  expect(said('read.equals-created', reserved(), shows('update', {}, { as: 'other' }), read())).not.toBe('fail')
  expect(said('update.leaves-the-rest', reserved(), sent('update', { expirationMinutes: -25 }, {}), read())).not.toBe(
    'fail',
  )
})

test('a booking of another account under the same id is another one', () => {
  const own = reserved()
  const others = shows('reserve', { notes: 'another note' }, { as: 'other', input: { notes: 'another note' } })
  const read = shows('get', { notes: 'another note' }, { as: 'other' })
  expect(said('reserve.keeps-notes', own, others, read, shows('get', { notes: 'a note' }))).toBe('pass')
})

test('a key that was sent before answers the booking as it is, or as it was: neither says anything', () => {
  const first = sent('reserve', { expirationMinutes: 60 }, {})
  expect(said('reserve.echoes-minutes', first, sent('reserve', { expirationMinutes: 90 }, {}))).toBe('pass')
  expect(said('reserve.echoes-minutes', sent('reserve', { expirationMinutes: 90 }, {}))).toBe('fail')
})

test('a read that was asked for soon may be late, and in recordings others may have written', () => {
  const done = reserved()
  const write = shows('confirm', confirmed)
  const soon = { startedAt: write.exchange.startedAt + 20 }
  expect(said('confirm.persisted-get', done, write, shows('get', {}, soon))).toBeUndefined()
  expect(said('read.shows-writes-at-once', done, write, shows('get', {}, soon), shows('get', confirmed))).toBe('fail')
  const recorded = { scenario: recordedAs('booking', 1) }
  const seen = (status: string, by = 'get'): Answer => shows(by, { status, notes: 'a note' }, recorded)
  expect(said('confirm.persisted-get', reserved(), seen('CONFIRMED', 'confirm'), seen('CANCELLED'))).toBeUndefined()
  expect(said('confirm.persisted-get', reserved(), seen('CONFIRMED', 'confirm'), seen('ON_HOLD'))).toBe('fail')
})

test('a confirm that is processed for a while counts from when a read shows that it is no more', () => {
  const { statuses } = profile.booking
  const pending = { ...profile, booking: { ...profile.booking, statuses: { ...statuses, pending: ['PENDING'] } } }
  const at = (purpose: string, status: string, startedAt: number): Answer =>
    answer({ ...booking, status }, { n: startedAt, purpose, startedAt, durationMs: 10, bookingId: 'b-1' }, 200, pending)
  const judged = (...answers: readonly Answer[]): string | undefined =>
    judgeWhole(
      'confirm.persisted-get',
      [at('reserve', 'ON_HOLD', 1), at('confirm', 'PENDING', 100), ...answers],
      pending,
    )?.outcome
  expect(judged(at('get', 'PENDING', 200), at('get', 'ON_HOLD', 300))).toBeUndefined()
  expect(judged(at('get', 'CONFIRMED', 300))).toBe('pass')
  expect(judged(at('get', 'CONFIRMED', 300), at('get', 'ON_HOLD', 400 + settling))).toBe('fail')
  expect(judged(at('get', 'PENDING', 1000 + profile.booking.settleSeconds * 1000))).toBe('fail')
})

/** The rules that a legal story breaks: there should be none. */
const broken = (...answers: readonly Answer[]): readonly string[] =>
  Object.entries(kept).flatMap(([, { declared }]) =>
    declared.checks.flatMap(({ id }) => (said(id, ...answers) === 'fail' ? [id] : [])),
  )
const held = {
  cancellable: false,
  expirationMinutes: 60,
  resellerReference: null,
  emailReceipt: false,
  notes: 'a note',
}
const done = { ...confirmed, cancellable: true, expirationMinutes: 0, resellerReference: 'R', emailReceipt: true }
const over = { status: 'EXPIRED', availabilityId: null, ...price(0) }
const later = { clockMinutes: 90 }

test.each<[string, () => readonly Answer[]]>([
  [
    'a confirm answers the booking as it was',
    () => [sent('confirm', { reference: 'R', emailReceipt: true }, held), shows('get', done), shows('list', done)],
  ],
  [
    'a confirm answers a state of its own name',
    () => [shows('confirm', { ...held, status: 'PROCESSING' }), shows('get', { ...done, resellerReference: null })],
  ],
  [
    'a hold that is over has neither place nor price',
    () => [shows('get', { notes: 'a note' }), shows('get', over, later)],
  ],
  [
    'a refused confirm comes before that is seen',
    () => [
      shows('get', { notes: 'a note' }),
      shows('confirm', {}, later, 409),
      shows('get', over, later),
      shows('list', over, later),
    ],
  ],
  [
    'an update without the receipt option makes it false',
    () => [
      sent('confirm', { emailReceipt: true }, done),
      shows('get', done),
      shows('update', { ...done, emailReceipt: false }),
    ],
  ],
  [
    'receipts are counted once they are mailed',
    () => [
      sent('confirm', { emailReceipt: true }, { ...confirmed, emailReceipt: 0 }),
      shows('get', { ...confirmed, emailReceipt: 1 }),
    ],
  ],
  [
    'the desk adds a line to the notes',
    () => [
      shows('get', { notes: 'a note' }),
      shows('confirm', { ...confirmed, notes: 'a note, confirmed' }),
      shows('get', { ...confirmed, notes: 'a note, confirmed' }),
    ],
  ],
  ['the list cuts the notes', () => [shows('list', { notes: 'a note …' }), shows('get', { notes: 'a note' })]],
  [
    'minutes mean nothing once it is confirmed',
    () => [shows('confirm', confirmed), sent('update', { expirationMinutes: 90 }, confirmed), shows('list', confirmed)],
  ],
  [
    'an update takes the confirm back',
    () => [
      shows('confirm', confirmed),
      shows('get', confirmed),
      shows('update', {}),
      shows('get', {}),
      shows('confirm', confirmed),
    ],
  ],
])('it is legal that %s', (_, story) => {
  now = 0
  expect(broken(reserved(), ...story()).filter((id) => id !== 'update.leaves-the-rest')).toEqual([])
})

test('minutes that are counted down are right from the first minute on', () => {
  const left = (minutes: number, seconds: number): Answer =>
    shows(
      'get',
      { expirationMinutes: minutes, notes: 'a note' },
      { n: 10_000 + seconds, startedAt: 4000 + seconds * 1000 },
    )
  now = 0
  expect(broken(reserved(), left(60, 50), left(59, 61))).toEqual([])
})

test('a key that is sent again with other content may be heeded', () => {
  now = 0
  const again = sent('reserve', { notes: 'a note', expirationMinutes: 90 }, { expirationMinutes: 90, notes: 'a note' })
  const read = shows('list', { expirationMinutes: 90, notes: 'a note' })
  now = 0
  expect(broken(sent('reserve', { notes: 'a note', expirationMinutes: 60 }, { notes: 'a note' }), again, read)).toEqual(
    [],
  )
})

test('of several refused writes, the one is blamed that asked for what is shown then', () => {
  const story = (): readonly Answer[] => [
    reserved(),
    shows('get', { notes: 'a note', resellerReference: null }),
    refused('update', { reference: 'R' }),
    refused('cancel', {}),
    shows('get', { notes: 'a note', resellerReference: 'R' }),
  ]
  now = 0
  expect(broken(...story())).toContain('update.refused-changes-nothing')
  now = 0
  expect(broken(...story())).not.toContain('cancel.refused-changes-nothing')
})

test('nothing is known after an update to an availability that there is not was taken', () => {
  const judged = (availabilityId: string): Judgement['outcome'] | undefined =>
    said(
      'update.leaves-the-rest',
      reserved(),
      sent('update', { availabilityId }, { notes: 'a note' }),
      shows('get', { notes: 'other' }),
    )
  expect(judged('a-2')).toBe('fail')
  expect(judged('a-2-octospec-unknown')).not.toBe('fail')
})
