import { readdirSync } from 'node:fs'

/** All files of the suites that can be mutated, relative to the repository: `suites/cancel/onHold.ts`. */
export function suiteFiles(): readonly string[] {
  return readdirSync('suites', { recursive: true, encoding: 'utf8' })
    .map((name) => `suites/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/\/index\.ts$|\.test\.(data\.)?ts$/.test(name))
    .sort()
}

/** Every twenty-fourth of them: mutants of all would take hours, since it takes a run on the reference service to see each. */
export function sample(): readonly string[] {
  return suiteFiles().filter((_, index) => index % 24 === 3)
}
