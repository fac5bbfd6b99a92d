import { expect, test } from 'vitest'
import { runOnReference } from '../../proof/runOnReference.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { pack } from '../../pack.js'
import { summaryLines } from './summary.js'

const plain = {
  contract: pack.contract,
  style: (_format: string, text: string): string => text,
  quiet: false,
  verbose: false,
  files: ['a/report.json'],
}

async function reportWith(change: (report: Report, check: CheckResult) => Partial<Report>): Promise<Report> {
  const { report } = await runOnReference({ plan: { only: ['transfers.accepted'] } })
  const [check] = report.checks
  if (check === undefined) throw new Error('the suites have no transfers.accepted')
  return { ...report, ...change(report, check) }
}

test('whatever came from the target is shown harmless and bounded', async () => {
  const evil = '\u001b[2J\u202e\r\n\u2028'
  const finding = { message: evil, expected: evil, received: evil.repeat(1000), exchange: 7, pointer: `/${evil}` }
  const report = await reportWith((_, check) => ({
    verdict: 'fails',
    checks: [{ ...check, outcome: 'fail', reason: evil, findings: [finding], replay: evil }],
    bookings: [
      {
        id: evil,
        key: null,
        scenario: 'x',
        exchange: 1,
        as: 'reseller',
        status: evil,
        fate: 'left',
        note: evil,
        remains: 'for-good',
      },
    ],
    problems: [evil],
  }))
  const text = summaryLines(report, plain).join('\n')
  // oxlint-disable-next-line no-control-regex
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u2028-\u202e]/)
  expect(text).toContain('\\u001b[2J\\u202e\\u000d\\u000a\\u2028')
  expect(text).toContain('(exchange 7, at /')
  expect(text.length).toBeLessThan(20_000)
})

test('resume is offered for what it may end, and not for what says itself that no cancel ends it', async () => {
  const lines = async (...finals: readonly boolean[]): Promise<string> => {
    const report = await reportWith(() => ({
      bookings: finals.map((final, at) => ({
        id: `b-${at}`,
        key: null,
        scenario: 'x',
        exchange: 1,
        as: 'reseller',
        status: 'REDEEMED',
        fate: 'left',
        remains: 'for-good',
        ...(final && { final }),
      })),
    }))
    return summaryLines(report, { ...plain, resume: 'octospec resume r' }).join('\n')
  }
  expect(await lines(true, true)).toContain('none of them can be cancelled')
  expect(await lines(true, true)).not.toContain('octospec resume')
  expect(await lines(true, false)).toMatch(/to try again to cancel the 1 of which .*: octospec resume r/)
  expect(await lines(false)).toContain('to try again to cancel them: octospec resume r')
})

test('untested must clauses are grouped by what stands in the way', async () => {
  const report = await reportWith((before, check) => {
    const untested = (id: string, reason: string): CheckResult => ({
      ...check,
      id,
      clause: id,
      outcome: 'untested',
      reason,
      remedy: `mend ${reason}`,
    })
    const checks = [untested('1/a', 'no clock'), untested('1/b', 'no clock'), untested('1/c', 'no account')]
    const [clause] = before.clauses
    if (clause === undefined) throw new Error('there are no clauses')
    return { checks, clauses: checks.map(({ id }) => ({ ...clause, id, level: 'must', outcome: 'untested' })) }
  })
  const lines = summaryLines(report, plain)
  const from = lines.indexOf('3 must clauses could not be verified')
  expect(lines.slice(from + 1, from + 7)).toEqual([
    '  no clock',
    '    do: mend no clock',
    '    1/a, 1/b',
    '  no account',
    '    do: mend no account',
    '    1/c',
  ])
})

test('the last lines are counts, paths and verdict, and quiet shows nothing else', async () => {
  const report = await reportWith(() => ({}))
  const lines = summaryLines(report, { ...plain, quiet: true })
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['checks', 'wrote', 'verdict'])
  expect(lines.at(-1)).toBe('verdict   conforms (exit 0, partial: some of the checks)')
})

test('the last line of a smoke run says what it left out', async () => {
  const report = { ...(await reportWith(() => ({}))), smoke: { leftOut: 12, of: 20 } }
  expect(summaryLines(report, plain).at(-1)).toBe('verdict   conforms (exit 0, smoke: 12 of 20 checks were left out)')
})

