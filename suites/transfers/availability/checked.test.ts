import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'

const id = 'availability.check-is-accepted'
const offered = answer([{ id: 'a' }], { purpose: 'availability' })
const refused = answer({ error: 'SOLD_OUT' }, { purpose: 'availability' }, 409)

test('a check that is refused of what the run has booked says nothing, and where another is accepted that counts', () => {
  const own = { checked: refused, isTaken: true }
  expect(judgeTrial(id, { asked: [own], checked: refused })).toMatchObject({
    outcome: 'untested',
    remedy: expect.stringContaining('more dates') as string,
  })
  const asked = [own, { checked: offered, isTaken: false }]
  expect(judgeTrial(id, { asked, checked: offered }).outcome).toBe('pass')
})

test('a check that is refused of what no booking of the run took fails, be it that of another day', () => {
  const foreign = { checked: refused, isTaken: false }
  expect(judgeTrial(id, { asked: [foreign], checked: refused }).outcome).toBe('fail')
  expect(judgeTrial(id, { asked: [{ ...foreign, isTaken: true }, foreign], checked: refused }).outcome).toBe('fail')
})
