import { createRequire } from 'node:module'
import type { Ajv2020, Options } from 'ajv/dist/2020.js'

/** Compiles schemas that no build has compiled, as those of other packs. To load it takes longer than most of what it would be used for. */
export function openAjv(options: Options): Ajv2020 {
  // A package of the types that are named.
  const ajv = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  return new ajv.Ajv2020(options)
}
