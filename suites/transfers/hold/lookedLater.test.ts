import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import { momentsOf } from './moments.js'
import './extended.js'
import './kept.js'
import './runsOut.js'
import './updated.js'

const { short, after, extension, medium, mediumAfter } = momentsOf(profile)
const held = answer(booking)
const endsAt = (minutes: number, purpose = 'extend'): Answer =>
  answer(
    { ...booking, expirationMinutes: minutes, utcExpiresAt: new Date(Date.UTC(2027, 0, 1, 12, minutes)).toISOString() },
    { purpose },
  )
const read = (clockMinutes: number, status = 'ON_HOLD'): Answer =>
  answer({ ...booking, status }, { purpose: 'get', clockMinutes })

const told = (id: string, data: object): string => judgeTrial(id, data).outcome

test('that extend lengthens a hold is not verified by a later end that the answer shows, as long as somebody may look', () => {
  const shown = { early: endsAt(short, 'reserve'), earlyExtended: endsAt(extension) }
  const lengthens = (data: object): string => told('hold.extend-lengthens', { ...shown, ...data })
  expect(lengthens({})).toBe('untested')
  expect(lengthens({ earlyAfter: read(after) })).toBe('pass')
  expect(lengthens({ earlyAfter: read(after, 'EXPIRED') })).toBe('fail')
  // Somebody looked, and too late.
  expect(lengthens({ earlyAfter: read(600, 'EXPIRED') })).toBe('pass')
  expect(lengthens({ earlyExtended: endsAt(short) })).toBe('fail')
})

test('that extend never shortens a hold is not verified by what its answer shows before the hold was read, or that was missed', () => {
  const shown = { less: endsAt(medium, 'reserve'), lessExtended: endsAt(medium) }
  const keeps = (data: object): string => told('hold.extend-never-shortens', { ...shown, ...data })
  expect(keeps({})).toBe('untested')
  expect(keeps({ lessRead: read(medium - 5) })).toBe('pass')
  expect(keeps({ lessRead: read(medium - 5, 'EXPIRED') })).toBe('fail')
  expect(keeps({ twiceLater: null })).toBe('pass')
})

test('that a key starts no hold anew is not verified by a hold that it did not bring back', () => {
  const over = read(after, 'EXPIRED')
  const again = { short: held, medium: held, shortAfter: over, shortReread: over }
  const data = { ...again, shortReplayed: read(after), mediumReplayed: read(after) }
  const unchanged = (more: object): string => told('hold.same-key-starts-nothing-anew', { ...data, ...more })
  expect(unchanged({})).toBe('untested')
  expect(unchanged({ mediumAfter: read(mediumAfter, 'EXPIRED') })).toBe('pass')
  expect(unchanged({ mediumAfter: read(mediumAfter) })).toBe('fail')
  expect(unchanged({ shortReread: read(after) })).toBe('fail')
})

test('that updated holds end is not verified by the one that was made shorter', () => {
  const data = { moreUpdate: endsAt(medium, 'update'), fewerUpdate: endsAt(short, 'update') }
  const ends = (more: object): string =>
    told('hold.updated-ends', { ...data, fewerOver: read(medium - 5, 'EXPIRED'), ...more })
  expect(ends({})).toBe('untested')
  expect(ends({ moreOver: read(mediumAfter, 'EXPIRED') })).toBe('pass')
  expect(ends({ moreOver: read(mediumAfter) })).toBe('fail')
})
