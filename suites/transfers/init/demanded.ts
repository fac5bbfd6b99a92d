import type { Json } from '../vocabulary/index.js'
import type { Days } from './days.js'
import { lastDay, plainName } from './lexicon.js'

/** What stands for a member that a target demands and that no field of the documents is; undefined: nothing is known of such. */
export function demanded(member: string, unitId: string | undefined, days: Days | undefined): Json | undefined {
  const name = plainName(member)
  const found = demands.find(([names]) => names.test(name))
  return found === undefined
    ? undefined
    : found[1]({ unitId: unitId ?? 'adult', first: days?.first ?? '{today+30}', last: days?.last ?? '{today+36}' })
}

/** From where to where a transfer is quoted, as Locations (2.2). */
const places = {
  pickUp: { name: 'London Heathrow Airport', googlePlaceId: null, latitude: 51.47, longitude: -0.4543, country: 'GB' },
  dropOff: { name: 'London Victoria', googlePlaceId: null, latitude: 51.4952, longitude: -0.1441, country: 'GB' },
}

const demands: readonly (readonly [RegExp, (known: Days & { readonly unitId: string }) => Json])[] = [
  [
    /^(window|period|range|span|dates|days|(date|day)(range|span|window))$/,
    ({ first, last }) => ({ from: first, to: last }),
  ],
  [/^(unit(item)?s|items)$/, ({ unitId }) => [{ unitId }]],
  [/^(travell?ers|passengers|guests|participants|pax)$/, () => [{ type: 'ADULT' }]],
  [/^(adults|quantity|seats|numberof\w+)$/, () => 1],
  [/^(contact|customer|holder|lead\w+)$/, () => ({ fullName: 'Octo Spec', emailAddress: 'octospec@example.com' })],
  [/(fullname|name)$/, () => 'Octo Spec'],
  [/^(pickup|origin)(place|location|point)?$/, () => places.pickUp],
  [/^(dropoff|destination)(place|location|point)?$/, () => places.dropOff],
  [/email(address)?$/, () => 'octospec@example.com'],
  [/phone(number)?$/, () => '+15550100'],
  [/country(code)?$/, () => 'GB'],
  [lastDay, ({ last }) => last],
  [/(from|start|begin|localdate|date|day)(date)?$/, ({ first }) => first],
]
