import type { Verdict } from '../judge/report.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { cleanUpScenario } from '../wire/exchange.js'
import type { OperationTraits } from '../wire/service.js'

/** One thing to prove: a fault that must be caught or a variant that must not be failed, in one dialect. */
export interface ProofTask {
  readonly kind: 'fault' | 'variant'
  /** Null: the service as it is. */
  readonly name: string | null
  readonly dialect: string
  /** Ids of the checks to run first; all of them where these do not show the fault, or where none is given. */
  readonly only?: readonly string[]
  readonly effort?: 'smoke'
}

/** A check that turned red, and the place of a finding of it: of the one that shows the fault, else of the first. */
export interface RedCheck {
  readonly check: string
  readonly clause: string
  readonly outcome: 'fail' | 'warn' | 'error'
  /** The finding in words; for `error`, what broke. */
  readonly message: string
  /** What the exchange that it points into was for; null: it points into none. */
  readonly operation: string | null
  /** Its pointer with the positions in arrays left out; null: it points at no place. */
  readonly place: string | null
}

/** What one run showed. */
export interface ProofRow extends Omit<ProofTask, 'only'> {
  readonly verdict: Verdict
  /** Fault: caught for the right reason. Variant: nothing turned red that it does not announce. */
  readonly holds: boolean
  readonly why?: string
  /** Fault: the checks of the broken clause that caught it, where the fault says that it shows. */
  readonly by: readonly RedCheck[]
  readonly collateral: readonly RedCheck[]
  readonly requests: number
  readonly milliseconds: number
  readonly costs?: readonly ScenarioCost[]
}

/** A row for each task. */
export interface Proof {
  readonly rows: readonly ProofRow[]
}

export interface ScenarioCost {
  readonly id: string
  readonly requests: number
  readonly bookings: number
  readonly operations: readonly string[]
}

interface Asked {
  requests: number
  bookings: number
  readonly operations: Set<string>
}

/** The requests of each scenario of a run, by id. Each booking that none of them ended counts as one request more. */
export function scenarioCosts(
  evidence: readonly EvidenceLine[],
  traits: Readonly<Record<string, OperationTraits>>,
): readonly ScenarioCost[] {
  const asked = new Map<string, Asked>()
  const ended = new Set<string>()
  const cost = (scenario: string): Asked => {
    const known = asked.get(scenario) ?? { requests: 0, bookings: 0, operations: new Set() }
    asked.set(scenario, known)
    return known
  }
  for (const line of evidence) {
    if (line.type === 'exchange' && line.exchange.scenario !== cleanUpScenario) {
      const { scenario, purpose, bookingId } = line.exchange
      const own = cost(scenario)
      own.requests += 1
      own.operations.add(purpose)
      if (traits[purpose]?.ends === true && bookingId !== undefined) ended.add(bookingId)
    }
    if (line.type === 'bookings')
      for (const { id, scenario } of line.bookings) {
        cost(scenario).bookings += 1
        if (id !== null && !ended.has(id)) cost(scenario).requests += 1
      }
  }
  return [...asked]
    .map(([id, { requests, bookings, operations }]) => ({ id, requests, bookings, operations: [...operations].sort() }))
    .sort((a, b) => a.id.localeCompare(b.id))
}
