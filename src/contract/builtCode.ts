import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { specFile } from './specFile.js'

/** Where the build leaves the code that it makes of a schema: to compile one takes longer than to use it a thousand times. */
export function builtFile(name: string): string {
  return specFile(`../dist/spec/${name}.cjs`)
}

/** The code that the build made of a schema; undefined where there is none, or where it was made of another schema. */
export function builtFrom<Built>(name: string, schema: object): Built | undefined {
  const file = builtFile(name)
  if (!existsSync(file)) return undefined
  // Our own build wrote it.
  const built = createRequire(import.meta.url)(file) as Built & { readonly sha256: string }
  return built.sha256 === hashOfSchema(schema) ? built : undefined
}

export function hashOfSchema(schema: object): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex')
}
