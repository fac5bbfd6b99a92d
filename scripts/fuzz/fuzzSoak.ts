import { fuzzJudging } from './fuzzJudging.js'
import { fuzzProfiles } from './fuzzProfiles.js'
import { fuzzRuns } from './fuzzRuns.js'

/** Cases of one seed; hostile values are drawn anew for the next. */
const portion = 500

/** Fuzzes judging, runs and profiles with so many cases each, and says what it came to. Gives the number of faults. */
export async function fuzzSoak(count: number): Promise<number> {
  const wrong: string[] = []
  const tell = (what: string, began: number, faults: readonly string[]): void => {
    console.log(`${what}: ${faults.length} faults, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault.slice(0, 500)}`)
    wrong.push(...faults)
  }
  let began = performance.now()
  const judging = await inPortions(count, fuzzJudging)
  tell(`${count} recorded trials with changed answers judged and reported`, began, judging)

  began = performance.now()
  let [runs, answers] = [0, 0]
  const running = await inPortions(count, async (some, seed) => {
    const fuzzed = await fuzzRuns(some, seed)
    runs += fuzzed.runs
    answers += fuzzed.answers
    return fuzzed.wrong
  })
  tell(`${runs} runs with ${answers} changed answers`, began, running)

  began = performance.now()
  tell(`${count} changed profiles read`, began, await inPortions(count, fuzzProfiles))
  return wrong.length
}

async function inPortions(
  count: number,
  fuzz: (some: number, seed: number) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (let done = 0; done < count; done += portion)
    wrong.push(...(await fuzz(Math.min(portion, count - done), 1000 + done)))
  return wrong
}
