import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Exchange } from '../../client/exchange.js'
import type { Defect } from '../defects.js'
import { mostRows } from './parts.js'

/** How an exchange ended, for the chart. */
export type Ended = 'accepted' | 'refused' | 'broken'

/** What the chart of the timeline needs of one exchange. */
export interface Tick {
  readonly startedAt: number
  readonly durationMs: number
  readonly purpose: string
  readonly ended: Ended
}

/** What a first reading of the evidence keeps: bounded, whatever the number and size of the exchanges. */
export interface EvidenceViews {
  /** Number of exchanges recorded. */
  readonly exchanges: number
  readonly ticks: readonly Tick[]
  /** Defects that name an exchange. */
  readonly namedBy: ReadonlyMap<number, readonly number[]>
}

/** Reads the evidence once, for all that the report shows outside the timeline's table and the stories. */
export async function evidenceViews(
  defects: readonly Defect[],
  evidence: AsyncIterable<EvidenceLine>,
): Promise<EvidenceViews> {
  const ticks: Tick[] = []
  let exchanges = 0
  for await (const line of evidence) {
    if (line.type !== 'exchange') continue
    exchanges += 1
    if (ticks.length < mostRows) ticks.push(tickOf(line.exchange))
  }
  const namedBy = new Map<number, number[]>()
  for (const { number, checks } of defects)
    for (const { exchange } of checks.flatMap(({ findings }) => findings)) {
      const named = exchange === null ? undefined : (namedBy.get(exchange) ?? [])
      if (exchange !== null && named?.includes(number) === false) namedBy.set(exchange, [...named, number])
    }
  return { exchanges, ticks, namedBy }
}

export function endedAs({ response }: Exchange): Ended {
  if (response === null || response.status >= 500 || response.status === 429) return 'broken'
  return response.status >= 200 && response.status < 300 ? 'accepted' : 'refused'
}

function tickOf(exchange: Exchange): Tick {
  const { startedAt, durationMs, purpose } = exchange
  return { startedAt, durationMs, purpose, ended: endedAs(exchange) }
}
