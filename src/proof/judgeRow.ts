import type { EvidenceLine } from '../evidence/evidence.js'
import type { Report } from '../judge/report.js'
import type { Pack } from '../suite/pack.js'
import { clausesOf } from './clausesOf.js'
import type { ProofRow, ProofTask, RedCheck } from './proof.js'
import { redChecks, type Pointed } from './redChecks.js'

export function judgeRow(
  task: Omit<ProofTask, 'only'>,
  report: Report,
  evidence: readonly EvidenceLine[],
  milliseconds: number,
  pack: Pack,
): ProofRow {
  const { kind, name, dialect } = task
  const judged =
    kind === 'fault' && name !== null
      ? judgeFault(name, dialect, report, evidence, pack)
      : judgeVariant(name, report, evidence, pack)
  return { ...task, ...judged, verdict: report.verdict, requests: report.requests, milliseconds }
}

type Judged = Pick<ProofRow, 'holds' | 'why' | 'by' | 'collateral'>

/** Caught: the verdict says so, and a check of the broken clause turned red with a finding where the fault shows. */
function judgeFault(
  name: string,
  dialect: string,
  report: Report,
  evidence: readonly EvidenceLine[],
  { reference, contract }: Pack,
): Judged {
  const fault = reference.fault(name)
  const shown = reference.shownIn(name, dialect)
  const places = new Set(shown.map(({ operation, place }) => `${operation} ${place}`))
  const isThere = ({ operation, place }: Pointed): boolean =>
    place !== null && places.has(`${operation ?? ''} ${place}`)
  const red = redChecks(report, evidence, isThere)
  const broken = clausesOf(fault)
  const announced = new Set((fault.on ?? []).flatMap((on) => reference.variant(on).warns ?? []))
  const citing = red.filter(({ clause, outcome }) => broken.includes(clause) && outcome !== 'error')
  const by = citing.filter(isThere)
  const collateral = red.filter((each) => !by.includes(each) && !announced.has(each.clause))
  const only = contract.clause(fault.clause)?.level === 'convention'
  const why =
    citing.length === 0
      ? `no check of ${broken.join(' or ')} turned red`
      : by.length === 0
        ? `${citing.map(pointing).join(', ')}, and not at ${[...places].join(' or ')}`
        : red.some(({ outcome }) => outcome === 'error')
          ? 'octospec itself broke'
          : !only && report.verdict !== 'fails'
            ? `the verdict is ${report.verdict}`
            : null
  if (fault.missed === undefined) return { holds: why === null, by, collateral, ...(why !== null && { why }) }
  // What is named as not yet caught must not be caught.
  return why === null
    ? { holds: false, by, collateral, why: `it is caught, and the row says that it is missed: ${fault.missed}` }
    : { holds: true, by: [], collateral: [...by, ...collateral] }
}

function pointing({ check, operation, place }: RedCheck): string {
  return place === null
    ? `${check} points at no place in the evidence`
    : `${check} points at ${operation ?? ''} ${place}`
}

function judgeVariant(
  name: string | null,
  report: Report,
  evidence: readonly EvidenceLine[],
  { reference }: Pack,
): Judged {
  const red = redChecks(report, evidence)
  const announced = new Set(name === null ? [] : reference.variant(name).warns)
  const wrong = red.filter(({ outcome, clause }) => outcome !== 'warn' || !announced.has(clause))
  const why =
    wrong.length === 0 ? null : `${wrong.map(({ check, outcome }) => `${check} (${outcome})`).join(', ')} turned red`
  return { holds: why === null, by: [], collateral: red, ...(why !== null && { why }) }
}
