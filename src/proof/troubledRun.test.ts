import { expect, test } from 'vitest'
import { limitConcurrency } from '../act/limitConcurrency.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makeReport } from '../judge/makeReport.js'
import { rejudge } from '../judge/rejudge.js'
import { pack } from '../pack.js'
import type { Trouble } from './faultyNetwork.js'
import { runOnReference } from './runOnReference.js'
import { troubledRun } from './troubledRun.js'

/** What is booked in different ways and read again, in different lists, by different callers. */
const only = ['reserve.*', 'extend.*', 'confirm.*', 'cancel.*', 'list.*', 'isolation.*', 'robustness.*']

test('on a network that loses, cuts and delays answers, and gives some itself, a server that is right is blamed for nothing', async () => {
  const blamed: string[] = []
  const verdicts = new Set<string>()
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  // Most of the time is spent waiting for answers that never come.
  await limitConcurrency(6, numbers, async (number) => {
    const { what, verdict, falseFindings } = await troubledRun(
      number,
      { only: [only[number % only.length] ?? ''], effort: 'low' },
      60,
    )
    verdicts.add(verdict)
    for (const { id, findings } of falseFindings)
      blamed.push(`run ${number}, ${what}: ${id}: ${findings[0]?.message ?? ''}`)
  })
  expect(blamed).toEqual([])
  // The troubles had their effect: something could not be verified.
  expect([...verdicts]).toContain('unverified')
  expect([...verdicts]).not.toContain('fails')
}, 120_000)

test('what was lost on the way follows from the evidence: judging it again says the same', async () => {
  const trouble: Trouble = (request) => (request % 9 === 0 ? 'lost' : request % 14 === 0 ? '502 after' : null)
  const plan = { only: ['reserve.*', 'confirm.*'], effort: 'low', seed: 3 } as const
  const { report, evidence } = await runOnReference({ trouble, plan, concurrency: 1 })
  const outcomes = new Set(report.checks.map(({ outcome }) => outcome))
  expect([outcomes.has('untested'), outcomes.has('fail')]).toEqual([true, false])
  const again = await rejudge(lines(evidence), pack)
  expect(makeReport(again, { file: '', sha256: '', exchanges: again.exchanges }).checks).toEqual(report.checks)
}, 60_000)

async function* lines(evidence: readonly EvidenceLine[]): AsyncIterable<EvidenceLine> {
  await Promise.resolve()
  // As a file gives them back.
  for (const line of evidence) yield JSON.parse(JSON.stringify(line))
}
