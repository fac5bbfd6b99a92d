import { afterEach, expect, test } from 'vitest'
import { makeReport } from '../judge/makeReport.js'
import { rejudge } from '../judge/rejudge.js'
import { testProfile } from '../client/testTarget.test.data.js'
import type { Ranking } from '../suite/ranking.js'
import { runOn, type Ran } from './runOn.test.data.js'
import { serveBookings, type BookingServer } from './serveBookings.test.data.js'
import { failing, registryOf, type OneShot } from './stage.test.data.js'

let server: BookingServer | null = null

afterEach(async () => {
  await server?.close()
  server = null
})

const ids = ['a', 'b', 'c', 'd']
const ranked = (...order: readonly string[]): Ranking => ({
  smoke: 0,
  scenarios: order.map((id) => ({ id, requests: 1, faults: 1 })),
})

/** Each scenario holds something; the checks of those that are named fail. */
async function ran(
  broken: readonly string[],
  { ranking = ranked(), waived }: { readonly ranking?: Ranking; readonly waived?: string } = {},
): Promise<Ran & { readonly began: readonly string[] }> {
  server = await serveBookings()
  const began: string[] = []
  const scenarios = ids.map((id): OneShot => ({
    kind: 'one-shot',
    id,
    async act({ hold }) {
      began.push(id)
      await hold()
      return { id }
    },
  }))
  const checks = ids.map((id) => failing(`${id}.check`, id, () => broken.includes(id)))
  const registry = { ...registryOf({ scenarios, checks }), ranking }
  const waive = waived === undefined ? [] : [{ check: waived, reason: 'known', until: '2999-01-01' }]
  const result = await runOn({ ...testProfile(server.url), waive }, registry, {
    concurrency: 1,
    plan: { failFast: true },
  })
  return { ...result, began }
}

function reportOf({ judging }: Ran): ReturnType<typeof makeReport> {
  return makeReport(judging, { file: '', sha256: '', exchanges: 0 })
}

test('a run that is to end with its first failure ends there, fails, and says what it did not come to', async () => {
  const first = await ran(['b', 'c'])
  expect(first.began).toEqual(['a', 'b'])
  expect(first.last).toMatchObject({ type: 'end', reason: 'first-failure', check: 'b.check' })
  const report = reportOf(first)
  expect(report).toMatchObject({ verdict: 'fails', endedBy: 'b.check' })
  expect(report.headline).toContain('the run ended when b.check failed, and what it had not come to is open')
  expect(report.checks.map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
    ['a.check', 'pass', undefined],
    ['b.check', 'fail', undefined],
    ['c.check', 'untested', 'the run ended with its first failure'],
    ['d.check', 'untested', 'the run ended with its first failure'],
  ])
})

test('what it booked by then is cancelled', async () => {
  await ran(['b'])
  expect(server?.bodies('POST /bookings')).toHaveLength(2)
  expect(server?.received.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test('what finds most goes first', async () => {
  const { began } = await ran(['a'], { ranking: ranked('d', 'b', 'a') })
  expect(began).toEqual(['d', 'b', 'a'])
})

test('a failure that a waiver covers does not end it', async () => {
  const { began, last } = await ran(['b'], { waived: 'b.*' })
  expect(began).toEqual(ids)
  expect(last).toMatchObject({ reason: 'complete' })
})

test('where the failure that ended it is none when judged again, nobody takes the rest for verified', async () => {
  const { lines, judging } = await ran(['b'])
  const checks = ids.map((id) => failing(`${id}.check`, id, () => false))
  const registry = { ...judging.registry, checks: new Map(checks.map((check) => [check.id, check])) }
  async function* again(): AsyncGenerator<(typeof lines)[number]> {
    yield { type: 'plan', plan: judging.plan }
    for (const line of lines) if (line.type !== 'plan') yield line
  }
  const report = makeReport(await rejudge(again(), registry), { file: '', sha256: '', exchanges: 0 })
  expect(report.verdict).toBe('aborted')
  expect(report.problems[0]).toBe('it ended when b.check failed, which is no failure any more')
})
