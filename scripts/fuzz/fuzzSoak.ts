import { fuzzEvidence } from './fuzzEvidence.js'
import { fuzzProfiles } from './fuzzProfiles.js'
import { fuzzReports } from './fuzzReports.js'
import { fuzzRuns } from './fuzzRuns.js'

/** Cases of one seed; hostile values are drawn anew for the next. */
const portion = 500

/** What is fuzzed, by name: cases of one seed, and what so many of them are. */
const parts: Readonly<Record<string, readonly [fuzz: Fuzz, what: string]>> = {
  runs: [async (some, seed) => (await fuzzRuns(some, seed)).wrong, 'answers changed during runs'],
  profiles: [fuzzProfiles, 'changed profiles read'],
  evidence: [fuzzEvidence, 'changed files of evidence judged, settled and cleaned up'],
  reports: [fuzzReports, 'changed reports and waivers compared'],
}

type Fuzz = (some: number, seed: number) => Promise<readonly string[]>

/**
 * Fuzzes each part with so many cases, and says what it came to. Gives the number of faults.
 * @param only names of parts; none: all of them
 */
export async function fuzzSoak(count: number, only: readonly string[]): Promise<number> {
  let wrong = 0
  for (const [name, [fuzz, what]] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    const began = performance.now()
    const faults = await inPortions(count, fuzz)
    console.log(`${count} ${what}: ${faults.length} faults, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault.slice(0, 500)}`)
    wrong += faults.length
  }
  return wrong
}

async function inPortions(count: number, fuzz: Fuzz): Promise<readonly string[]> {
  const wrong: string[] = []
  for (let done = 0; done < count; done += portion)
    wrong.push(...(await fuzz(Math.min(portion, count - done), 1000 + done)))
  return wrong
}
