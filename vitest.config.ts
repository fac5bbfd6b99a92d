import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    // Runs on the embedded service take their time on two cores with everything else at once.
    testTimeout: 20_000,
    coverage: { include: ['src/**', 'suites/**'], exclude: ['**/*.test.ts', '**/*.test.data.ts'] },
  },
})

export default config
