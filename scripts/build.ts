/**
 * The steps of the build after the compiler: writes the parsed documents into `dist/spec/`, the bundles into
 * `dist/bundle/`, and the declarations of the entry points into `dist/types/`.
 * See docs/decisions/016-the-package-is-a-bundle.md.
 *
 *   node dist/scripts/build.js
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parsedSpec, parsedSpecFile } from '../src/contract/builtSpec.js'
import { specFile } from '../src/contract/specFile.js'
import { pack } from '../src/pack.js'
import { bundle, doors } from './build/bundle.js'
import { compiledSchemas } from './build/compiledSchema.js'
import { declarations } from './build/declarations.js'

// Each of them: one that is forgotten costs every run a third of its start, and nothing says so.
const ofPack = readdirSync(specFile('transfers')).filter((file) => file.endsWith('.yaml'))

for (const name of ['profile.yaml', ...ofPack.map((file) => `transfers/${file}`)]) {
  mkdirSync(dirname(parsedSpecFile(name)), { recursive: true })
  writeFileSync(parsedSpecFile(name), parsedSpec(name))
}
await bundle(specFile('..'), await compiledSchemas(pack))
declarations(
  specFile('..'),
  doors.map((door) => `src/${door}.d.ts`),
)
