import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestCase, type TestSpecification } from 'vitest/node'

/** Whole runs that judge servers. A test here that passes only at times is a false alarm or a miss: no second try. */
const whole = ['src/**/*.whole.test.ts', 'scripts/**/*.whole.test.ts', 'examples/**/*.test.ts']

/**
 * Whole commands: processes, signals, real time, on machines that others use as well. A test that fails once by chance
 * passes at its second try, and is named in the end.
 */
const driven = ['src/cli/**/*.test.ts']

/** A browser is slow beside anything else. */
const browser = ['src/report/page/*.browser.test.ts']

/** Tests that replace a module or count listeners of the process. They share no loaded module with other files. */
const alone = [
  'src/report/folderLock.whole.test.ts',
  'src/cli/standstill.test.ts',
  'src/evidence/atEnd.whole.test.ts',
  'src/tinyPackCommands.whole.test.ts',
]

/** What takes longest, with the longest first. */
const longest = [
  'independent-server/server.test.ts',
  'cli/docs.test.ts',
  'commands/init.test.ts',
  'hostile/hostileTargets.test.ts',
  'src/packed.whole.test.ts',
  'proof/troubledRun.whole.test.ts',
  'commands/fleet.test.ts',
  'commands/proxy.test.ts',
  'commands/initEnds.test.ts',
  'cli/hostileEvidence.test.ts',
  'cli/ciFiles.test.ts',
  'cli/secrets.test.ts',
  'story/storiesOf.whole.test.ts',
  'cli/deploy.test.ts',
  'cli/killed.test.ts',
  'cli/longTokens.test.ts',
  'page/firstScreen.whole.test.ts',
  'report/defects.whole.test.ts',
  'act/slowedDown.whole.test.ts',
  'recording/recording.whole.test.ts',
]

/** Starts with the slowest files. In CI no earlier run tells vitest the times, and it would start with the largest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return place >= 0 ? place : project.name !== 'fast' ? longest.length : longest.length + 1
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** Names each test that passed only at its second try, and why its first failed: fix what does so again and again. */
class NamesRetried implements Reporter {
  readonly #retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) === 0) return
    const [why = ''] = test.result().errors?.[0]?.message.split('\n') ?? []
    this.#retried.push(`retried: ${test.module.relativeModuleId} > ${test.fullName}: ${why}`)
  }

  onTestRunEnd(): void {
    for (const line of this.#retried) console.log(line)
  }
}

/** Nothing of these goes beside what is fast. */
const later = { groupOrder: 1 } as const

const config: ViteUserConfig = defineConfig({
  test: {
    // A test that hangs is ended; how long one may take on a busy machine of two cores is nothing that a test is about.
    testTimeout: 180_000,
    // Much of what takes long waits for timers and other processes; left to itself, vitest would use one of two cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new NamesRetried()],
    // The projects and the next run share what is transformed: a third of the processor time of the fast tests.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'dist/.vitest' },
    hookTimeout: 60_000,
    // So that no test makes a key in the home folder of whoever runs it.
    env: { OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' },
    coverage: { include: ['src/**', 'suites/**'], exclude: ['**/*.test.ts', '**/*.test.data.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...whole, ...driven, ...browser],
          // Nothing here does anything at its import, so files share what they load: half the processor time.
          isolate: false,
          // These tests wait for nothing, and each further worker would load everything once more.
          maxWorkers: availableParallelism(),
        },
      },
      {
        extends: true,
        test: { name: 'whole', include: whole, exclude: [...alone, ...driven], sequence: later, isolate: false },
      },
      {
        extends: true,
        test: { name: 'driven', include: driven, exclude: alone, sequence: later, isolate: false, retry: 1 },
      },
      { extends: true, test: { name: 'alone', include: alone, sequence: later } },
      {
        extends: true,
        // A browser that hangs is tried once more.
        test: {
          name: 'browser',
          include: browser,
          sequence: { groupOrder: 2 },
          isolate: false,
          retry: 1,
          testTimeout: 60_000,
        },
      },
    ],
  },
})

export default config
