// What is loaded when octospec starts, and what is installed: counted, so that it does not depend on the machine.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'

const bundle = specFile('../dist/bundle')
/** The most bytes that are read before a command is known, and that the package has in `dist/`. */
const most = { start: 60_000, bundle: 2_420_000, files: 18 }

/** A file of the bundle and all that it imports at once. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  // Not `import("./...")`, which waits until it is asked for.
  const imports = readFileSync(join(bundle, file), 'utf8').matchAll(/\b(?:import|from)\s*"\.\/([^"]+)"/g)
  for (const [, name = ''] of imports) loadedWith(name, seen)
  return seen
}

// A bare `vitest` without dist/ leaves these out.
test.skipIf(!existsSync(bundle))('before a command is known, next to nothing is loaded', () => {
  const files = [...loadedWith('main.js')]
  const bytes = files.reduce((sum, file) => sum + statSync(join(bundle, file)).size, 0)
  expect(files.length).toBeGreaterThan(1)
  expect(files.length).toBeLessThanOrEqual(most.files)
  expect(bytes).toBeLessThanOrEqual(most.start)
})

test.skipIf(!existsSync(bundle))('the package does not grow unseen', () => {
  const bytes = readdirSync(bundle).reduce((sum, file) => sum + statSync(join(bundle, file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(most.bundle)
})
