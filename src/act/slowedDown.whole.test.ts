import { afterEach, expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type PlainAnswer } from '../cli/answering.test.data.js'
import { testClock, type TestClock } from '../wire/testClock.test.data.js'
import { makeReport } from '../judge/makeReport.js'
import { pack } from '../pack.js'
import { referenceProfile } from '../proof/runOnReference.js'
import { runOn, type Ran } from './runOn.test.data.js'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

/** A run on the reference service behind a front, which answers some requests in its place. */
async function runBehind(front: (clock: TestClock) => PlainAnswer | null): Promise<Ran> {
  const clock = testClock()
  const reference = await startReference({ now: () => clock.now() })
  open.push(reference)
  const real = forwardTo(reference.url)
  const { url, close } = await startAnswering(async (request, body) => front(clock) ?? real(request, body))
  open.push({ close })
  const profile = await referenceProfile('default', url, [])
  return runOn(profile, pack, { clock, walks: true, plan: { seed: 7, effort: 'low' } })
}

/** A run of which so many requests a minute are answered, and all others 429 without a word. */
async function runWith(mostPerMinute: number): Promise<Ran & { readonly refused: number }> {
  let minute = 0
  let answered = 0
  let refused = 0
  const ran = await runBehind((clock) => {
    const now = Math.floor(clock.now() / 60_000)
    if (now !== minute) answered = 0
    minute = now
    answered += 1
    if (answered <= mostPerMinute) return null
    refused += 1
    return { status: 429, headers: {}, body: '' }
  })
  return { ...ran, refused }
}

/** How long a run took, by its clock, in minutes. */
const minutesOf = ({ last }: Ran): number => (last?.type === 'end' ? last.durationMs / 60_000 : Number.NaN)

test('a target that takes 60 requests a minute and does not say so changes no outcome, and the key to set is named', async () => {
  const { refused, judging, last } = await runWith(60)
  expect(refused).toBeGreaterThan(0)
  const { checks } = makeReport(judging, { file: '', sha256: '', exchanges: 0 })
  expect(checks.length).toBeGreaterThan(300)
  // As without a limit: the reference service conforms.
  expect(checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')).toEqual([])
  expect(JSON.stringify(last)).toContain('limits.requestsPerSecond')
})

test.each([
  ['from the third on, without a word', 2, [429], [], 'limits.requestsPerSecond'],
  ['from the thirtieth on, in turn with 503', 30, [429, 503], '5', 'run again'],
] as const)(
  'a target that puts off every request, %s, ends the run within minutes, which says what it said and what to do',
  async (_when, first, statuses, after, remedy) => {
    let asked = 0
    const ran = await runBehind(() => {
      asked += 1
      if (asked <= first) return null
      const status = statuses[asked % statuses.length] ?? 429
      return { status, headers: { 'retry-after': after }, body: '{"error":"SLOW_DOWN"}' }
    })
    const told = JSON.stringify(ran.last)
    expect(ran.last).toMatchObject({ reason: 'aborted' })
    expect(told).toMatch(/HTTP (429 SLOW_DOWN|503)/)
    expect(told).toContain(remedy)
    expect(minutesOf(ran)).toBeLessThan(6)
    const { checks } = makeReport(ran.judging, { file: '', sha256: '', exchanges: 0 })
    expect(checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([])
  },
)

test('a target that takes its time for ever ends the run after two hours, with what was seen until then', async () => {
  const ran = await runBehind((clock) => {
    clock.advance(29_000)
    return null
  })
  expect(ran.last).toMatchObject({ reason: 'aborted', why: expect.stringContaining('--time-limit') })
  expect(minutesOf(ran)).toBeGreaterThan(115)
  expect(minutesOf(ran)).toBeLessThan(135)
  const { checks } = makeReport(ran.judging, { file: '', sha256: '', exchanges: 0 })
  expect(checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([])
  expect(checks.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(0)
})
