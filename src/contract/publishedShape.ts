import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { specFile } from './specFile.js'

/** A file of `spec/` that says what octospec writes. */
export type PublishedSchema = 'evidence.schema.json' | 'fleet.schema.json' | 'report.schema.json'

const compiled = new Map<string, ValidateFunction>()
const documents = new Map<PublishedSchema, Ajv2020>()

/**
 * Where a value first departs from what a published schema says of files that octospec writes, in words; null: nowhere. A member that
 * the schema does not know is none of our business: a later version may have written it.
 *
 * @param definition of the `$defs`; the whole schema unless given
 */
export function departure(file: PublishedSchema, value: unknown, definition?: string): string | null {
  const validate = validatorOf(file, definition)
  if (validate(value)) return null
  const [first] = validate.errors ?? []
  return `${first?.instancePath || '/'} ${first?.message ?? 'is not what the schema says'}`
}

function validatorOf(file: PublishedSchema, definition: string | undefined): ValidateFunction {
  const id = definition === undefined ? file : `${file}#/$defs/${definition}`
  const validate = compiled.get(id) ?? ajvOf(file).getSchema(id)
  if (validate === undefined) throw new Error(`octospec has no schema ${id}`)
  compiled.set(id, validate)
  return validate
}

function ajvOf(file: PublishedSchema): Ajv2020 {
  const known = documents.get(file)
  if (known !== undefined) return known
  // Our own file; a test holds it to what octospec writes.
  const schema = JSON.parse(readFileSync(specFile(file), 'utf8'), withoutClosing) as object
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    code: { optimize: false },
    formats: { 'date-time': isMoment },
  })
  ajv.addSchema(schema, file)
  documents.set(file, ajv)
  return ajv
}

function withoutClosing(key: string, value: unknown): unknown {
  return key === 'additionalProperties' && value === false ? undefined : value
}

/** As octospec writes it. The standard format also takes a leap second, a local time and a space for the T, which are no `Date` here. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
}
