import type { EvidenceLine } from '../evidence/evidence.js'
import type { Report } from '../judge/report.js'
import type { Pack } from '../suite/pack.js'
import { clausesOf } from './clausesOf.js'
import type { ProofRow, ProofTask, RedCheck } from './proof.js'
import { redChecks, type Pointed } from './redChecks.js'

/** What a finished run proves of its fault (or pair of faults) or its variant. */
export function judgeRow(
  task: ProofTask,
  report: Report,
  evidence: readonly EvidenceLine[],
  milliseconds: number,
  pack: Pack,
): ProofRow {
  const judged =
    task.kind === 'fault' ? judgeFaults(task, report, evidence, pack) : judgeVariants(task, report, evidence, pack)
  return {
    ...task,
    ...judged,
    verdict: report.verdict,
    untested: report.summary.must.untested,
    requests: report.requests,
    milliseconds,
  }
}

type Judged = Pick<ProofRow, 'holds' | 'why' | 'by' | 'collateral'>

/** Caught: the verdict says so, and a check of the broken clause turned red with a finding where the fault shows. */
function judgeFaults(
  { names, dialect }: ProofTask,
  report: Report,
  evidence: readonly EvidenceLine[],
  pack: Pack,
): Judged {
  const { reference } = pack
  const faults = names.map(reference.fault)
  const shown = names.flatMap((name) => reference.shownIn(name, dialect))
  const places = new Set(shown.map(({ operation, place }) => `${operation} ${place}`))
  const isThere = ({ operation, place }: Pointed): boolean =>
    place !== null && places.has(`${operation ?? ''} ${place}`)
  const red = redChecks(report, evidence, isThere)
  const broken = new Set(faults.flatMap(clausesOf))
  const announced = new Set(
    faults.flatMap(({ on = [] }) => on).flatMap((name) => pack.reference.variant(name).warns ?? []),
  )
  const citing = red.filter(({ clause, outcome }) => broken.has(clause) && outcome !== 'error')
  const by = citing.filter(isThere)
  const collateral = red.filter((each) => !by.includes(each) && !announced.has(each.clause))
  const only = faults.every(({ clause }) => pack.contract.clause(clause)?.level === 'convention')
  const why =
    citing.length === 0
      ? `no check of ${[...broken].join(' or ')} turned red`
      : by.length === 0
        ? `${citing.map(pointing).join(', ')}, and not at ${[...places].join(' or ')}`
        : red.some(({ outcome }) => outcome === 'error')
          ? 'octospec itself broke'
          : !only && report.verdict !== 'fails'
            ? `the verdict is ${report.verdict}`
            : null
  return { holds: why === null, by, collateral, ...(why !== null && { why }) }
}

function pointing({ check, operation, place }: RedCheck): string {
  return place === null
    ? `${check} points at no place in the evidence`
    : `${check} points at ${operation ?? ''} ${place}`
}

function judgeVariants({ names }: ProofTask, report: Report, evidence: readonly EvidenceLine[], pack: Pack): Judged {
  const red = redChecks(report, evidence)
  const announced = new Set(names.flatMap((name) => pack.reference.variant(name).warns ?? []))
  const wrong = red.filter(({ outcome, clause }) => outcome !== 'warn' || !announced.has(clause))
  const why =
    wrong.length === 0 ? null : `${wrong.map(({ check, outcome }) => `${check} (${outcome})`).join(', ')} turned red`
  return { holds: why === null, by: [], collateral: red, ...(why !== null && { why }) }
}
