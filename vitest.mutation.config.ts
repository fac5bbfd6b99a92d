import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The tests that mutants are run against: those beside what `npm run mutation` mutates, which it names here. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: (process.env['OCTOSPEC_MUTATION_TESTS'] ?? 'src/{suite,judge,act,contract,profile}/**/*.test.ts').split(
      ' ',
    ),
    testTimeout: 20_000,
  },
})

export default config
