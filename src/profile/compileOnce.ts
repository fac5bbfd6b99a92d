import type { Options } from 'ajv/dist/2020.js'
import { builtFrom } from '../contract/builtCode.js'
import type { JsonObject } from '../contract/jsonObject.js'
import { openAjv } from '../contract/openAjv.js'
import type { Json } from './profile.js'
import type { Departure } from './departure.js'

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

export const compiledName = 'profile.schema'

interface Validate {
  (value: Json): unknown
  readonly errors?: readonly Departure[] | null
}

/** Tells where values depart from a schema. The build compiles that of profiles, to save time at the start. */
export function compileOnce(schema: JsonObject): (value: Json) => readonly Departure[] {
  let compiled: Validate | undefined
  return (value) => {
    compiled ??= builtFrom<Validate>(compiledName, schema) ?? openAjv(compiling).compile(schema)
    return compiled(value) === true ? [] : (compiled.errors ?? [])
  }
}
