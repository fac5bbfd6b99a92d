import { readFileSync } from 'node:fs'
import type { Ajv2020, CodeOptions, ValidateFunction } from 'ajv/dist/2020.js'
import { builtFrom, openAjv } from './builtSpec.js'
import { specFile } from './specFile.js'
import { isMoment } from './instant.js'

/** A file of `spec/` that says what octospec writes. */
export type PublishedSchema = 'evidence.schema.json' | 'fleet.schema.json' | 'report.schema.json'

/** All of them. */
export const publishedSchemas: readonly PublishedSchema[] = [
  'evidence.schema.json',
  'fleet.schema.json',
  'report.schema.json',
]

/** The types of the lines of evidence. */
export const linesOfEvidence: readonly string[] =
  'plan intent exchange trial smallest stop crash done pending bookings end seal'.split(' ')

/** The shapes that files are tested against: definitions of the `$defs` of each; without any, the whole. */
const heldTo: Readonly<Record<PublishedSchema, readonly string[]>> = {
  'evidence.schema.json': [...linesOfEvidence, 'profile'],
  'fleet.schema.json': ['target', 'pass'],
  'report.schema.json': [],
}

export function idsOf(file: PublishedSchema): readonly string[] {
  return heldTo[file].length === 0 ? [file] : heldTo[file].map((name) => idOf(file, name))
}

function idOf(file: PublishedSchema, definition: string | undefined): string {
  return definition === undefined ? file : `${file}#/$defs/${definition}`
}

type Validate = Pick<ValidateFunction, 'errors'> & ((value: unknown) => unknown)

const known = new Map<PublishedSchema, (id: string) => Validate | undefined>()

/**
 * The first place, in words, that departs from a published schema of files that octospec writes; null: none. A member
 * that the schema does not know is none of our business: a later version may have written it.
 * @param definition of the `$defs`; the whole schema unless given
 */
export function departure(file: PublishedSchema, value: unknown, definition?: string): string | null {
  const validatorOf = known.get(file) ?? validatorsOf(file)
  known.set(file, validatorOf)
  const id = idOf(file, definition)
  const validate = validatorOf(id)
  if (validate === undefined) throw new Error(`octospec has no schema ${id}`)
  if (validate(value) === true) return null
  const [first] = validate.errors ?? []
  return `${first?.instancePath || '/'} ${first?.message ?? 'is not what the schema says'}`
}

/** A published schema as files are tested against it: open for members that it does not know. */
export function shapeOf(file: PublishedSchema): object {
  // Our own file; a test checks it against what octospec writes.
  return JSON.parse(readFileSync(specFile(file), 'utf8'), withoutClosing) as object
}

/** It compiles a definition of a shape by its id, `evidence.schema.json#/$defs/exchange`. */
export function shapeCompiler(file: PublishedSchema, shape: object, code: CodeOptions): Ajv2020 {
  const ajv = openAjv({
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code,
    formats: { 'date-time': isMoment },
  })
  return ajv.addSchema(shape, file)
}

function validatorsOf(file: PublishedSchema): (id: string) => Validate | undefined {
  const shape = shapeOf(file)
  const built = builtFrom<Readonly<Record<string, Validate>>>(file, shape)
  if (built !== undefined) return (id) => built[id]
  const ajv = shapeCompiler(file, shape, { optimize: false })
  return (id) => ajv.getSchema(id)
}

function withoutClosing(key: string, value: unknown): unknown {
  return key === 'additionalProperties' && value === false ? undefined : value
}
