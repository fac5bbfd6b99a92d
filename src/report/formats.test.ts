import { validate } from 'ctrf'
import { expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { pack } from '../pack.js'
import { githubAnnotations } from './githubAnnotations.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

test('a run that was aborted is a failure in CTRF', async () => {
  const cut = { ...report, checks: [], verdict: 'aborted', headline: 'aborted: <why>' } as const
  const ctrf: unknown = JSON.parse(await renderedAs('ctrf', { ...input, report: cut }))
  expect(validate(ctrf)).toMatchObject({ valid: true })
  expect(ctrf).toMatchObject({ results: { summary: { tests: 1, failed: 1 }, tests: [{ message: 'aborted: <why>' }] } })
})

test('what is new since the run before is named in Markdown, JUnit and annotations', async () => {
  const since = {
    startedAt: '2026-11-20T08:09:10Z',
    url: report.target.url,
    verdict: 'conforms',
    newFailures: ['reserve.bad'],
    stillFailing: 1,
    mended: [],
    unverified: ['hold.open'],
    verified: [],
  } as const
  const later = { ...input, report: { ...report, since } }
  const markdown = await renderedAs('md', later)
  expect(markdown).toContain('### Since the run of 2026-11-20 08:09 UTC')
  expect(markdown).toContain('- **1 new failure**: ` reserve.bad `')
  expect(markdown).toContain('- **1 no longer checked**: ` hold.open `')
  expect(await renderedAs('junit', later)).toContain('new since the run of 2026-11-20 08:09 UTC')
  expect(await renderedAs('junit', later)).not.toContain('failed already')
  const known = { ...input, report: { ...report, since: { ...since, newFailures: [] } } }
  for (const format of ['junit', 'md'])
    expect(await renderedAs(format, known)).toContain('failed already in the run of 2026-11-20 08:09 UTC')
  expect(
    githubAnnotations(later.report, pack.contract).filter((line) => line.includes('new since the run of')),
  ).toHaveLength(1)
})

test('a run before that began at no time is told as it says, and breaks no report', async () => {
  const since = { ...report, newFailures: ['reserve.bad'], stillFailing: 0, mended: [], unverified: [], verified: [] }
  const odd = {
    ...input,
    report: { ...report, since: { ...since, startedAt: '<b>yesterday', url: '', verdict: 'fails' } },
  } as const
  expect(await renderedAs('md', odd)).not.toContain('<b>')
  expect(await renderedAs('junit', odd)).toContain('new since the run of &lt;b&gt;yesterday')
})

test('a format with a case a check says in each which cases are one defect', async () => {
  const both = ['reserve.bad', 'reserve.each'].map((id) => ({
    id,
    clause: '4.2/new-booking-on-hold',
    outcome: 'fail' as const,
  }))
  for (const format of ['junit', 'ctrf']) {
    const text = await renderedAs(format, { report: reportOf(both), evidence: noEvidence })
    expect(text, format).toContain('failure 1, Bookings do not keep to their states: ')
    expect(text, format).toContain('(as well: reserve.each)')
    expect(text, format).toContain('(as well: reserve.bad)')
  }
})
