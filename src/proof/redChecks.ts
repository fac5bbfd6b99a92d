import type { EvidenceLine } from '../evidence/evidence.js'
import type { CheckResult, Report } from '../judge/report.js'
import type { Finding } from '../suite/finding.js'
import type { RedCheck } from './proof.js'

/** Where a finding points: what the request of its exchange was for, and its pointer without the positions in arrays. */
export type Pointed = Pick<RedCheck, 'operation' | 'place'>

/**
 * The checks that turned red: fail, warn or error.
 * @param isLookedFor whether a place is one that something shows at; a finding that points there is told rather than the first
 */
export function redChecks(
  report: Report,
  evidence: readonly EvidenceLine[],
  isLookedFor: (pointed: Pointed) => boolean = () => true,
): readonly RedCheck[] {
  const purposes = new Map(
    evidence.flatMap((line) => (line.type === 'exchange' ? [[line.exchange.n, line.exchange.purpose]] : [])),
  )
  const pointedAt = ({ exchange, pointer }: Finding): Pointed => {
    const operation = exchange === null ? null : (purposes.get(exchange) ?? null)
    // What is found of the headers of an answer is of the answer as a whole.
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