async function broken(): Promise<Report> {
  return reportWith((before, check) => {
    const failing = (id: string, clause: string, level: CheckResult['level'] = 'must'): CheckResult => ({
      ...check,
      id,
      clause,
      level,
      outcome: 'fail',
      findings: [{ message: `${id} is wrong`, expected: 'right', received: 'wrong', exchange: 7, pointer: `/${id}` }],
    })
    const checks = [
      failing('a.unit', '2.1/distance-unit'),
      failing('b.hold', '1.3/on-hold-before-end'),
      failing('c.strangers', '5/foreign-cancel-no-effect', 'derived'),
      failing('d.strangers', '5/foreign-cancel-no-effect', 'derived'),
    ]
    return { verdict: 'fails', checks, summary: before.summary }
  })
}

test('failures stand in the order of the HTML report, each defect once, and say what they mean', async () => {
  const lines = summaryLines(await broken(), plain)
  const heads = lines.filter((line) => line.startsWith('FAIL'))
  expect(heads.map((line) => line.split('  ')[1])).toEqual(['c.strangers', 'b.hold', 'a.unit'])
  expect(lines).toContain('  as well   d.strangers')
  expect(lines).toContain('  means     Strangers see or change bookings')
})

test('the last ten lines are enough for a hurry', async () => {
  const last = summaryLines(await broken(), plain).slice(-10)
  expect(last.filter((line) => line !== '').map((line) => line.split(' ', 1)[0])).toEqual(
    expect.arrayContaining(['broken', 'next', 'checks', 'wrote', 'verdict']),
  )
  expect(last.join('\n')).toContain('broken    Strangers see or change bookings')
  expect(last.join('\n')).toMatch(/next {6}the team that builds the server: /)
})

test('the lines for a hurry are ten, however much is broken, and the files of a folder are one of them', async () => {
  const all = await broken()
  const report: Report = { ...all, requests: 568 }
  const files = ['exchanges.ndjson', 'report.json', 'report.html'].map((name) => `a/b/${name}`)
  const shown = summaryLines(report, { ...plain, files })
  const last = shown.slice(shown.findIndex((line) => line.startsWith('broken')))
  expect(last.length).toBeLessThanOrEqual(10)
  expect(last).toContain('wrote     a/b/report.html  (beside it: exchanges.ndjson, report.json)')
  expect(last.filter((line) => line.startsWith('broken')).length).toBeGreaterThan(1)
})

test('what conforms has its warnings and what could not be verified in the last ten lines, and what would verify it', async () => {
  const report = await reportWith((before, check) => {
    const [clause] = before.clauses
    if (clause === undefined) throw new Error('there are no clauses')
    const checks: readonly CheckResult[] = [
      { ...check, id: 'a.trace', clause: '7/refusal-no-stack-trace', level: 'convention', outcome: 'warn' },
      { ...check, id: 'b.key', level: 'derived', outcome: 'untested', reason: 'no account', remedy: 'give an account' },
    ]
    return { checks, clauses: [{ ...clause, level: 'derived', outcome: 'untested' }] }
  })
  const last = summaryLines(report, plain).slice(-10)
  expect(last.join('\n')).toMatch(/unusual   \S/)
  expect(last).toContain('open      1 derived clause could not be verified')
  expect(last).toContain('next      whoever runs it: give an account')
})

test('there is always something to do next, also where only conventions are not followed or no remedy is known', async () => {
  const next = async (over: Partial<CheckResult>): Promise<string | undefined> =>
    summaryLines(await reportWith((_, check) => ({ checks: [{ ...check, ...over }] })), plain)
      .slice(-10)
      .find((line) => line.startsWith('next'))
  expect(await next({ clause: '7/refusal-no-stack-trace', level: 'convention', outcome: 'warn' })).toBe(
    'next      the team that builds the server, to follow usual practice: Answer errors with a code and a sentence, and keep everything else in the log of the server.',
  )
  expect(await next({ level: 'derived', outcome: 'untested', reason: 'it did not come' })).toMatch(
    / see in the report why/,
  )
  expect(await next({})).toMatch(/ run all the checks before/)
})

test('a verdict that the baseline changes is the one that the exit code means', async () => {
  const baseline = { line: 'baseline: 3 failures', verdict: 'conforms' } as const
  expect(summaryLines(await broken(), { ...plain, exit: 0, baseline }).at(-1)).toBe(
    'verdict   conforms but for what the baseline has (exit 0, partial: some of the checks); the server itself fails',
  )
})
