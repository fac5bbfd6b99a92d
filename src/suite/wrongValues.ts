import fc from 'fast-check'
import type { DocumentFormats, ContractSchema } from '../contract/contractSchema.js'
import { openAjv } from '../contract/builtSpec.js'
import type { Json } from '../profile/profile.js'

/** Wrong values of an input: some to begin with, the most telling first, and any number of others, which shrink. */
export interface WrongValues {
  readonly edges: readonly Json[]
  readonly arbitrary: fc.Arbitrary<Json>
}

/** So far beyond its bound a whole number is looked for. */
const far = 2 ** 31
/** So much longer than it may be a text is made. */
const longer = 40

/**
 * Values beyond the bounds that the contract gives an input: numbers, or texts that are too short or too long.
 * @throws Error where it gives none
 */
export function outside(schema: ContractSchema): WrongValues {
  const { edges, others } = schema.type === 'string' ? ofOtherLength(schema) : ofOtherSize(schema)
  if (edges.length === 0) throw new Error('the contract gives this input no bounds')
  return { edges: [...new Set(edges)], arbitrary: fc.oneof(...others) }
}

interface Beyond {
  readonly edges: readonly Json[]
  readonly others: readonly fc.Arbitrary<Json>[]
}

function ofOtherSize({ minimum = -Infinity, maximum = Infinity }: ContractSchema): Beyond {
  // By their distance from the bound, so that what fails is shrunk towards it.
  const beyond = (bound: number, sign: 1 | -1): fc.Arbitrary<Json> =>
    fc.nat({ max: far }).map(
      (distance) => bound + sign * (distance + 1),
      (value) => sign * (Number(value) - bound) - 1,
    )
  return {
    // Below zero by more than the least that is allowed: who drops the sign takes it for one that is.
    edges: [maximum + 1, minimum - 1, 0, -(minimum + 5), far, 1e15, -far].filter(
      (value) => value < minimum || value > maximum,
    ),
    others: [
      ...(minimum > -Infinity ? [beyond(minimum, -1)] : []),
      ...(maximum < Infinity ? [beyond(maximum, 1)] : []),
    ],
  }
}

function ofOtherLength({ minLength = 0, maxLength = Infinity }: ContractSchema): Beyond {
  const [isLeast, isMost] = [minLength > 0, maxLength < Infinity]
  return {
    edges: [...(isMost ? ['o'.repeat(maxLength + 1)] : []), ...(isLeast ? ['o'.repeat(minLength - 1), ''] : [])],
    others: [
      ...(isLeast ? [fc.string({ maxLength: minLength - 1 })] : []),
      ...(isMost ? [fc.string({ minLength: maxLength + 1, maxLength: maxLength + longer })] : []),
    ],
  }
}

/** The bounds of a whole number in the contract. @throws Error where it gives none */
export function boundsOf({ minimum, maximum }: ContractSchema): { readonly minimum: number; readonly maximum: number } {
  if (minimum === undefined || maximum === undefined) throw new Error('the contract gives this input no bounds')
  return { minimum, maximum }
}

/** Signs of which some are foreign to any format: a letter that is no hexadecimal digit, a mark, a space. */
const foreign = ['g', '-', '~', ' '] as const

/**
 * Texts that the format or the pattern of an input rules out.
 * @param right a text that they take: most values change one sign of it, so that new ones are new in them as well
 * @param formats those that the documents do not mean as the standard does
 * @throws Error where the contract gives it neither, or a format that nobody knows
 */
export function malformed(schema: ContractSchema, right: string, formats: DocumentFormats): WrongValues {
  const isWrong = wrongForm(schema, formats)
  const swapped = (at: number, sign: string): string => `${right.slice(0, at)}${sign}${right.slice(at + 1)}`
  const last = Math.max(0, right.length - 1)
  const oneForeign = foreign.map((sign) => swapped(last, sign)).find(isWrong)
  return {
    edges: [
      ...(oneForeign === undefined ? [] : [oneForeign]),
      ...[`${right}${right.slice(-1)}`, right.slice(0, -1), 'octospec'].filter(isWrong),
    ],
    arbitrary: fc
      .tuple(fc.nat({ max: last }), fc.constantFrom(...foreign))
      .map(([at, sign]) => swapped(at, sign))
      .filter(isWrong),
  }
}

function wrongForm({ format, pattern }: ContractSchema, formats: DocumentFormats): (text: string) => boolean {
  if (format === undefined && pattern === undefined) throw new Error('the contract gives this input no form')
  const form = pattern === undefined ? null : new RegExp(pattern)
  const own = format === undefined ? () => true : formats[format]?.validate
  const isOfFormat = own ?? openAjv({}).compile({ type: 'string', format })
  return (text) => !isOfFormat(text) || form?.test(text) === false
}

/**
 * Texts that are none of those which the contract lists for an input, in any case.
 * @throws Error where it lists no texts
 */
export function unlisted({ enum: listed = [] }: ContractSchema): WrongValues {
  const words = listed.filter((value) => typeof value === 'string')
  const [first] = words
  if (first === undefined) throw new Error('the contract lists no texts for this input')
  const known = new Set(words.map((word) => word.toLowerCase()))
  const isUnlisted = (text: string): boolean => !known.has(text.trim().toLowerCase())
  return {
    edges: ['octospec', `${first}${first.slice(-1)}`, first.slice(0, -1), ''].filter(isUnlisted),
    arbitrary: fc
      .tuple(fc.constantFrom(...words), fc.string({ minLength: 1, maxLength: 8 }))
      .map(([word, more]) => `${word}${more}`)
      .filter(isUnlisted),
  }
}

/**
 * Values of another type than the contract gives an input. Outside a body everything is text, so fewer can be told
 * apart there; null: none can.
 * @param right a text that it takes, where one is known: in a list, it is what a careless server reads all the same
 */
export function mistyped(schema: ContractSchema, inBody = true, right?: string): WrongValues | null {
  switch (schema.type) {
    case 'string':
      return inBody ? fixed([...(right === undefined ? [] : [[right]]), 4711, true, {}, ['x']]) : null
    case 'boolean':
      return fixed(inBody ? ['yes', 7, [true], {}] : ['yes'])
    case 'integer':
      return noWholeNumbers(schema, inBody)
    default:
      throw new Error(`what is no ${JSON.stringify(schema.type)} is not known`)
  }
}

function noWholeNumbers(schema: ContractSchema, inBody: boolean): WrongValues {
  const { minimum = Math.min(0, schema.maximum ?? 0) } = schema
  const { maximum = minimum + 200 } = schema
  const whole = fc.integer({ min: minimum, max: maximum })
  const hundredths = fc.integer({ min: 1, max: 99 })
  const fraction = fc
    .tuple(fc.integer({ min: minimum, max: Math.max(minimum, maximum - 1) }), hundredths)
    .map(([least, more]): Json => least + more / 100)
  // Far from both bounds: it is nothing else that is wrong with it.
  const half = Math.floor((minimum + maximum) / 2) + 0.5
  if (!inBody) return { edges: [half, true], arbitrary: fraction }
  return {
    edges: [half, String(minimum + 5), null, true, [minimum + 10], {}],
    arbitrary: fc.oneof(
      fraction,
      whole.map(String),
      whole.map((value): Json => [value]),
      fc.constantFrom<Json[]>(true, false, null, {}),
    ),
  }
}

function fixed(edges: readonly Json[]): WrongValues {
  return { edges, arbitrary: fc.constantFrom(...edges) }
}
