import { expect, test } from 'vitest'
import { runOnReference } from '../../proof/runOnReference.js'
import type { CheckResult, Report } from '../../judge/report.js'
import { pack } from '../../pack.js'
import { countOutcomes } from '../../judge/verdict.js'
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
  const text = [false, true].flatMap((verbose) => summaryLines(report, { ...plain, verbose })).join('\n')
  // oxlint-disable-next-line no-control-regex
  expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u2028-\u202e]/)
  expect(text).toContain('\\u001b[2J\\u202e\\u000d\\u000a\\u2028')
  expect(text).toContain('where: request 7 at /')
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
  expect(await lines(true, true)).toContain('none of them can be canceled')
  expect(await lines(true, true)).not.toContain('octospec resume')
  expect(await lines(true, false)).toContain('2 of 2 remain on the server; to cancel 1 of them: octospec resume r')
  expect(await lines(false)).toContain('to cancel them: octospec resume r')
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
  const lines = summaryLines(report, { ...plain, verbose: true })
  const from = lines.indexOf('3 clauses not checked')
  expect(lines.slice(from + 1, from + 7)).toEqual([
    '  no clock',
    '    do: mend no clock',
    '    1/a, 1/b',
    '  no account',
    '    do: mend no account',
    '    1/c',
  ])
})

test('quiet shows the verdict and the report alone', async () => {
  const lines = summaryLines(await reportWith(() => ({ headline: 'conforms. 1 check: 1 passed' })), {
    ...plain,
    quiet: true,
  })
  expect(lines).toEqual(['verdict   no failures. conforms. 1 check: 1 passed (exit 0)', 'report    a/report.json'])
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
  const lines = summaryLines(await broken(), { ...plain, verbose: true })
  const heads = lines.filter((line) => line.startsWith('FAIL'))
  expect(heads.map((line) => line.split('  ')[1])).toEqual(['c.strangers', 'd.strangers', 'b.hold', 'a.unit'])
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}failure 1, Strangers see or change bookings: /))
})

test('twelve lines at most say how a run ended, whatever is broken, waived, left and noted', async () => {
  const all = await broken()
  const [first] = all.checks
  const [clause] = all.clauses
  if (first === undefined || clause === undefined) throw new Error('nothing is broken')
  const more = Array.from({ length: 9 }, (_, at): CheckResult => {
    const id = `${at}.more`
    const findings = first.findings.map((each) => ({
      ...each,
      message: `${'x'.repeat(at + 1)} is wrong`,
      pointer: null,
    }))
    const waived = at > 6 && { waived: { reason: 'r', until: '2027-01-01' } }
    return { ...first, id, clause: id, findings, ...waived }
  })
  const report: Report = {
    ...all,
    checks: [...all.checks, ...more],
    problems: ['one', 'two'],
    pending: [{ scenario: 'hold', dueAt: '2026-05-01T12:00:00.000Z' }],
  }
  const files = ['exchanges.ndjson', 'report.json', 'report.html'].map((name) => `a/b/${name}`)
  const baseline = { line: 'baseline: 3 failures', verdict: 'conforms' } as const
  const lines = summaryLines(report, { ...plain, files, exit: 0, baseline, resume: 'octospec resume r' })
  expect(lines).toHaveLength(12)
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
    'verdict',
    'baseline:',
    'failed',
    'failed',
    'failed',
    '',
    'waived',
    'note',
    'holds',
    'next',
    'run',
    'report',
  ])
  expect(lines[0]).toMatch(/\(exit 0, by what the baseline does not have\)$/)
  expect(lines[2]).toBe('failed    c.strangers is wrong (c.strangers and 1 more check)')
  expect(lines.at(-1)).toBe('report    a/b/report.html (2 more files in a/b)')
})

test('the next step lifts the verdict: a fix of what failed, or else what lets most checks be judged', async () => {
  const next = async (...over: readonly Partial<CheckResult>[]): Promise<string | undefined> =>
    summaryLines(
      await reportWith((before, check) => {
        const checks = over.map((each, at) => ({ ...check, id: `${at}`, ...each }))
        return { checks, summary: { ...before.summary, checks: countOutcomes(checks) } }
      }),
      plain,
    ).find((line) => line.startsWith('next'))
  const open = { outcome: 'untested', reason: 'no account' } as const
  const fails = { outcome: 'fail', clause: '2.1/distance-unit' } as const
  const ways = ['a', 'b', 'b'].map((remedy) => ({ ...open, remedy }))
  expect(await next(...ways)).toBe('next      b (unlocks 2 checks)')
  expect(await next(...ways, fails)).toMatch(/^next {6}the team that builds the server: /)
  expect(await next({ ...fails, waived: { reason: 'r', until: '2027-01-01' } })).toMatch(/, before the waiver ends: /)
  expect(await next(open)).toMatch(/ see in the report why/)
  expect(await next({})).toMatch(/ run all the checks before/)
})
