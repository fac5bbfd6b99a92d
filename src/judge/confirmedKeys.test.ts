import { expect, test } from 'vitest'
import { answer, booking, noAnswer, profile } from '../suite/answer.test.data.js'
import type { Answer } from '../wire/answer.js'
import { pack } from '../pack.js'
import { ConfirmedKeys } from './doubt.js'

/** Of these keys, those that are still in doubt after some answers. */
function doubtful(
  answers: readonly Answer[],
  keys: readonly string[],
  declared: readonly string[] = [],
): readonly string[] {
  const confirmed = new ConfirmedKeys(pack.defaults)
  for (const each of answers) confirmed.see(each)
  return confirmed.doubtful(keys, { ...profile, declared: new Set(declared) })
}

const path = ['operations.confirm.request']

test('a default is in doubt until it is declared or an answer confirms it', () => {
  expect(doubtful([], path)).toEqual(path)
  expect(doubtful([], path, path)).toEqual([])
  expect(doubtful([answer(booking, { purpose: 'confirm' })], path)).toEqual([])
  expect(doubtful([answer(booking, { purpose: 'extend' })], path)).toEqual(path)
})

test('an answer that was not accepted confirms nothing', () => {
  for (const refused of [answer({ error: 'x' }, { purpose: 'confirm' }, 409), noAnswer()])
    expect(doubtful([refused], path)).toEqual(path)
})

test('what the documents state is no default of ours', () => {
  const stated = ['transfers', 'availability', 'reserve', 'extend'].map((name) => `operations.${name}.request`)
  expect(doubtful([], stated)).toEqual([])
  const ours = ['update', 'cancel', 'get', 'list'].map((name) => `operations.${name}.request`)
  expect(doubtful([], ours)).toEqual(ours)
})

test('a place of a booking is confirmed by something of its kind that stands there', () => {
  const places = ['booking.notes', 'booking.pricing.total', 'booking.pricing.currency', 'booking.holdEnd']
  const full = { ...booking, notes: 'x', utcExpiresAt: '2027-01-01T00:00:00Z' }
  expect(doubtful([answer(full)], places)).toEqual([])
  expect(doubtful([answer(booking)], places)).toEqual(['booking.notes', 'booking.holdEnd'])
  const odd = { ...booking, notes: null, pricing: { retail: { minor: 1 }, currency: 5, net: '1' }, utcExpiresAt: 5 }
  // An amount written as text is still that amount, and wrong; an object is something else.
  expect(doubtful([answer(odd)], [...places, 'booking.pricing.net'])).toEqual(places)
  const amounts = ['booking.pricing.net', 'booking.pricing.currencyPrecision']
  const objects = { ...booking, pricing: { net: { minor: 1 }, currencyPrecision: [2] } }
  expect(doubtful([answer(objects)], amounts)).toEqual(amounts)
  expect(doubtful([answer(booking)], amounts)).toEqual([])
})

test('the answer of a test clock or to a redemption confirms nothing of bookings, even if it looks like one', () => {
  const places = ['booking.id', 'booking.pricing.total']
  for (const purpose of ['clock', 'redeem'] as const)
    expect(doubtful([answer(booking, { purpose })], places)).toEqual(places)
  expect(doubtful([answer(booking, { purpose: 'get' })], places)).toEqual([])
})

test('a list confirms by its first booking, a transfer says nothing of bookings', () => {
  const total = ['booking.pricing.total']
  expect(doubtful([answer([booking], { purpose: 'list' })], total)).toEqual([])
  expect(doubtful([answer([], { purpose: 'list' })], total)).toEqual(total)
  expect(doubtful([answer({ ...booking, id: 't', options: [] }, { purpose: 'transfers' })], total)).toEqual(total)
})

test('an availability that is found confirms where it was looked for', () => {
  const places = ['operations.availability.items', 'operations.availability.availabilityId']
  expect(doubtful([answer([{ id: 'a-1' }], { purpose: 'availability' })], places)).toEqual([])
  expect(doubtful([answer([], { purpose: 'availability' })], places)).toEqual(places)
})

test('each doubt is named once', () => {
  expect(doubtful([], ['booking.notes', 'booking.notes'])).toEqual(['booking.notes'])
})

