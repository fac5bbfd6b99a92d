import { expect, test } from 'vitest'
import { reportOf } from '../judge/report.test.data.js'
import { pack } from '../pack.js'
import { everyOutcome } from './formats.test.data.js'
import { githubAnnotations } from './githubAnnotations.js'

const report = everyOutcome()

test('GitHub gets an error for each failure that counts and a warning for each convention', () => {
  const lines = githubAnnotations(report, pack.contract)
  expect(lines.map((line) => line.split('::')[1])).toEqual([
    'error file=profiles/sandbox.yaml,line=1,title=cancel.broke',
    'error file=profiles/sandbox.yaml,line=1,title=Bookings do not keep to their states (reserve.bad)',
    'warning file=profiles/sandbox.yaml,line=1,title=reserve.odd',
  ])
  expect(lines[1]).toContain('%0A  expected: "ON_HOLD"%0A')
})

test('GitHub is told as an error what kept a run from its end, once', () => {
  const problems = ['the target is gone', 'certificates were not checked']
  const cut = { ...reportOf([]), verdict: 'aborted', headline: `aborted: ${problems[0]}`, problems } as const
  const lines = githubAnnotations(cut, pack.contract)
  expect(lines).toEqual([
    '::error title=octospec::aborted: the target is gone',
    '::warning title=octospec::certificates were not checked',
  ])
})

test('GitHub gets one error for what many checks show, the one first that costs most, and it names them', () => {
  const lines = githubAnnotations(
    reportOf([
      { id: 'reserve.bad', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
      { id: 'reserve.each', clause: '4.2/new-booking-on-hold', outcome: 'fail' },
      { id: 'isolation.leak', clause: '5/foreign-get-refused', outcome: 'fail' },
    ]),
    pack.contract,
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('title=Strangers see or change bookings (isolation.leak)::failure 1, Strangers')
  expect(lines[1]).toContain('(reserve.bad)')
  expect(lines[1]).toContain('(as well: reserve.each)')
})

test('GitHub gets no more than ten of a kind, the last of which counts the rest', () => {
  const many = Array.from({ length: 25 }, (_, at) => ({
    id: `reserve.f${at}`,
    clause: `4.2/c${at}`,
    outcome: 'fail' as const,
  }))
  const lines = githubAnnotations(reportOf(many), pack.contract)
  expect(lines).toHaveLength(10)
  expect(lines[9]).toContain('and 16 more')
})
