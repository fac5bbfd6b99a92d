import type { EvidenceLine } from '../evidence/evidence.js'
import { cleanUpScenario } from '../wire/exchange.js'
import type { OperationTraits } from '../wire/service.js'

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

/** What each scenario of a run asked for, in the order of their ids. Each booking that none of them ended counts as one request more. */
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