test('a judge may confirm, too', () => {
  const confirmed = new ConfirmedKeys(pack.defaults)
  confirmed.add(['operations.list.page'], 'list.pages')
  expect(confirmed.doubtful(['operations.list.page', 'operations.list.pageSize'], profile)).toEqual([
    'operations.list.pageSize',
  ])
})

test('a refusal may be due to the path and to each field whose name no document shows', () => {
  const input = { expirationMinutes: 60, notes: 'n', idempotencyKey: 'k', sortField: 'x' }
  expect(pack.defaults.sent(answer({ error: 'x' }, { purpose: 'reserve', input }, 400))).toEqual([
    'operations.reserve.request',
    'operations.reserve.notes#taken',
    'operations.reserve.idempotencyKey#taken',
  ])
  expect(pack.defaults.sent(answer({}, { purpose: 'clock', input }))).toEqual([])
  expect(pack.defaults.sent(answer({}, { purpose: 'redeem', input }))).toEqual([])
  const none = { ...profile, operations: { ...profile.operations, confirm: null } }
  expect(pack.defaults.sent(answer({}, { purpose: 'confirm', input: { reference: 'r' } }, 200, none))).toEqual([
    'operations.confirm.request',
  ])
})

test('a refused availability check may be due to its body, and under 2xx to where the items were looked for', () => {
  const at = (status: number): readonly string[] => pack.defaults.sent(answer({}, { purpose: 'availability' }, status))
  const body = ['operations.availability.request', 'operations.availability.body#taken']
  expect(at(400)).toEqual(body)
  expect(at(300)).toEqual(body)
  expect(at(200)).toEqual([...body, 'operations.availability.items#taken'])
  expect(pack.defaults.sent(answer({}, { purpose: 'availability', response: null }))).toEqual(body)
  expect(pack.defaults.sent(noAnswer())).toEqual(['operations.reserve.request'])
})

test('a field that was accepted once is not what a refusal is due to, which is said without the mark', () => {
  const taken = ['operations.reserve.notes#taken']
  const sent = (status: number): Answer => answer(booking, { purpose: 'reserve', input: { notes: 'n' } }, status)
  expect(doubtful([], taken)).toEqual(['operations.reserve.notes'])
  expect(doubtful([sent(400)], taken)).toEqual(['operations.reserve.notes'])
  expect(doubtful([sent(200)], taken)).toEqual([])
  expect(doubtful([], taken, ['operations.reserve.notes'])).toEqual([])
})

test('what a scenario confirmed itself it confirms again; of what it did not, one that did is named', () => {
  const confirmed = new ConfirmedKeys(pack.defaults)
  for (const by of ['reserve', 'confirm']) confirmed.add(path, by)
  const needed = (own: readonly string[], declared: readonly string[] = []): readonly string[] =>
    confirmed.confirming(path, { ...profile, declared: new Set(declared) }, own)
  expect(needed(['confirm.accepted', 'confirm'])).toEqual([])
  expect(needed(['update.accepted', 'update'])).toEqual(['reserve'])
  expect(needed(['update.accepted', 'update'], path)).toEqual([])
})

test('a text that the profile has a place for is in doubt where bookings show nothing there, and not where one does, be it null', () => {
  const declared = ['booking.reference', 'booking.notes']
  const plain = answer({ ...booking, notes: null })
  expect(doubtful([], declared, declared)).toEqual([])
  expect(doubtful([plain], declared, declared)).toEqual(['booking.reference'])
  const shown = answer([{ ...booking, resellerReference: '4711' }], { purpose: 'list' })
  expect(doubtful([plain, shown], declared, declared)).toEqual([])
})

test('what showed a text that other answers lack is named with what rests on it', () => {
  const confirmed = new ConfirmedKeys(pack.defaults)
  const of = { ...profile, declared: new Set(['booking.notes']) }
  confirmed.see(answer(booking, { scenario: 'one' }))
  confirmed.see(answer({ ...booking, notes: 'x' }, { scenario: 'other' }))
  expect(confirmed.confirming(['booking.notes'], of, ['one'])).toEqual(['other'])
  expect(confirmed.confirming(['booking.notes'], of, ['other'])).toEqual([])
})
