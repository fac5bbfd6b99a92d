import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'

const { pricing: _, ...unpriced } = booking
const refused = answer({ error: 'NO' }, {}, 400)
const bare = { 'content-type': 'application/json' }
const without = (json: Parameters<typeof answer>[0]): Answer =>
  answer(json, { request: { method: 'POST', url: 'http://127.0.0.1:1/bookings', headers: bare } })
const whole = { reserved: without(unpriced), read: without(unpriced), priced: answer(booking) }
const judged = (data: object): string => judgeTrial('capability.base-booking', { ...whole, ...data }).outcome

test('a booking without the capability has every field of the base schema', () => {
  const { status: _status, ...lacking } = unpriced
  expect(judged({})).toBe('pass')
  expect(judgeTrial('capability.base-booking', { ...whole, read: without(lacking) })).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: expect.any(Number) }],
  })
})

test('what a booking lacks with the capability as well is not laid to its absence', () => {
  const { status: _status, ...lacking } = unpriced
  expect(judged({ read: without(lacking), priced: answer({ ...lacking, pricing: booking['pricing'] ?? null }) })).toBe(
    'pass',
  )
})

test('a read without the capability must be accepted only where the read with it is', () => {
  expect(judged({ read: refused })).toBe('fail')
  expect(judged({ read: refused, priced: refused })).toBe('pass')
  expect(judged({ read: null, priced: null })).toBe('pass')
})

test('a refusal to reserve is laid to the absent capability where there was room for it', () => {
  const nothing = { read: null, priced: null }
  expect(judged({ ...nothing, reserved: refused })).toBe('fail')
  expect(judged({ ...nothing, reserved: null })).toBe('untested')
  expect(judged({ ...nothing, reserved: noAnswer() })).toBe('untested')
})

test('a transfer without the capability must be answered where one with it is', () => {
  const transfer = (eur: Answer, base: Answer): string => judgeTrial('capability.base-transfer', { eur, base }).outcome
  const asked = (json: Parameters<typeof answer>[0]): Answer => answer(json, { purpose: 'transfers' })
  const lame = asked({ id: 't-1', options: [] })
  expect(transfer(lame, lame)).toBe('pass')
  expect(transfer(lame, answer({ error: 'NO' }, { purpose: 'transfers' }, 400))).toBe('fail')
  expect(transfer(noAnswer(), lame)).toBe('untested')
})
