import type { Exchange } from '../../client/exchange.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report } from '../../judge/report.js'
import type { Defect } from '../defects.js'
import { storyOf, type Story } from './storyOf.js'

/** What is kept of the evidence at most, whatever a target answered: exchanges, and characters of their answers. */
const mostKept = 4000
const longestKept = 20_000_000
/** Defects with a story. */
const mostStories = 60

/** The story of each defect by its number, where an exchange shows it. Reads the evidence twice. */
export async function storiesOf(
  defects: readonly Defect[],
  { profile }: Pick<Report, 'profile'>,
  evidence: () => AsyncIterable<EvidenceLine>,
): Promise<ReadonlyMap<number, Story>> {
  const told = defects.slice(0, mostStories).flatMap(({ number, checks }) => {
    const found = checks.flatMap(({ findings }) => findings).find(({ exchange }) => exchange !== null)
    return found === undefined ? [] : [{ number, finding: found }]
  })
  const wanted = new Set(told.map(({ finding }) => finding.exchange))
  if (wanted.size === 0) return new Map()
  const scenarioOf = new Map<number | null, string>()
  for await (const line of evidence())
    if (line.type === 'exchange' && wanted.has(line.exchange.n)) scenarioOf.set(line.exchange.n, line.exchange.scenario)
  const byScenario = new Map<string, Exchange[]>([...scenarioOf.values()].map((scenario) => [scenario, []]))
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
  const stories = told.map(({ number, finding }) => {
    const own = byScenario.get(scenarioOf.get(finding.exchange) ?? '') ?? []
    return [
      number,
      storyOf(
        finding,
        own.toSorted((a, b) => a.n - b.n),
        clock,
        profile,
      ),
    ] as const
  })
  return new Map(stories.flatMap(([number, story]) => (story === undefined ? [] : [[number, story]])))
}
