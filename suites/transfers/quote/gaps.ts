import { describeValue, openSuite, type Answer, type Json, type Suite } from '../vocabulary/index.js'
import { isObject, optionsOf } from './options.js'
import { transfers, type AskedTransfers } from './scenario.js'

const suite: Suite = openSuite()
const { observe } = suite

observe(transfers, {
  id: 'transfers.status-values',
  clause: '2.1/status-values',
  observe: (data) => seen('status', data, (answer) => [answer.at('/status')]),
})

observe(transfers, {
  id: 'transfers.distance-unit-values',
  clause: '2.1/distance-unit-values',
  observe: (data) => seen('distanceUnit', data, (answer) => [answer.at('/distanceUnit')]),
})

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
  id: 'transfers.cutoff-unit-values',
  clause: '2.3/cutoff-unit-values',
  observe: (data) =>
    seen('cutoffUnit', data, (answer) =>
      optionsOf(answer).flatMap(({ option: { cancellationPolicy } }) =>
        Array.isArray(cancellationPolicy)
          ? cancellationPolicy.map((entry: Json) => (isObject(entry) ? entry['cutoffUnit'] : undefined))
          : [],
      ),
    ),
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

function seen(
  what: string,
  data: AskedTransfers,
  values: (answer: Answer) => readonly (Json | undefined)[],
): string | null {
  const found = new Set(
    accepted(data)
      .flatMap(values)
      .filter((value) => typeof value === 'string'),
  )
  return found.size === 0 ? null : `${what} ${[...found].slice(0, 8).map(describeValue).join(', ')}`
}

export default suite
