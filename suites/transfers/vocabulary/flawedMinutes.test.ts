import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import { transfers } from '../pack.js'
import type { Answer, Json, Profile } from './index.js'

const control = answer({ ...booking, expirationMinutes: 60 })
const refused = answer({ error: 'INVALID_EXPIRATION' }, {}, 400)
const reserve = (kind: string, value: Json, reserved: Answer, right = control): string =>
  judgeTrial(`reserve.minutes-${kind}`, { value, control: right, reserved, read: null }).outcome

const edges = (operation: string, of: Profile = profile): readonly unknown[] => {
  const { scenarios } = transfers
  const scenario = scenarios.get(operation === 'reserve' ? 'reserve.minutes-flawed' : `${operation}.minutes`)
  return scenario?.kind === 'property' ? scenario.edges(of) : []
}

test('each operation is tried beside the bounds of the contract, and with what is no whole number', () => {
  for (const operation of ['reserve', 'extend', 'update'])
    expect(edges(operation)).toEqual(expect.arrayContaining([201, 19, 0, -25, 110.5]))
})

test('no right minutes are drawn that may lengthen nothing', () => {
  const scenario = transfers.scenarios.get('extend.minutes')
  if (scenario?.kind !== 'property') throw new Error('extend.minutes is a property')
  const drawn = fc.sample(scenario.arbitrary(profile), { numRuns: 3000, seed: 7 })
  expect(drawn).toContain(21)
  expect(drawn).not.toContain(20)
})

test('what kept wrong minutes from being tried is said, not that right ones are of another kind', () => {
  const trial = { value: 47, control: refused, before: refused, reserved: control, extended: refused, read: null }
  expect(judgeTrial('extend.minutes-outside-refused', trial)).toMatchObject({
    outcome: 'untested',
    reason: expect.not.stringContaining('of the other kind') as string,
  })
})

test('outside a body nothing is tried whose type could not be told there', () => {
  const { reserve: bound } = profile.operations
  if (bound === null) throw new Error('the profile of tests has reserve')
  const fields = { ...bound.fields, expirationMinutes: { in: 'query', name: 'minutes' } as const }
  const inQuery = { ...profile, operations: { ...profile.operations, reserve: { ...bound, fields } } }
  expect(edges('reserve')).toEqual(expect.arrayContaining(['25', true]))
  expect(edges('reserve', inQuery).filter((value) => typeof value !== 'number')).toEqual([true])
})

test('what is refused is right, and what becomes a hold time is not, each by the clause of its kind', () => {
  expect(reserve('outside-refused', 201, refused)).toBe('pass')
  expect(reserve('outside-refused', 201, control)).toBe('fail')
  expect(reserve('outside-never-held', 201, control)).toBe('pass')
  expect(reserve('outside-never-held', 201, answer({ ...booking, expirationMinutes: 201 }))).toBe('fail')
  expect(reserve('not-integer-refused', '25', control)).toBe('fail')
  expect(reserve('not-integer-never-held', '25', answer({ ...booking, expirationMinutes: '25' }))).toBe('fail')
  expect(reserve('outside-refused', '25', control)).toBe('untested')
  expect(reserve('not-integer-refused', 201, control)).toBe('untested')
  expect(reserve('outside-refused', 201, refused, refused)).toBe('untested')
})

test('what legal servers take is not held against them, as long as it never becomes the hold time', () => {
  const update = (kind: string, value: Json, shown: Json): string => {
    const updated = answer({ ...booking, expirationMinutes: shown }, { purpose: 'update' })
    return judgeTrial(`update.minutes-${kind}`, {
      value,
      held: control,
      control,
      before: control,
      updated,
      read: updated,
    }).outcome
  }
  expect(update('not-integer-refused', null, 60)).toBe('untested')
  expect(update('not-integer-refused', true, 60)).toBe('fail')
  expect(update('not-integer-never-held', null, null)).toBe('fail')
  expect(edges('update')).not.toContain(null)
})
