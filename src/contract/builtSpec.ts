import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'yaml'
import { specFile } from './specFile.js'
import type { Ajv2020, Options } from 'ajv/dist/2020.js'

/** A YAML file of `spec/` as the build leaves it: parsed, with the hash of what it was parsed from. */
interface ParsedSpec {
  readonly sha256: string
  readonly content: unknown
}

/** A YAML file of `spec/`, as the build parsed it where that is of this very source. */
export function readSpec(name: string): unknown {
  const source = readFileSync(specFile(name), 'utf8')
  const file = parsedSpecFile(name)
  if (!existsSync(file)) return parse(source)
  // Our own build wrote it, by `parsedSpec`.
  const { sha256, content } = JSON.parse(readFileSync(file, 'utf8')) as ParsedSpec
  return sha256 === hashOf(source) ? content : parse(source)
}

/** The build writes this of a YAML file of `spec/`, into `parsedSpecFile`. */
export function parsedSpec(name: string): string {
  const source = readFileSync(specFile(name), 'utf8')
  return JSON.stringify({ sha256: hashOf(source), content: parse(source) } satisfies ParsedSpec)
}

export function parsedSpecFile(name: string): string {
  return specFile(`../dist/spec/${name}.json`)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The build leaves the code of a schema here: compiling one takes longer than using it a thousand times. */
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

/**
 * Compiles schemas that no build has compiled, such as other packs'. It takes longer to load than most uses of it.
 * @param options `formats` are those that mean something else than the standard ones, which are all known
 */
export function openAjv(options: Options): Ajv2020 {
  const load = createRequire(import.meta.url)
  // Packages of the types that are named.
  const ajv = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const { fullFormats } = load('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js')
  return new ajv.Ajv2020({ ...options, formats: { ...fullFormats, ...options.formats } })
}
