/** The checks of octospec as tests of vitest: `import { conformance } from 'octospec/vitest'`. */
import * as vitest from 'vitest'
import { conformanceWith, type ConformanceOptions } from './library/conformance.js'

export { ConformanceError, type ConformanceOptions } from './library/conformance.js'

/**
 * Registers each check as a test; see {@link conformanceWith}. With `-t` and in an IDE, it runs only what they need.
 * @example
 * conformance({ profile: 'octospec.yaml', url: () => server.url })
 */
export function conformance(options: ConformanceOptions): void {
  conformanceWith(
    {
      describe: (name, body) => void vitest.describe(name, body),
      // vitest reads the first parameter's text for fixtures. Before version 4.1 there was no second, and all is run.
      // oxlint-disable-next-line no-empty-pattern
      before: (act, timeout) => vitest.beforeAll(({}, suite?: unknown) => act(namesIn(suite)), timeout),
      after: (act) => vitest.afterAll(act),
      test: (name, body) => vitest.test(name, (context) => body((why) => context.skip(why))),
    },
    options,
  )
}

interface Task {
  readonly name: string
  readonly mode: string
  readonly tasks?: readonly Task[]
}

function isSuite(value: unknown): value is Task {
  return typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks)
}

/** The tests of a suite that will run; null: it is no suite. */
function namesIn(suite: unknown): ReadonlySet<string> | null {
  if (!isSuite(suite)) return null
  const names = new Set<string>()
  const visit = ({ name, mode, tasks }: Task): void => {
    if (mode === 'skip' || mode === 'todo') return
    if (tasks === undefined) names.add(name)
    else for (const task of tasks) visit(task)
  }
  visit(suite)
  return names
}
