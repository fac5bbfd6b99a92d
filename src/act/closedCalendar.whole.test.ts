import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type PlainAnswer } from '../cli/answering.test.data.js'
import { testClock } from '../wire/testClock.test.data.js'
import { makeReport } from '../judge/makeReport.js'
import { pack } from '../pack.js'
import { referenceProfile } from '../proof/runOnReference.js'
import { runOn } from './runOn.test.data.js'

const refusal: PlainAnswer = {
  status: 409,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: 'UNPROCESSABLE_ENTITY', errorMessage: 'this day is closed' }),
}

/** How a calendar that is shut says so of what it lists, each in turn. */
const shut = [{ available: false }, { status: 'CLOSED' }, { available: false, status: 'CLOSED', vacancies: 0 }]

test('a calendar that closes after 20 reservations fails no server', async () => {
  const open = 20
  const clock = testClock()
  const reference = await startReference({ now: () => clock.now() })
  onTestFinished(() => reference.close())
  const real = forwardTo(reference.url)
  let reserves = 0
  const front = await startAnswering(async (request, body) => {
    const isClosed = reserves >= open
    const isReserve = request.method === 'POST' && request.url === '/bookings'
    if (isReserve) reserves += 1
    if (isClosed && (isReserve || (request.method === 'PATCH' && body.includes('availabilityId')))) return refusal
    const answer = await real(request, body)
    if (!isClosed || request.url !== '/availability' || answer.status !== 200) return answer
    const items: readonly object[] = JSON.parse(answer.body.toString())
    return { ...answer, body: JSON.stringify(items.map((item, at) => ({ ...item, ...shut[at % shut.length] }))) }
  })
  onTestFinished(() => front.close())
  const profile = await referenceProfile('default', front.url, [])
  const { judging } = await runOn(profile, pack, { clock, walks: true, plan: { seed: 7, effort: 'low' } })
  const { checks } = makeReport(judging, { file: '', sha256: '', exchanges: 0 })
  const wrong = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error' || outcome === 'warn')
  expect(
    wrong.map(({ id, outcome, findings }) => `${id} ${outcome} ${JSON.stringify(findings).slice(0, 400)}`),
  ).toEqual([])
  expect(reserves).toBeGreaterThan(open)
  expect(JSON.stringify(checks)).toContain('nothing was available')
})
