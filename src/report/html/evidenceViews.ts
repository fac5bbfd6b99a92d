import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Exchange } from '../../client/exchange.js'
import { curlText, exchangeView } from './exchangeView.js'
import type { FailureGroup } from './groupFailures.js'
import type { Html } from './escaped.js'
import { mostRows } from './parts.js'

/** Exchanges shown in full: of one failure, and in the whole report. */
const mostOfFailure = 3
const mostShown = 300
const mostSteps = 60

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
  /** By the number of a failure group: its exchanges, by theirs. */
  readonly shown: ReadonlyMap<number, ReadonlyMap<number, Html>>
  /** Curl lines by exchange number. */
  readonly curls: ReadonlyMap<number, string>
  /** Failure groups that name an exchange. */
  readonly namedBy: ReadonlyMap<number, readonly number[]>
}

/** Reads the evidence once, for all that the report shows outside the timeline's table. */
export async function evidenceViews(
  groups: readonly FailureGroup[],
  evidence: AsyncIterable<EvidenceLine>,
): Promise<EvidenceViews> {
  const { wanted, steps, namedBy } = wants(groups)
  const views = new Map<number, Map<number, Html>>()
  const curls = new Map<number, string>()
  const ticks: Tick[] = []
  let exchanges = 0
  for await (const line of evidence) {
    if (line.type !== 'exchange') continue
    const { exchange } = line
    exchanges += 1
    if (ticks.length < mostRows) ticks.push(tickOf(exchange))
    const ofGroups = wanted.get(exchange.n)
    if (ofGroups !== undefined || steps.has(exchange.n)) curls.set(exchange.n, curlText(exchange))
    for (const [group, pointers] of ofGroups ?? []) {
      const ofGroup = views.get(group) ?? new Map<number, Html>()
      views.set(group, ofGroup.set(exchange.n, exchangeView(exchange, [...pointers])))
    }
  }
  return { exchanges, ticks, shown: views, curls, namedBy }
}

/** The exchanges that a finding leads through, not more than can be shown. */
export function stepsOf(steps: readonly number[] | undefined): readonly number[] {
  return steps?.slice(0, mostSteps) ?? []
}

export function endedAs({ response }: Exchange): Ended {
  if (response === null || response.status >= 500 || response.status === 429) return 'broken'
  return response.status >= 200 && response.status < 300 ? 'accepted' : 'refused'
}

function tickOf(exchange: Exchange): Tick {
  const { startedAt, durationMs, purpose } = exchange
  return { startedAt, durationMs, purpose, ended: endedAs(exchange) }
}

function wants(groups: readonly FailureGroup[]): {
  wanted: Map<number, Map<number, Set<string>>>
  steps: Set<number>
  namedBy: Map<number, number[]>
} {
  const wanted = new Map<number, Map<number, Set<string>>>()
  const steps = new Set<number>()
  const namedBy = new Map<number, number[]>()
  let left = mostShown
  for (const group of groups) {
    let ofGroup = mostOfFailure
    for (const finding of group.checks.flatMap(({ findings }) => findings)) {
      for (const step of stepsOf(finding.steps)) if (steps.size < 5000) steps.add(step)
      if (finding.exchange === null) continue
      const named = namedBy.get(finding.exchange) ?? []
      if (!named.includes(group.number)) namedBy.set(finding.exchange, [...named, group.number])
      const already = wanted.get(finding.exchange)
      const pointers = already?.get(group.number)
      if (pointers !== undefined) {
        if (finding.pointer !== null && pointers.size < 20) pointers.add(finding.pointer)
        continue
      }
      if (ofGroup === 0 || left === 0) continue
      ofGroup -= 1
      left -= 1
      const pointersNow = new Set(finding.pointer === null ? [] : [finding.pointer])
      wanted.set(finding.exchange, (already ?? new Map<number, Set<string>>()).set(group.number, pointersNow))
    }
  }
  return { wanted, steps, namedBy }
}
