/** The checks of octospec as tests of `node:test`: `import { conformance } from 'octospec/node-test'`. */
import { after, before, describe, test } from 'node:test'
import { conformanceWith, type ConformanceOptions } from './library/conformance.js'

export { ConformanceError, type ConformanceOptions } from './library/conformance.js'

/**
 * Registers each check as a test; see {@link conformanceWith}. What is run is chosen by `only`: `node:test` tells nobody which tests a
 * pattern of its command line leaves.
 *
 * @example
 * conformance({ profile: 'octospec.yaml', url: () => server.url })
 */
export function conformance(options: ConformanceOptions): void {
  conformanceWith(
    {
      describe: (name, body) => void describe(name, body),
      before: (act, timeout) => before(() => act(null), { timeout }),
      after: (act) => after(act),
      test: (name, body) => void test(name, (context) => body((why) => context.skip(why))),
    },
    options,
  )
}
