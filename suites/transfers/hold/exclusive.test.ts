import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './exclusive.js'

const held = answer(booking)
const at = (clockMinutes: number, accepted: boolean): Answer =>
  accepted ? answer(booking, { clockMinutes }) : answer({ error: 'SOLD_OUT' }, { clockMinutes }, 409)
/** The slot is reserved again long after the hold on it is over, and the spare one with it. */
const whole = { held, lasting: true, again: at(17, false), freed: at(40, true), control: null }
const frees = (data: object): string => judgeTrial('hold.frees-availability', { ...whole, ...data }).outcome
const keeps = (again: Answer): string => judgeTrial('hold.keeps-availability-until-end', { ...whole, again }).outcome

test('what is held can be reserved by nobody else', () => {
  expect(keeps(at(17, false))).toBe('pass')
  expect(keeps(at(17, true))).toBe('fail')
  expect(keeps(noAnswer())).toBe('untested')
})

test('a slot that is reserved again after the hold on it was freed by its end', () => {
  expect(frees({})).toBe('pass')
})

test('what two holds had and is still refused, though another of its age is not, was never freed', () => {
  const freed = at(40, false)
  const refused = { ...whole, freed, control: at(40, true), twin: held }
  expect(judgeTrial('hold.frees-availability', { ...refused, twinFreed: at(40, false) })).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: freed.n }],
  })
  // Somebody else may have taken one.
  for (const twinFreed of [at(40, true), at(20, false), null]) expect(frees({ ...refused, twinFreed })).toBe('untested')
})

test('a refusal proves nothing where a second booking may hold the slot', () => {
  expect(frees({ freed: at(40, false), control: at(40, true), again: at(17, true) })).toBe('untested')
})

test('a refusal proves nothing where an availabilityId does not last as long as a hold', () => {
  expect(frees({ freed: at(40, false), control: at(40, false) })).toBe('untested')
  expect(frees({ freed: at(40, false), control: null })).toBe('untested')
  expect(frees({ freed: at(40, false), control: null, spare: null })).toBe('untested')
  expect(frees({ freed: at(40, false), control: at(40, true), lasting: false })).toBe('untested')
})

test('nothing is said without a hold, and when the slot was asked for before the hold was surely over', () => {
  expect(frees({ held: noAnswer() })).toBe('untested')
  expect(frees({ freed: undefined })).toBe('untested')
  expect(frees({ freed: at(20, true) })).toBe('untested')
})

test('what is reserved twice after the end of a hold proves nothing where that hold is not known to have ended', () => {
  const once = (data: object): object =>
    judgeTrial('hold.frees-availability-once', { ...whole, freedTwice: at(40, true), ...data })
  expect(once({})).toMatchObject({ outcome: 'fail', findings: [{ steps: [held.n, whole.freed.n] }] })
  expect(once({ freedTwice: at(40, false) })).toMatchObject({ outcome: 'pass' })
  for (const data of [{ held: noAnswer() }, { again: at(17, true) }, { freed: at(20, true) }])
    expect(once({ ...data, freedTwice: at(40, false) })).toMatchObject({ outcome: 'untested' })
})
