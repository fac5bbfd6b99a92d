import { findFault, findVariant } from '../../suites/transfers/reference/startReference.js'
import { pack } from '../pack.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Report } from '../judge/report.js'
import type { ProofRow, ProofTask, RedCheck } from './proof.js'
import { redChecks } from './redChecks.js'

/** What a finished run proves of its fault (or pair of faults) or its variant. */
export function judgeRow(
  task: ProofTask,
  report: Report,
  evidence: readonly EvidenceLine[],
  milliseconds: number,
): ProofRow {
  const red = redChecks(report)
  const base = {
    ...task,
    verdict: report.verdict,
    untested: report.summary.must.untested,
    requests: report.requests,
    milliseconds,
  }
  return task.kind === 'fault'
    ? { ...base, ...judgeFaults(task, report, evidence, red) }
    : { ...base, ...judgeVariants(task, red) }
}

type Judged = Pick<ProofRow, 'holds' | 'why' | 'by' | 'collateral'>

/** Caught: the verdict says so, and a check of the broken clause turned red with a finding that shows it in the evidence. */
function judgeFaults(
  { names }: ProofTask,
  report: Report,
  evidence: readonly EvidenceLine[],
  red: readonly RedCheck[],
): Judged {
  const faults = names.map(findFault)
  const broken = new Set(faults.flatMap(({ clause, seenAs = [] }) => [clause, ...seenAs]))
  const announced = new Set(faults.flatMap(({ on = [] }) => on).flatMap((name) => findVariant(name).warns ?? []))
  const by = red.filter(({ clause, outcome }) => broken.has(clause) && outcome !== 'error')
  const collateral = red.filter((each) => !by.includes(each) && !announced.has(each.clause))
  const only = faults.every(({ clause }) => pack.contract.clause(clause)?.level === 'convention')
  const exchanges = new Map(
    evidence.flatMap((line) => (line.type === 'exchange' ? [[line.exchange.n, line.exchange]] : [])),
  )
  const shown = by.some(({ check }) =>
    report.checks
      .find(({ id }) => id === check)
      ?.findings.some(({ exchange, pointer }) => exchange !== null && pointer !== null && exchanges.has(exchange)),
  )
  const why =
    by.length === 0
      ? `no check of ${[...broken].join(' or ')} turned red`
      : !shown
        ? 'the finding points at no place in the evidence'
        : red.some(({ outcome }) => outcome === 'error')
          ? 'octospec itself broke'
          : !only && report.verdict !== 'fails'
            ? `the verdict is ${report.verdict}`
            : null
  return { holds: why === null, by, collateral, ...(why !== null && { why }) }
}

function judgeVariants({ names }: ProofTask, red: readonly RedCheck[]): Judged {
  const announced = new Set(names.flatMap((name) => findVariant(name).warns ?? []))
  const wrong = red.filter(({ outcome, clause }) => outcome !== 'warn' || !announced.has(clause))
  const why =
    wrong.length === 0 ? null : `${wrong.map(({ check, outcome }) => `${check} (${outcome})`).join(', ')} turned red`
  return { holds: why === null, by: [], collateral: red, ...(why !== null && { why }) }
}
