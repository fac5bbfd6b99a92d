import fc from 'fast-check'
import type { ContractSchema } from '../contract/contractSchema.js'
import type { Json } from '../profile/profile.js'

/** Values that an input is wrong with: some to begin with, the most telling first, and any number of others, which shrink. */
export interface WrongValues {
  readonly edges: readonly Json[]
  readonly arbitrary: fc.Arbitrary<Json>
}

/** So far beyond its bound a whole number is looked for. */
const far = 2 ** 31

/** Whole numbers beyond the bounds that the contract gives an input. */
export function outside(schema: ContractSchema): WrongValues {
  const { minimum, maximum } = boundsOf(schema)
  const isOutside = (value: number): boolean => value < minimum || value > maximum
  // By their distance from the bound, so that what fails is shrunk towards it.
  const beyond = (bound: number, sign: 1 | -1): fc.Arbitrary<Json> =>
    fc.nat({ max: far }).map(
      (distance) => bound + sign * (distance + 1),
      (value) => sign * (Number(value) - bound) - 1,
    )
  return {
    edges: [maximum + 1, minimum - 1, 0, -5, -far, far, 1e15].filter(isOutside),
    arbitrary: fc.oneof(beyond(minimum, -1), beyond(maximum, 1)),
  }
}

/** The bounds of a whole number in the contract. @throws Error where it gives none */
export function boundsOf({ minimum, maximum }: ContractSchema): { readonly minimum: number; readonly maximum: number } {
  if (minimum === undefined || maximum === undefined) throw new Error('the contract gives this input no bounds')
  return { minimum, maximum }
}

/**
 * Values of another type than the contract gives an input. Outside a body everything is text, so that fewer can be told apart there;
 * null: none can.
 */
export function mistyped(schema: ContractSchema, inBody = true): WrongValues | null {
  switch (schema.type) {
    case 'string':
      return inBody ? fixed([4711, true, {}, ['x']]) : null
    case 'boolean':
      return fixed(inBody ? ['yes', 7, [true], {}] : ['yes'])
    case 'integer':
      return noWholeNumbers(schema, inBody)
    default:
      throw new Error(`what is no ${JSON.stringify(schema.type)} is not known`)
  }
}

function noWholeNumbers(schema: ContractSchema, inBody: boolean): WrongValues {
  const { minimum, maximum } = boundsOf(schema)
  const whole = fc.integer({ min: minimum, max: maximum })
  const hundredths = fc.integer({ min: 1, max: 99 })
  const fraction = fc
    .tuple(fc.integer({ min: minimum, max: maximum - 1 }), hundredths)
    .map(([least, more]): Json => least + more / 100)
  if (!inBody) return { edges: [minimum + 0.5, true], arbitrary: fraction }
  return {
    edges: [minimum + 0.5, String(minimum + 5), null, true, [minimum + 10], {}],
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
