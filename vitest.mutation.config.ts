import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The tests that mutants are run against: those beside what `npm run mutation` mutates. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/{suite,judge,act,contract,profile}/**/*.test.ts', 'suites/transfers/*/*.test.ts'],
    exclude: ['**/*.whole.test.ts'],
    testTimeout: 20_000,
  },
})

export default config
