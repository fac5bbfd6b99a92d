import { expect, test } from 'vitest'
import { makeReport } from '../judge/makeReport.js'
import type { Report } from '../judge/report.js'
import { profileFromEvidence } from '../profile/recordedProfile.js'
import { pack } from '../pack.js'
import { runOnReference } from '../proof/runOnReference.js'
import { harReport } from '../report/formats.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { harExchanges } from './harExchanges.js'
import { Recording, recordableChecks } from './recording.js'

const recordable = new Set(recordableChecks(pack))

/** How the checks that can judge recordings ended, but for those that pass. */
function found({ checks }: Report): readonly string[] {
  return checks
    .filter(
      ({ id, outcome }) => recordable.has(id) && (outcome === 'fail' || outcome === 'warn' || outcome === 'error'),
    )
    .map(({ id, outcome }) => `${outcome} ${id}`)
    .toSorted()
}

function outcomes({ checks }: Report): readonly string[] {
  return checks.filter(({ id }) => recordable.has(id)).map(({ id, outcome }) => `${outcome} ${id}`)
}

async function* linesOf(lines: readonly EvidenceLine[]): AsyncGenerator<EvidenceLine> {
  yield* lines
}

/** The traffic of a run, judged from the HAR that its report has. */
async function offline(
  report: Report,
  evidence: readonly EvidenceLine[],
): Promise<{ report: Report; recording: Recording; breaches: number }> {
  let text = ''
  for await (const piece of harReport(report, linesOf(evidence))) text += piece
  const { log }: { log: { entries: unknown[] } } = JSON.parse(text)
  const [first] = evidence
  if (first?.type !== 'plan') throw new Error('the evidence has no plan')
  const profile = profileFromEvidence(first.plan.profile, pack.profile)
  const recording = new Recording({ profile, pack, startedAt: 0 })
  let breaches = 0
  for (const { seen } of harExchanges(log.entries)) breaches += recording.take(seen).client.length
  recording.end()
  const made = makeReport(recording.judging, { file: '', sha256: '', exchanges: recording.judging.exchanges })
  return { report: made, recording, breaches }
}

test.each([
  ['default', []],
  [
    'partner',
    [
      'reserve-rounds-minutes-to-tens',
      'refusal-with-stack-trace',
      // This shows at once in what a run compares as well: one booking with what another was sent.
      'every-tenth-get-answers-another-booking',
      'booking-net-fractional-in-list',
    ],
  ],
] as const)(
  'the traffic of a run on dialect %s with faults %j has, as HAR, the same findings by every check that can judge recordings',
  async (dialect, faults) => {
    // As it should be, all of it must be.
    const effort = faults.length === 0 ? 'normal' : 'low'
    const { report, evidence } = await runOnReference({ dialect, faults, plan: { effort } })
    const { report: judged, recording, breaches } = await offline(report, evidence)
    expect(found(judged)).toEqual(found(report))
    expect(found(report).length).toBeGreaterThanOrEqual(faults.length)
    expect(judged.checks.map(({ id }) => id)).toEqual([...recordable])
    // A check that a run passes and a recording of it never reaches would miss what breaks it.
    if (faults.length === 0) expect(outcomes(judged)).toEqual(outcomes(report))
    // What octospec itself sends that is wrong is told as the client's, and its server's refusals are not blamed.
    expect(breaches).toBeGreaterThan(20)
    // Of paths that cannot exist, and of methods that are none.
    expect(recording.strange).toBeLessThan(report.requests / 20)
  },
)
