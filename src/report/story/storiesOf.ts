import { setImmediate } from 'node:timers/promises'
import type { Exchange } from '../../client/exchange.js'
import type { Contract } from '../../contract/contract.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
import type { Finding } from '../../suite/finding.js'
import type { Defect } from '../defects.js'
import { leaves, valuesAround, writes, type Lists } from './readings.js'
import { storyOf, type Story } from './storyOf.js'

/** What is kept of the evidence at most, whatever a target answered: exchanges, and characters of their answers. */
const mostKept = 4000
const longestKept = 20_000_000
/** Texts of answers to writes, and who had them first. */
const mostMade = 50_000
/** Defects with a story. */
const mostStories = 60

/** The story of each defect by its number, where an exchange shows it. Reads the evidence twice. */
export async function storiesOf(
  defects: readonly Defect[],
  { profile }: Pick<Report, 'profile'>,
  { operations }: Pick<Contract, 'operations'>,
  evidence: () => AsyncIterable<EvidenceLine>,
): Promise<ReadonlyMap<number, Story>> {
  const lists: Lists = new Set(operations.flatMap((each) => (each.lists ? [each.id] : [])))
  const told = defects.slice(0, mostStories).flatMap(({ number, checks }) => {
    const found = checks.flatMap(({ findings }) => findings).find(({ exchange }) => exchange !== null)
    return found === undefined ? [] : [{ number, finding: found }]
  })
  const wanted = new Map(told.map(({ finding }) => [finding.exchange, finding]))
  if (wanted.size === 0) return new Map()
  const scenariosOf = await involved(wanted, lists, evidence())
  const byScenario = new Map<string, Exchange[]>([...scenariosOf.values()].flat().map((scenario) => [scenario, []]))
  const clock: Exchange[] = []
  let [kept, size] = [0, 0]
  for await (const line of evidence()) {
    if (line.type !== 'exchange') continue
    const { exchange } = line
    if (exchange.purpose === 'clock' && clock.length < mostKept) clock.push(exchange)
    const own = byScenario.get(exchange.scenario)
    if (own === undefined || (!wanted.has(exchange.n) && (kept >= mostKept || size >= longestKept))) continue
    kept += 1
    size += JSON.stringify(exchange.response).length
    own.push(exchange)
  }
  const stories = new Map<number, Story>()
  for (const { number, finding } of told) {
    const own = (scenariosOf.get(finding.exchange) ?? []).flatMap((scenario) => byScenario.get(scenario) ?? [])
    const inOrder = own.toSorted((a, b) => a.n - b.n)
    const story = storyOf(finding, inOrder, clock, { profile, lists })
    if (story !== undefined) stories.set(number, story)
    // Answers can be large, and Ctrl-C is heard between two stories.
    await setImmediate()
  }
  return stories
}

/** The scenarios that findings are about: the one that found it, and those that gave it what it used, wrote what it shows or asked the same. */
async function involved(
  wanted: ReadonlyMap<number | null, Finding>,
  lists: Lists,
  evidence: AsyncIterable<EvidenceLine>,
): Promise<ReadonlyMap<number | null, readonly string[]>> {
  const found = new Map<number | null, readonly string[]>()
  const makers = new Map<string, string>()
  const askers = new Map<string, string>()
  const given = new Map<string, Set<string>>()
  for await (const line of evidence) {
    if (line.type !== 'exchange') continue
    const { exchange } = line
    const { n, scenario, purpose, response } = exchange
    const from = given.get(scenario) ?? new Set([scenario])
    given.set(scenario, from)
    for (const value of Object.values(exchange.input))
      if (typeof value === 'string') from.add(makers.get(value) ?? scenario)
    const finding = wanted.get(n)
    if (finding !== undefined)
      found.set(n, [
        ...new Set([
          ...from,
          ...valuesAround(finding, exchange).flatMap((value) => makers.get(value) ?? []),
          ...(exchange.bookingId === undefined ? [askers.get(purpose) ?? scenario] : []),
        ]),
      ])
    askers.set(purpose, scenario)
    if (writes(exchange, lists) && response?.json !== undefined && makers.size < mostMade)
      for (const [value] of leaves(response.json)) if (!makers.has(value)) makers.set(value, scenario)
  }
  return found
}
