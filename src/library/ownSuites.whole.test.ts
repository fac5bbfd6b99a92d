import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { expectAnswer, fail, openSuite, outcomesOf, pass, runSuites, startReference, verifyRun } from '../index.js'
import type { CheckResult, Reference, RunSuitesOptions } from '../index.js'

let reference: Reference | undefined
afterEach(async () => reference?.close())

async function options(faults: readonly string[], only: readonly string[]): Promise<RunSuitesOptions> {
  reference = await startReference({ faults })
  const profile = specFile('transfers/profiles/reference.yaml')
  const out = join(mkdtempSync(join(tmpdir(), 'octospec-')), 'out')
  return { profile, overrides: { 'target.url': reference.url }, only, out }
}

const suite = openSuite()
suite.sweep({
  id: 'acme.minutes-as-offered',
  clause: '2.5/expiration-minutes',
  title: 'a hold is one of those that we offer',
  of: ['reserve'],
  judge: (answer) => (answer.accepted ? expectAnswer(answer).at('/expirationMinutes').toBe(90) : null),
})
suite.course({
  id: 'acme.reads-what-it-made',
  clause: '4.3/get-equals-created',
  title: 'each booking is of the product that was asked for',
  of: ['reserve'],
  judge: (answers) => {
    const [other] = answers.filter(({ json }) => JSON.stringify(json).includes('prod-other'))
    if (other === undefined) return pass
    return fail({ message: 'another', expected: 'ours', received: 'other', exchange: other.n, pointer: '' })
  },
})

test('checks of a program are run beside those of octospec, and verified by those who have them', async () => {
  const given = await options([], ['acme.*', '4.2/new-booking-on-hold'])
  const { report, folder } = await runSuites({ ...given, suites: [suite] })
  const found = new Map(report.checks.map((check) => [check.id, check]))
  expect(report.verdict).toBe('fails')
  expect(found.get('acme.minutes-as-offered')).toMatchObject({ outcome: 'fail', level: 'must' })
  expect(found.get('acme.minutes-as-offered')?.findings[0]).toMatchObject({ pointer: '/expirationMinutes' })
  expect(found.get('acme.reads-what-it-made')?.outcome).toBe('pass')
  expect((await verifyRun(folder, { suites: [suite] })).problems).toEqual([])
  expect((await verifyRun(folder)).problems[0]).toContain('acme.minutes-as-offered')
})

test('a check of no clause is none, and neither is one whose id is taken', async () => {
  const of = (id: string, clause: string): ReturnType<typeof openSuite> => {
    const own = openSuite()
    own.sweep({ id, clause, title: 'x', of: ['get'], judge: () => null })
    return own
  }
  const given = await options([], [])
  await expect(runSuites({ ...given, suites: [of('acme.x', 'acme/x')] })).rejects.toThrow('no clause that is judged')
  await expect(runSuites({ ...given, suites: [of('acme.x', '3/redeem')] })).rejects.toThrow('no clause that is judged')
  const taken = of('booking.field-status', '2.5/status')
  await expect(runSuites({ ...given, suites: [taken] })).rejects.toThrow('booking.field-status')
})

test('waivers of a program are in place of those of the profile', async () => {
  const waive = [{ check: '*', reason: 'ticket 4711', until: '2999-01-01' }]
  const { report } = await runSuites({ ...(await options(['confirm-not-saved'], ['3/confirm-persisted-get'])), waive })
  expect(report.verdict).not.toBe('fails')
  expect(report.waivers).toMatchObject([{ reason: 'ticket 4711', state: 'matches' }])
})

test('outcomes come as scenarios are done, and the last of each check is that of the report', async () => {
  const outcomes = outcomesOf(
    await options(['confirm-not-saved'], ['3/confirm-persisted-get', '4.2/new-booking-on-hold']),
  )
  const last = new Map<string, CheckResult>()
  for (;;) {
    const next = await outcomes.next()
    if (next.done === true) {
      expect([...last.values()].toSorted(byId)).toEqual([...next.value.report.checks].toSorted(byId))
      break
    }
    last.set(next.value.id, next.value)
  }
  expect([...last.values()].some(({ outcome }) => outcome === 'fail')).toBe(true)
})

test('who stops listening to outcomes ends the run, which cleans up', async () => {
  const given = await options([], ['confirm.*', 'list.*'])
  for await (const { outcome } of outcomesOf(given)) {
    expect(outcome).toBe('pass')
    break
  }
  const { report } = await verifyRun(given.out ?? '')
  expect(report?.verdict).toBe('aborted')
  expect(report?.bookings.some(({ remains }) => remains === 'nothing')).toBe(true)
})

test('what a run cannot begin with is thrown to who listens to its outcomes', async () => {
  const profile = specFile('transfers/profiles/reference.yaml')
  const out = mkdtempSync(join(tmpdir(), 'octospec-'))
  const outcomes = outcomesOf({ profile, overrides: { 'target.url': 'http://127.0.0.1:1' }, out })
  await expect(outcomes.next()).rejects.toThrow('no answer')
})

function byId({ id: one }: CheckResult, { id: other }: CheckResult): number {
  return one < other ? -1 : 1
}
