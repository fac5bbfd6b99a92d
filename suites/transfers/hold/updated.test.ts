import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import { momentsOf } from './moments.js'
import './updated.js'

const { short, medium } = momentsOf(profile)
const updated = (expirationMinutes: Json): Answer => answer({ ...booking, expirationMinutes }, { purpose: 'update' })
const refused = answer({ error: 'NO' }, { purpose: 'update' }, 409)
const read = (clockMinutes: number, status = 'ON_HOLD'): Answer =>
  answer({ ...booking, status }, { purpose: 'get', clockMinutes })

const holdsLonger = (data: object): string =>
  judgeTrial('hold.update-to-more-holds-longer', { more: answer(booking), ...data }).outcome

test('a hold that shows more minutes after an update is held for as long', () => {
  const moreUpdate = updated(medium)
  expect(holdsLonger({ moreUpdate, moreRead: read(medium - 5) })).toBe('pass')
  expect(holdsLonger({ moreUpdate, moreRead: read(medium - 5, 'EXPIRED') })).toBe('fail')
  expect(holdsLonger({ moreUpdate, moreRead: read(medium + 5, 'EXPIRED') })).toBe('untested')
})

test('nothing is said of an update that is refused, or that shows no such minutes', () => {
  const moreRead = read(medium - 5, 'EXPIRED')
  for (const moreUpdate of [refused, updated(short), updated(null)])
    expect(holdsLonger({ moreUpdate, moreRead })).toBe('untested')
})

const ends = (data: object): string => judgeTrial('hold.updated-ends', data).outcome

test('a hold that was updated ends when the minutes are over that it then shows', () => {
  const over = { moreUpdate: updated(medium), moreOver: read(medium + 2, 'EXPIRED') }
  const fewer = { fewerUpdate: updated(short), fewerOver: read(medium - 5, 'EXPIRED') }
  expect(ends({ ...over, ...fewer })).toBe('pass')
  expect(ends({ ...over, ...fewer, moreOver: read(medium + 2) })).toBe('fail')
  expect(ends({ ...over, ...fewer, fewerOver: read(medium - 5) })).toBe('fail')
})

test('a target need not shorten a hold', () => {
  const over = { moreUpdate: updated(medium), moreOver: read(medium + 2, 'EXPIRED') }
  expect(ends({ ...over, fewerUpdate: refused })).toBe('pass')
  expect(ends({ moreUpdate: refused, fewerUpdate: refused })).not.toBe('fail')
})

test('a hold to which updates give another time, as they show, need not end when it would have ended', () => {
  const lasts = (shown: number): string => {
    const as = (clockMinutes: number, purpose: string): Answer =>
      answer({ ...booking, expirationMinutes: shown }, { purpose, clockMinutes })
    const plain = answer({ ...booking, expirationMinutes: medium })
    const seen = {
      plainUpdate: as(0, 'update'),
      plainRead: as(medium - 3, 'get'),
      plainAgain: as(medium - 3, 'update'),
    }
    return judgeTrial('hold.update-without-minutes-ends', { plain, ...seen, plainOver: read(medium + 2) }).outcome
  }
  expect(lasts(medium)).toBe('fail')
  expect(lasts(medium + 14)).toBe('untested')
})
