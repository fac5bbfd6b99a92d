import type { Json } from '../profile/profile.js'
import { describeValue } from './inWords.js'
import type { ValueSchema } from '../contract/contractSchema.js'
import type { Wanted } from './wanted.js'

/** What was expected, in words and as data: what a finding has of both. */
export interface Expected {
  readonly expected: string
  readonly wanted?: Wanted
  /** Exchanges that it names. */
  readonly about?: readonly number[]
}

/** What can be expected of an answer, or of what stands at a place of it. The words are those of the data, unless given. */
export const wants = {
  accepted: (expected: string = '2xx with the documented answer'): Expected => ({
    expected,
    wanted: { answer: 'accepted' },
  }),
  /** That it was refused; or else what might stand at the place. */
  refused: (expected: string = 'a refusal', value?: ValueSchema): Expected => ({
    expected,
    wanted: { answer: 'refused', ...(value !== undefined && { value }) },
  }),
  noServerError: (expected: string): Expected => ({ expected, wanted: { answer: 'no-server-error' } }),
  /** This value. Of nothing at all, it may be anything that says as little. */
  value: (value: Json | undefined, expected: string = describeValue(value)): Expected => ({
    expected,
    ...(value !== undefined && { wanted: { value: { const: value } } }),
  }),
  fitting: (expected: string, value: ValueSchema): Expected => ({ expected, wanted: { value } }),
  /** One of these. */
  oneOf: (values: readonly Json[], expected: string = `one of ${JSON.stringify(values)}`): Expected => ({
    expected,
    wanted: { value: { enum: values } },
  }),
  /** A number, or a text that names a time, that is no lower. */
  atLeast: (bound: Json | undefined, expected: string): Expected => ({
    expected,
    ...(typeof bound === 'number' && { wanted: { value: { minimum: bound } } }),
    ...(typeof bound === 'string' && { wanted: { value: { formatMinimum: bound } } }),
  }),
  nothing: (expected: string): Expected => ({ expected, wanted: { value: { not: {} } } }),
} as const
