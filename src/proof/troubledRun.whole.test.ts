import { expect, test } from 'vitest'
import pLimit from 'p-limit'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makeReport } from '../judge/makeReport.js'
import { rejudge } from '../judge/judgeEvidence.js'
import { pack } from '../pack.js'
import { networkFaults, type Trouble } from './faultyNetwork.test.data.js'
import { runOnReference } from './runOnReference.js'
import { onBadNetwork, troubledRun } from './troubledRun.test.data.js'

/** What is booked in different ways and read again, in different lists, by different callers. */
const only = [
  'reserve.*',
  'extend.*',
  'confirm.*',
  'cancel.*',
  'list.*',
  'isolation.*',
  'robustness.*',
  'update.*',
  'hold.*',
  'capability.*',
  'lifecycle.*',
]

test('on a network that loses, cuts and delays answers, and gives some itself, a server that is right is blamed for nothing', async () => {
  const blamed: string[] = []
  const verdicts = new Set<string>()
  const troubles = new Set<string>()
  // Each third run has several troubles: eleven of them take each of these once.
  const numbers = only.map((_, index) => 3 * (index + 1))
  // Most of the time is spent waiting for answers that never come.
  await pLimit(numbers.length).map(numbers, async (number) => {
    const { what, verdict, falseFindings } = await troubledRun(
      number,
      { only: [only[number % only.length] ?? ''], effort: 'low' },
      60,
    )
    verdicts.add(verdict)
    for (const fault of networkFaults) if (what.includes(fault)) troubles.add(fault)
    for (const { id, findings } of falseFindings)
      blamed.push(`run ${number}, ${what}: ${id}: ${findings[0]?.message ?? ''}`)
  })
  expect(blamed).toEqual([])
  expect([...troubles].toSorted()).toEqual([...networkFaults].toSorted())
  // The troubles had their effect: something could not be verified.
  expect([...verdicts]).toContain('unverified')
  expect([...verdicts]).not.toContain('fails')
})

test('a page with 500 in place of the answer to a confirm fails nothing', async () => {
  const id = 'confirm.late-start-accepted'
  const run = async (trouble: Trouble): Promise<readonly [string | undefined, number | undefined]> => {
    const { report, evidence } = await runOnReference({
      ...onBadNetwork(trouble),
      concurrency: 1,
      plan: { only: [id], seed: 5 },
    })
    const confirms = evidence.flatMap((line) =>
      line.type === 'exchange' && line.exchange.purpose === 'confirm' && line.exchange.response?.status === 200
        ? [line.exchange.n]
        : [],
    )
    return [report.checks.find((check) => check.id === id)?.outcome, confirms.at(-1)]
  }
  const [outcome, asked] = await run(() => null)
  const [instead] = await run((request) => (request === asked ? '500 before' : null))
  expect([outcome, instead]).toEqual(['pass', 'pass'])
})

test('what was lost on the way follows from the evidence: judging it again says the same', async () => {
  const trouble: Trouble = (request) => (request % 9 === 0 ? 'lost' : request % 14 === 0 ? '502 after' : null)
  const plan = { only: ['reserve.*', 'confirm.*'], effort: 'low', seed: 3 } as const
  const { report, evidence } = await runOnReference({ ...onBadNetwork(trouble), plan, concurrency: 1 })
  const outcomes = new Set(report.checks.map(({ outcome }) => outcome))
  expect([outcomes.has('untested'), outcomes.has('fail')]).toEqual([true, false])
  const again = await rejudge(lines(evidence), pack)
  expect(makeReport(again, { file: '', sha256: '', exchanges: again.exchanges }).checks).toEqual(report.checks)
})

async function* lines(evidence: readonly EvidenceLine[]): AsyncIterable<EvidenceLine> {
  await Promise.resolve()
  // As a file gives them back.
  for (const line of evidence) yield JSON.parse(JSON.stringify(line))
}
