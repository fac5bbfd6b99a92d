import { afterEach, expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering } from '../cli/answering.test.data.js'
import { testClock } from '../client/clock.js'
import { makeReport } from '../judge/makeReport.js'
import { pack } from '../pack.js'
import { referenceProfile } from '../proof/runOnReference.js'
import { runOn, type Ran } from './runOn.test.data.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

/** A run on the reference service, of which so many requests a minute are answered, and all others 429 without a word. */
async function runWith(mostPerMinute: number): Promise<Ran & { readonly refused: number }> {
  const clock = testClock()
  const reference = await startReference({ now: () => clock.now() })
  open.push(reference)
  const real = forwardTo(reference.url)
  let minute = 0
  let answered = 0
  let refused = 0
  const front = await startAnswering((request, body) => {
    const now = Math.floor(clock.now() / 60_000)
    if (now !== minute) answered = 0
    minute = now
    answered += 1
    if (answered <= mostPerMinute) return real(request, body)
    refused += 1
    return Promise.resolve({ status: 429, headers: {}, body: '' })
  })
  open.push(front)
  const profile = await referenceProfile('default', front.url, [])
  const ran = await runOn(profile, pack, { clock, walks: true, plan: { seed: 7, effort: 'low' } })
  return { ...ran, refused }
}

test('a target that takes 60 requests a minute and does not say so changes no outcome, and the key to set is named', async () => {
  const free = await runWith(Infinity)
  const limited = await runWith(60)
  expect(free.refused).toBe(0)
  expect(limited.refused).toBeGreaterThan(0)
  const outcomesOf = ({ judging }: Ran): readonly string[] =>
    makeReport(judging, { file: '', sha256: '', exchanges: 0 }).checks.map(({ id, outcome }) => `${id} ${outcome}`)
  expect(outcomesOf(free).length).toBeGreaterThan(300)
  expect(outcomesOf(limited)).toEqual(outcomesOf(free))
  expect(JSON.stringify(limited.last)).toContain('limits.requestsPerSecond')
}, 120_000)
