import { describeValue, openSuite, type Answer, type Json, type Suite } from '../vocabulary/index.js'
import { isObject, optionsOf } from './options.js'
import { transfers, type AskedTransfers } from './scenario.js'

const suite: Suite = openSuite()
const { observe } = suite

for (const [field, clause, valuesOf] of [
  ['status', '2.1/status-values', (answer) => [answer.at('/status')]],
  ['distanceUnit', '2.1/distance-unit-values', (answer) => [answer.at('/distanceUnit')]],
  ['cutoffUnit', '2.3/cutoff-unit-values', cutoffUnits],
] as const satisfies readonly (readonly [string, string, (answer: Answer) => readonly (Json | undefined)[]])[])
  observe(transfers, {
    id: `transfers.${clause.slice(4)}`,
    clause,
    observe: (data) => {
      const found = new Set(
        accepted(data)
          .flatMap(valuesOf)
          .filter((value) => typeof value === 'string'),
      )
      return found.size === 0 ? null : `${field} ${[...found].slice(0, 8).map(describeValue).join(', ')}`
    },
  })

function cutoffUnits(answer: Answer): readonly (Json | undefined)[] {
  return optionsOf(answer).flatMap(({ option: { cancellationPolicy } }) =>
    Array.isArray(cancellationPolicy)
      ? cancellationPolicy.map((entry: Json) => (isObject(entry) ? entry['cutoffUnit'] : undefined))
      : [],
  )
}

observe(transfers, {
  id: 'transfers.options-empty',
  clause: '2.1/options-empty',
  observe: (data) => {
    const counts = accepted(data).flatMap((answer) => {
      const options = answer.at('/options')
      return Array.isArray(options) ? [options.length] : []
    })
    if (counts.length === 0) return null
    return counts.includes(0) ? 'a transfer without options occurred' : `at least ${Math.min(...counts)} in this run`
  },
})

observe(transfers, {
  id: 'transfers.request-other-fields',
  clause: '4.1/request-other-fields',
  observe: (_data, { profile }) => {
    const names = Object.keys(profile.operations.transfers?.body ?? {})
    return names.length === 0 ? 'asked for with none' : `the profile sends ${names.join(', ')}`
  },
})

function accepted({ usd, eur, gbp, omitted, base }: AskedTransfers): readonly Answer[] {
  return [usd, eur, gbp, omitted, base].filter((answer) => answer.accepted)
}

export default suite
