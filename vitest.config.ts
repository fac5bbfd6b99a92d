import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** Whole runs, whole commands, trials by the hundred and a browser: what takes its time. All else answers within seconds. */
const whole = [
  'src/cli/**/*.test.ts',
  'src/report/html/*.browser.test.ts',
  'src/**/*.whole.test.ts',
  'scripts/**/*.whole.test.ts',
  'examples/**/*.test.ts',
]

/** What puts another module in the place of one, or counts who listens to the process: it shares nothing that is loaded with other files. */
const alone = ['src/report/folderLock.whole.test.ts', 'src/cli/standstill.test.ts', 'src/evidence/atEnd.whole.test.ts']

const config: ViteUserConfig = defineConfig({
  test: {
    // A test that hangs is ended; how long one may take on a busy machine of two cores is nothing that a test is about.
    testTimeout: 60_000,
    // Much of what takes long waits for timers and other processes; left to itself, vitest would use one of two cores.
    maxWorkers: 4,
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
          exclude: whole,
          // Nothing here does anything at its import, so files share what they load: half the processor time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'whole', include: whole, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})

export default config
