import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import type { JsonObject } from '../contract/jsonObject.js'
import { specFile } from '../contract/specFile.js'
import type { Json } from './profile.js'
import type { Departure } from './profileKeys.js'

/** How the schema of profiles is compiled. */
export const compiling: Options = {
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
  validateSchema: false,
  // It is compiled for one profile: to make its code shorter takes longer than to run it.
  code: { optimize: false },
}

/** Code that the build made of the schema of profiles, with the hash of that schema. */
export const compiledFile = '../dist/spec/profile.schema.cjs'

interface Validate {
  (value: Json): unknown
  readonly errors?: readonly Departure[] | null
}

/**
 * Where values depart from a schema. To compile that of profiles takes a fifth of the time until the first request of a run, so the build
 * does it; what it left is taken only where it was made of this very schema.
 */
export function compileOnce(schema: JsonObject): (value: Json) => readonly Departure[] {
  let compiled: Validate | undefined
  return (value) => {
    compiled ??= builtFrom(schema) ?? new Ajv2020(compiling).compile(schema)
    return compiled(value) === true ? [] : (compiled.errors ?? [])
  }
}

function builtFrom(schema: JsonObject): Validate | undefined {
  const file = specFile(compiledFile)
  if (!existsSync(file)) return undefined
  // Our own build wrote it.
  const built = createRequire(import.meta.url)(file) as Validate & { readonly sha256: string }
  return built.sha256 === hashOfSchema(schema) ? built : undefined
}

export function hashOfSchema(schema: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('hex')
}
