import { PassThrough } from 'node:stream'
import { silent } from '../act/progress.js'
import type { CheckResult } from '../judge/report.js'
import { runSuites } from './runSuites.js'
import type { RunSuitesOptions, RanSuites } from './runProfile.js'

/**
 * Runs the suites as `runSuites` does, and tells what each check came to as soon as its scenario is done; what looks on at the whole run
 * is told at its end. Where later answers make another thing of a check, it is told once more: the last that is said of a check counts, and
 * is what the report says. Who stops listening ends the run early, which cleans up.
 * @returns what `runSuites` does, once all is told
 * @throws what `runSuites` does
 */
export async function* outcomesOf(
  options: Omit<RunSuitesOptions, 'progress'>,
): AsyncGenerator<CheckResult, RanSuites, undefined> {
  const left = new AbortController()
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal])
  const told = new PassThrough({ objectMode: true })
  const said = new Map<string, string>()
  const tell = (results: readonly CheckResult[]): void => {
    for (const result of results) {
      const text = JSON.stringify(result)
      if (said.get(result.id) !== text) told.write(result)
      said.set(result.id, text)
    }
  }
  const finished = (_scenario: string, _tally: unknown, results: () => readonly CheckResult[]): void => tell(results())
  const run = runSuites({ ...options, signal, progress: { ...silent, finished } }).then((ran) => {
    tell(ran.report.checks)
    return ran
  })
  const closed = run.then(
    () => void told.end(),
    () => void told.end(),
  )
  try {
    yield* told
  } finally {
    left.abort()
    await closed
  }
  return run
}
