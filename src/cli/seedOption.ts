import { usage } from './cliError.js'
import { text, type Option } from './options.js'

export interface Seed {
  readonly number: number
  readonly path?: string
}

const largest = 2_147_483_647
const asText = text(
  'seed',
  'whole number that all chance follows from; SEED:PATH of a report goes to its failing value',
)

/** `--seed`: a whole number, or that and a path such as `7:0:3`. */
export const seedOption: Option<Seed | undefined> = {
  ...asText,
  coerce: (given) => {
    const value = asText.coerce(given)
    if (value === undefined) return undefined
    const [, digits, path] = /^(\d{1,10})(?::(\d+(?::\d+)*))?$/.exec(value) ?? []
    if (digits === undefined || Number(digits) > largest)
      throw usage(`--seed takes a whole number from 0 to ${largest}, or SEED:PATH of a report, but got '${value}'`)
    return { number: Number(digits), ...(path !== undefined && { path }) }
  },
}
