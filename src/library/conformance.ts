import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckResult, Report } from '../judge/report.js'
import { plannedChecks } from '../judge/plan.js'
import { packWith, runSuites, type RunSuitesOptions } from './runSuites.js'
import { byChapter, checkLines, checkMessage } from '../report/checkText.js'

/** What the checks of a run are registered with as tests. */
export interface ConformanceOptions extends Omit<RunSuitesOptions, 'progress'> {
  /**
   * Address in place of `target.url` of the profile, or a function that returns it. It is called after hooks that were
   * registered before, so one of them may start the server.
   */
  readonly url?: string | (() => string | Promise<string>)
  /** Milliseconds that the run may take; ten minutes unless given. */
  readonly timeout?: number
}

/** What a test runner must be able to do. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => void
  /** @param act is told which tests will run, by name; null: the runner does not say */
  readonly before: (act: (names: ReadonlySet<string> | null) => Promise<void>, timeout: number) => void
  readonly after: (act: () => void) => void
  readonly test: (name: string, body: (skip: (why: string) => void) => void) => void
}

/** A clause that a target breaks, as an assertion that fails. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  readonly check: CheckResult

  constructor(check: CheckResult, report: Report) {
    super([checkMessage(check), ...checkLines(check, report)].join('\n'))
    this.check = check
    // The place where a test was registered says nothing.
    this.stack = `${this.name}: ${this.message}`
  }
}

/**
 * Registers each check of a run as a test, by chapter, with its clause in its name. The run is made once, before the
 * first test, for the tests that will run. An untested, not applicable or waived check is skipped, with the reason.
 * @throws RunError OCTOSPEC_NOTHING_SELECTED for a pattern of `only` that matches nothing
 */
export function conformanceWith(runner: TestRunner, options: ConformanceOptions): void {
  const { url, timeout = 600_000, out, ...run } = options
  const { only = [], effort = 'normal' } = options
  const registry = packWith(options.suites)
  const chosen = plannedChecks(registry, { only, effort }).flatMap((id) => registry.checks.get(id) ?? [])
  const nameOf = ({ id, title, clause }: Pick<CheckResult, 'id' | 'title' | 'clause'>): string =>
    `${id}: ${title} [${clause}]`
  let made: { readonly report: Report; readonly checks: ReadonlyMap<string, CheckResult> } | undefined
  let folder: string | undefined
  runner.describe('octospec', () => {
    runner.before(async (names) => {
      const wanted = chosen.filter((check) => names?.has(nameOf(check)) !== false).map(({ id }) => id)
      folder = out ?? mkdtempSync(join(tmpdir(), 'octospec-'))
      const address = typeof url === 'function' ? await url() : url
      const { report } = await runSuites({
        ...run,
        out: folder,
        overrides: { ...run.overrides, ...(address !== undefined && { 'target.url': address }) },
        // If all are wanted, only the caller's pattern chooses, so that the waivers of a whole run apply as a whole.
        only: wanted.length === chosen.length || wanted.length === 0 ? only : wanted,
      })
      made = { report, checks: new Map(report.checks.map((check) => [check.id, check])) }
    }, timeout)
    runner.after(() => {
      if (folder !== undefined && out === undefined) rmSync(folder, { recursive: true, force: true })
    })
    runner.test('the run comes to its end', () => {
      if (made?.report.verdict === 'aborted') throw new Error(made.report.headline)
    })
    // Green is read as verified: what is not is told by one test as well, and not by those of its checks alone.
    runner.test('nothing that must be verified is untested', (skip) => {
      if (made?.report.verdict !== 'conforms') skip(made?.report.headline ?? notJudged(undefined))
    })
    for (const [chapter, checks] of byChapter(chosen))
      runner.describe(chapter, () => {
        for (const check of checks)
          runner.test(nameOf(check), (skip) => {
            const result = made?.checks.get(check.id)
            if (made === undefined || result === undefined) return skip(notJudged(made?.report))
            if (result.waived !== undefined) return skip(`waived until ${result.waived.until}: ${result.waived.reason}`)
            if (result.outcome === 'fail' || result.outcome === 'error') throw new ConformanceError(result, made.report)
            if (result.outcome === 'untested' || result.outcome === 'not-applicable')
              skip(
                `${result.outcome}: ${[result.reason, result.remedy].filter((part) => part !== undefined).join('; ')}`,
              )
          })
      })
  })
}

function notJudged(report: Report | undefined): string {
  return report?.smoke === undefined ? 'the run did not come to it' : 'no answer of this smoke run shows it'
}
