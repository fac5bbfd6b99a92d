/**
 * What the build does after the compiler: it leaves the documents parsed in `dist/spec/`, bundles octospec into a few files in
 * `dist/bundle/`, and gathers the declarations of its doors in `dist/types/`. See docs/decisions/016-the-package-is-a-bundle.md.
 *
 *   node dist/scripts/build.js
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parsedSpec, parsedSpecFile } from '../src/contract/readSpec.js'
import { specFile } from '../src/contract/specFile.js'
import { pack } from '../src/pack.js'
import { bundle, doors } from './build/bundle.js'
import { compiledSchemas } from './build/compiledSchema.js'
import { declarations } from './build/declarations.js'

const documents = ['openapi.yaml', 'capability.overlay.yaml', 'clauses.yaml', 'lifecycle.yaml']

for (const document of documents) {
  const name = `transfers/${document}`
  mkdirSync(dirname(parsedSpecFile(name)), { recursive: true })
  writeFileSync(parsedSpecFile(name), parsedSpec(name))
}
await bundle(specFile('..'), await compiledSchemas(pack))
declarations(
  specFile('..'),
  doors.map((door) => `src/${door}.d.ts`),
)
