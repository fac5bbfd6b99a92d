import { pack as shipped } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import { type ProofRow, type ProofTask, type RedCheck, scenarioCosts } from './proof.js'
import { runOnReference, type OnReference } from './runOnReference.js'
import type { CheckResult } from '../judge/report.js'
import { clausesOf } from './kills.js'
import type { Finding } from '../suite/finding.js'

export async function proveTask({ only = [], ...task }: ProofTask, pack: Pack = shipped): Promise<ProofRow> {
  if (only.length === 0) return runTask(task, [], pack)
  const row = await runTask(task, only, pack)
  // It may need what the scenarios of other checks do.
  return row.holds ? row : runTask(task, [], pack)
}

async function runTask(task: Omit<ProofTask, 'only'>, only: readonly string[], pack: Pack): Promise<ProofRow> {
  const { kind, name, dialect, effort = 'low' } = task
  const began = performance.now()
  const ran = await runOnReference({
    pack,
    dialect,
    ...(name !== null && (kind === 'fault' ? { faults: [name] } : { variants: [name] })),
    // The edges of every property are tried at any effort; samples would cost time and prove nothing more.
    plan: { effort, ...(only.length > 0 && { only }) },
  })
  const row = judgeRow(task, ran, Math.round(performance.now() - began), pack)
  return name === null ? { ...row, costs: scenarioCosts(ran.evidence, pack.operations) } : row
}

export function judgeRow(task: Omit<ProofTask, 'only'>, ran: OnReference, milliseconds: number, pack: Pack): ProofRow {
  const { kind, name, dialect } = task
  const { verdict, requests } = ran.report
  const judged =
    kind === 'fault' && name !== null ? judgeFault(name, dialect, ran, pack) : judgeVariant(name, ran, pack)
  return { ...task, ...judged, verdict, requests, milliseconds }
}

type Judged = Pick<ProofRow, 'holds' | 'why' | 'by' | 'collateral'>

/** Caught: the verdict says so, and a check of the broken clause turned red with a finding where the fault shows. */
function judgeFault(name: string, dialect: string, ran: OnReference, { reference, contract }: Pack): Judged {
  const fault = reference.fault(name)
  const shown = reference.shownIn(name, dialect)
  const places = new Set(shown.map(({ operation, place }) => `${operation} ${place}`))
  const isThere = ({ operation, place }: Pointed): boolean =>
    place !== null && places.has(`${operation ?? ''} ${place}`)
  const red = redChecks(ran, isThere)
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
          : !only && ran.report.verdict !== 'fails'
            ? `the verdict is ${ran.report.verdict}`
            : null
  if (fault.missed === undefined) return { holds: why === null, by, collateral, ...(why !== null && { why }) }
  // A fault listed as not yet caught must not be caught.
  return why === null
    ? { holds: false, by, collateral, why: `it is caught, and the row says that it is missed: ${fault.missed}` }
    : { holds: true, by: [], collateral: [...by, ...collateral] }
}

function pointing({ check, operation, place }: RedCheck): string {
  return place === null
    ? `${check} points at no place in the evidence`
    : `${check} points at ${operation ?? ''} ${place}`
}

function judgeVariant(name: string | null, ran: OnReference, { reference }: Pack): Judged {
  const red = redChecks(ran)
  const announced = new Set(name === null ? [] : reference.variant(name).warns)
  const wrong = red.filter(({ outcome, clause }) => outcome !== 'warn' || !announced.has(clause))
  const why =
    wrong.length === 0 ? null : `${wrong.map(({ check, outcome }) => `${check} (${outcome})`).join(', ')} turned red`
  return { holds: why === null, by: [], collateral: red, ...(why !== null && { why }) }
}

/** The place of a finding: the purpose of its exchange's request, and its pointer without positions in arrays. */
type Pointed = Pick<RedCheck, 'operation' | 'place'>

/**
 * The checks that turned red: fail, warn or error.
 * @param isLookedFor whether something shows at a place; a finding that points there is preferred to the first
 */
export function redChecks(
  { report, evidence }: OnReference,
  isLookedFor: (pointed: Pointed) => boolean = () => true,
): readonly RedCheck[] {
  const purposes = new Map(
    evidence.flatMap((line) => (line.type === 'exchange' ? [[line.exchange.n, line.exchange.purpose]] : [])),
  )
  const pointedAt = ({ exchange, pointer }: Finding): Pointed => {
    const operation = exchange === null ? null : (purposes.get(exchange) ?? null)
    // A finding about the headers of an answer is about the answer as a whole.
    const place = operation === null ? null : (pointer ?? '').replaceAll(/\/\d+(?=\/|$)/g, '/*')
    return { operation, place }
  }
  return report.checks.flatMap((check) => {
    const { id, clause, outcome, findings } = check
    if (outcome !== 'fail' && outcome !== 'warn' && outcome !== 'error') return []
    const told = findings.find((finding) => isLookedFor(pointedAt(finding))) ?? findings[0]
    const pointed = told === undefined ? { operation: null, place: null } : pointedAt(told)
    return [{ check: id, clause, outcome, message: messageOf(check, told), ...pointed }]
  })
}

function messageOf({ reason }: CheckResult, told: Finding | undefined): string {
  return told?.message ?? reason ?? ''
}
