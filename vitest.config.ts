import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    // Runs on the embedded service take their time on two cores with everything else at once.
    testTimeout: 20_000,
    // So that no test makes a key in the home folder of whoever runs it.
    env: { OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' },
    coverage: { include: ['src/**', 'suites/**'], exclude: ['**/*.test.ts', '**/*.test.data.ts'] },
  },
})

export default config
