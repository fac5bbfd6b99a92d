import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'
import { judgeRow } from './judgeRow.js'
import type { ProofTask } from './proof.js'

const ran = await runOnReference({
  faults: ['get-shows-another-price'],
  plan: { effort: 'low', only: ['4.3/get-equals-created', '4.3/list-agrees-with-get'] },
})

function judged(name: string): ReturnType<typeof judgeRow> {
  const task: ProofTask = { kind: 'fault', name, dialect: 'default' }
  return judgeRow(task, ran, 0, pack)
}

test('a fault is caught where it says that it shows', () => {
  const { holds, by } = judged('get-shows-another-price')
  expect(holds).toBe(true)
  expect(by).toMatchObject([{ check: 'read.equals-created', operation: 'get', place: '/pricing/retail' }])
})

test('a check of the right clause that points at another place does not catch it', () => {
  // The same clause, but the run shows another price and this fault says that the minutes show it.
  const { holds, why, by, collateral } = judged('get-shows-one-minute-less')
  expect(holds).toBe(false)
  expect(why).toBe('read.equals-created points at get /pricing/retail, and not at get /expirationMinutes')
  expect(by).toEqual([])
  expect(collateral.map(({ check }) => check)).toContain('read.equals-created')
})

test('the right place in an answer to another operation does not catch it', async () => {
  const without = await runOnReference({
    faults: ['booking-status-missing-in-get'],
    plan: { effort: 'low', only: ['read.*', '2.5/status'] },
  })
  const judge = (name: string): ReturnType<typeof judgeRow> =>
    judgeRow({ kind: 'fault', name, dialect: 'default' }, without, 0, pack)
  expect(judge('booking-status-missing-in-get').holds).toBe(true)
  expect(judge('booking-status-is-a-number-in-list').why).toMatch(/points at get \/status, and not at list /)
})

test('what is named as not yet caught holds while nothing catches it, and no longer', () => {
  const fault = { ...pack.reference.fault('get-shows-another-price'), missed: 'a test' }
  const reference = { ...pack.reference, fault: () => fault }
  const task: ProofTask = { kind: 'fault', name: fault.name, dialect: 'default' }
  const judgedBy = (shows: typeof fault.shows): ReturnType<typeof judgeRow> =>
    judgeRow(task, ran, 0, { ...pack, reference: { ...reference, shownIn: () => shows } })
  expect(judgedBy([{ operation: 'get', place: '/nowhere' }])).toMatchObject({ holds: true, by: [] })
  expect(judgedBy([{ operation: 'get', place: '/pricing/retail' }])).toMatchObject({
    holds: false,
    why: expect.stringMatching(/^it is caught, .*: a test$/),
  })
})
