import { expect, test } from 'vitest'
import { flaws as cancel } from '../cancel/flawedReasons.js'
import { flaws as confirm } from '../confirm/receipt.js'
import { contract } from '../contract/contract.js'
import { transfers } from '../pack.js'
import { flaws as quote } from '../quote/scenario.js'
import { flaws as currency } from '../reserve/currency.js'
import { flaws as reserve } from '../reserve/flawed.js'
import { flaws as update } from '../update/withFlaws.js'
import type { ContractSchema } from './index.js'

/** The ways in which an input is wrong that the contract knows. */
function kindsOf(schema: ContractSchema): readonly string[] {
  const says = (...keywords: readonly (keyof ContractSchema)[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined)
  return [
    ...(says('type') ? ['mistyped'] : []),
    ...(says('minimum', 'maximum', 'minLength', 'maxLength') ? ['outside'] : []),
    ...(says('format', 'pattern') ? ['malformed'] : []),
    ...(says('enum', 'const') ? ['unlisted'] : []),
  ]
}

const known = contract.operations.flatMap(({ id, inputs }) =>
  inputs.flatMap(({ name, schema }) => kindsOf(schema).map((kind) => `${id} ${name} ${kind}`)),
)

/** By a row, or by the property of minutes. */
const tried = [
  ...[quote, reserve, currency, confirm, cancel, update].flatMap(({ operation, flaws }) =>
    flaws.map(({ input, kind }) => `${operation} ${input} ${kind}`),
  ),
  ...['reserve.minutes-flawed', 'extend.minutes', 'update.minutes'].flatMap((id) =>
    transfers.scenarios.get(id)?.kind === 'property'
      ? ['mistyped', 'outside'].map((kind) => `${id.split('.')[0]} expirationMinutes ${kind}`)
      : [],
  ),
]

/** Why nothing is refused for it, or why something else tells. */
const untried: Readonly<Record<string, readonly string[]>> = {
  'the request of the availability check is not shown (4.3/availability-request)': [
    'availability productId mistyped',
    'availability optionId mistyped',
    'availability localDateStart mistyped',
    'availability localDateEnd mistyped',
  ],
  'an id that is no text is one that does not exist, which is tried': ['reserve availabilityId mistyped'],
  'a key that is no text is no UUID either, which is tried': ['reserve idempotencyKey mistyped'],
  'what update does with an availability that does not exist is not shown (4.3/update-unknown-availability)': [
    'update availabilityId mistyped',
    'update availabilityId outside',
  ],
  'section 4.3 gives it no type, nor says that anything is refused for it': [
    'update optionId mistyped',
    'update productId mistyped',
  ],
  'it travels where everything is text': [
    'list page mistyped',
    'list pageSize mistyped',
    'list sortField mistyped',
    'list sortOrder mistyped',
    'list bookingType mistyped',
  ],
  'what comes of it is not shown (4.3/list-page-zero, 4.3/list-size-zero): list.inputs observes it': [
    'list page outside',
    'list pageSize outside',
  ],
}

test('whatever the contract says of an input is tried, or it is said why it is not', () => {
  const said = Object.values(untried).flat()
  expect(known.length).toBeGreaterThan(30)
  expect(known.filter((each) => !tried.includes(each)).sort()).toEqual(said.toSorted())
})
