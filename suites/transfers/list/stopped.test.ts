import { expect, test } from 'vitest'
import { answer, booking, type exchange } from '../../../src/suite/answer.test.data.js'
import type { Answer, Judgement } from '../vocabulary/index.js'
import { judgeWhole } from '../judge.test.data.js'

let now = 0
/** Each begins when the one before it was answered. */
function sent(more: Parameters<typeof exchange>[0], status = 200, json: Answer['json'] = [booking]): Answer {
  now += 10
  const headers = { 'Octo-Capabilities': 'octo/pricing' }
  const request = { method: 'GET', url: 'http://127.0.0.1:1/bookings', headers }
  return answer(json ?? null, { startedAt: now, durationMs: 5, request, ...more }, status)
}
const list = (page = 1): Answer => sent({ purpose: 'list', input: { page } })
const get = (): Answer => sent({ purpose: 'get', bookingId: 'b-1' }, 200, booking)
const crash = (page = 1): Answer => sent({ purpose: 'list', input: { page } }, 500, { error: 'crashed' })
const judge = (...answers: readonly Answer[]): Judgement | null => judgeWhole('list.still-accepted', answers)

test('lists that are a server error from some time on fail, each that was accepted before', () => {
  const [shown, first] = [list(), crash()]
  const judged = judge(shown, first, get(), crash(), crash(2), crash())
  const steps = [shown.n, first.n]
  expect(judged).toMatchObject({ outcome: 'fail', findings: [{ exchange: first.n, steps, pointer: '' }, {}, {}] })
})

test('a list that is answered again afterwards was none that ended', () => {
  expect(judge(list(), crash(), get(), crash(), crash(), list())?.outcome).toBe('pass')
})

test('an outage that takes everything with it is not that of the list', () => {
  expect(judge(list(), get(), crash(), crash(), crash(), get())?.outcome).toBe('pass')
})

test('lists that were never accepted as they are now are the matter of other checks', () => {
  expect(judge(list(), crash(2), get(), crash(2), crash(2))?.outcome).toBe('pass')
  expect(judge(crash(), get(), crash(), crash())).toMatchObject({ outcome: 'untested', applies: false })
})
