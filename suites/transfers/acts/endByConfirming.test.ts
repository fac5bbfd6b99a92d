import { expect, test } from 'vitest'
import { testClock } from '../../../src/wire/testClock.test.data.js'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { LedgerEntry } from '../../../src/wire/service.js'
import { ledgerEntry } from '../../../src/wire/ledgerEntry.test.data.js'
import type { Answer, Profile } from '../vocabulary/index.js'
import { endByConfirming } from './cleanUp.js'

const accepted = (): Answer => answer(booking, { purpose: 'confirm' })
const refused = (): Answer => answer({ error: 'NO' }, { purpose: 'confirm' }, 409)

/** Ends these and says what was sent for it. */
async function ended(
  bookings: readonly LedgerEntry[],
  {
    confirm = accepted,
    cancel = accepted,
    get = accepted,
    of = profile,
  }: { confirm?: (fields: object) => Answer; cancel?: () => Answer; get?: () => Answer; of?: Profile } = {},
): Promise<{ room: boolean; sent: string[] }> {
  const sent: string[] = []
  const answers = { confirm, cancel, get }
  const send = (
    name: 'confirm' | 'cancel' | 'get',
    { id, fields = {} }: { id: string; fields?: { reference?: string } },
    { as }: { as: string },
  ): Promise<Answer> => {
    sent.push(`${name}${fields.reference === undefined ? '' : ' by reference'} ${id} as ${as}`)
    return Promise.resolve(answers[name](fields))
  }
  // It knows no more of a stage than this.
  const stage = {
    session: { for: () => ({ send }) },
    judging: { profile: of, plan: { nonce: 'n' } },
    clock: testClock(),
  } as unknown as Parameters<typeof endByConfirming>[1]
  return { room: await endByConfirming(bookings, stage), sent }
}

test('holds are confirmed and cancelled as who made them, and nothing else is touched', async () => {
  const bookings = [
    ledgerEntry('a'),
    ledgerEntry('b', { status: 'CONFIRMED' }),
    ledgerEntry(null),
    ledgerEntry('c', { as: 'other' }),
  ]
  expect(await ended(bookings)).toEqual({
    room: true,
    sent: ['confirm a as reseller', 'cancel a as reseller', 'confirm c as other', 'cancel c as other'],
  })
})

test('a target that wants a reference gets one, and one that confirms nothing is left alone', async () => {
  const wantsReference = (fields: object): Answer => ('reference' in fields ? accepted() : refused())
  expect((await ended([ledgerEntry('a')], { confirm: wantsReference })).sent).toEqual([
    'confirm a as reseller',
    'confirm by reference a as reseller',
    'cancel a as reseller',
  ])
  expect(await ended([ledgerEntry('a')], { confirm: refused })).toMatchObject({ room: false })
})

test('what cannot be cancelled once it is confirmed is made no more of', async () => {
  const { room, sent } = await ended([ledgerEntry('a'), ledgerEntry('b')], { cancel: refused })
  expect(room).toBe(true)
  expect(sent).toEqual(['confirm a as reseller', 'cancel a as reseller'])
})

test('nothing is confirmed on a live target, nor where nothing can be cancelled', async () => {
  const live: Profile = { ...profile, target: { ...profile.target, environment: 'live' } }
  const without: Profile = { ...profile, operations: { ...profile.operations, cancel: null } }
  for (const of of [live, without]) expect(await ended([ledgerEntry('a')], { of })).toEqual({ room: false, sent: [] })
})

test('a confirm that is processed for a while is waited for, and one that is turned down is over', async () => {
  const statuses = { ...profile.booking.statuses, pending: ['PENDING'], rejected: 'REJECTED' }
  const of: Profile = { ...profile, booking: { ...profile.booking, statuses } }
  const showing = (status: string): Answer => answer({ ...booking, status }, { purpose: 'get' })
  const confirm = (): Answer => showing('PENDING')
  const states = ['PENDING', 'CONFIRMED']
  const slow = await ended([ledgerEntry('a')], { confirm, get: () => showing(states.shift() ?? ''), of })
  expect(slow.sent).toEqual(['confirm a as reseller', 'get a as reseller', 'get a as reseller', 'cancel a as reseller'])
  const turnedDown = await ended([ledgerEntry('a')], { confirm, get: () => showing('REJECTED'), of })
  expect(turnedDown).toEqual({ room: true, sent: ['confirm a as reseller', 'get a as reseller'] })
})
