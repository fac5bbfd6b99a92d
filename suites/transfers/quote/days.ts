import { expect, notApplicable, openSuite, allJudged, isOfOneProduct } from '../vocabulary/index.js'
import type { Answer, Stage, Suite, Json, Profile, Bookable } from '../vocabulary/index.js'
import { isObject, type ShownOption } from './options.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

const minutesOfDay = 1440
/** Days after the one on which other scenarios ask: every other one of a week, to include one of any two in a row. */
const days = [2, 4, 6] as const

/** On which the hour is another than on the others. */
const otherHourOn = 4

/** What was asked for on each. */
type OnEachDay = Readonly<Record<`day${number}`, Answer>>

/** Transfers on days of a week: prices change, and their rules hold on each. Every check of transfers sees these. */
const eachDay = timeline<OnEachDay>(
  'transfers.days',
  () => [
    { at: 0, act: async () => ({}) },
    ...days.map((day): Stage => ({
      at: day * minutesOfDay,
      act: async ({ target, profile }) => {
        const route = day === otherHourOn ? atOtherHour(profile) : null
        const other = route && (await target.transfers({ currency: 'EUR' }, { route }))
        // Nobody may ride by night.
        const asked = other?.accepted === true ? other : await target.transfers({ currency: 'EUR' })
        return { [`day${day}`]: asked }
      },
    })),
  ],
  { needs: ['days'], bookings: 0 },
)

check(eachDay, {
  id: 'transfers.accepted-each-day',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for on the days of a week',
  judge: (onEachDay) => {
    const asked = answersOf(onEachDay)
    // The ride asked for may be over some day, as with a fixed time of the pick-up: then it is refused from there on.
    const last = asked.findLastIndex(({ accepted }) => accepted)
    if (last === -1 && asked.every(({ refused }) => refused)) return notApplicable('what is asked for is over by then')
    const judged = last === -1 ? asked : asked.slice(0, last + 1)
    return allJudged(
      ...judged.map((answer) => expect(answer).toBeAccepted('though it asks for a currency of section 8')),
    )
  },
})

function answersOf(onEachDay: Partial<OnEachDay>): readonly Answer[] {
  return days.flatMap((day) => onEachDay[`day${day}`] ?? [])
}

/** The hour of a time, whether it stands alone or after a date or the template of one. */
const hourOf = /^([^T]{0,40}T)?([01]\d|2[0-3])(:[0-5]\d.{0,40})$/

/**
 * The members of a quote's body that say when the ride is, twelve hours later or earlier on that day. Prices change
 * with the hour (1.6), and a night has another. null: none of them says an hour.
 */
export function atOtherHour({ operations }: Pick<Profile, 'operations'>): Readonly<Record<string, Json>> | null {
  const said = Object.entries(operations.transfers?.body ?? {})
  const moved = said.flatMap(([name, value]): readonly [string, Json][] => {
    const other = moveHours(value)
    return other === value ? [] : [[name, other]]
  })
  return moved.length === 0 ? null : Object.fromEntries(moved)
}

/** The same value where no text of it says an hour. */
function moveHours(value: Json): Json {
  if (typeof value === 'string') {
    const [, date = '', hour, rest = ''] = hourOf.exec(value) ?? []
    return hour === undefined ? value : `${date}${String((Number(hour) + 12) % 24).padStart(2, '0')}${rest}`
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, moveHours(member)] as const)
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members)
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/**
 * Whether a quoted option is surely what the profile names to book. An id is one option's only as a UUID that no other
 * product of the profile has. Other ids, such as a vehicle class, may be shared by products.
 */
export function isBooked({ option }: ShownOption, quote: Answer, what: Bookable, profile: Profile): boolean {
  const { id, productId = quote.at('/productId') } = option
  const isOther = productId !== undefined && productId !== null && productId !== what.productId
  return id === what.optionId && !isOther && uuid.test(what.optionId) && isOfOneProduct(what.optionId, profile)
}

export default suite
