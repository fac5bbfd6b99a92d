import { createRequire } from 'node:module'
import type { Ajv2020, Options } from 'ajv/dist/2020.js'

/**
 * Compiles schemas that no build has compiled, as those of other packs. To load it takes longer than most of what it would be used for.
 * @param options `formats` are those that mean something else than the standard ones, which are all known
 */
export function openAjv(options: Options): Ajv2020 {
  const load = createRequire(import.meta.url)
  // Packages of the types that are named.
  const ajv = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const { fullFormats } = load('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js')
  return new ajv.Ajv2020({ ...options, formats: { ...fullFormats, ...options.formats } })
}
