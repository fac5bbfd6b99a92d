import {
  checksOf,
  confirming,
  describeValue,
  expect,
  fail,
  findingAt,
  openSuite,
  readPointer,
  refusal,
  untakenFirst,
  untested,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

/** Days that are asked for at most in place of one that is refused. */
const mostOthers = 3

/**
 * One availability check, as every other scenario makes it. If it is refused, other days of the profile are tried: this
 * run may have sold out the first. No document says that a check of something sold out is accepted.
 */
const checked = scenario('availability', async ({ target, profile, isTaken }) => {
  const { standard } = profile.bookable
  const first = await target.availability()
  const asked = [{ checked: first, isTaken: isTaken(standard) }]
  const [own] = checksOf(standard)
  const others = untakenFirst({ isTaken }, standard).filter(({ availability }) => availability !== own)
  for (const bookable of first.refused ? others.slice(0, mostOthers) : []) {
    const answer = await target.availability({}, { bookable })
    asked.push({ checked: answer, isTaken: isTaken(bookable) })
    if (!answer.refused) break
  }
  return { asked, checked: asked.find((each) => each.checked.accepted)?.checked ?? first }
})

check(checked, {
  id: 'availability.check-is-accepted',
  clause: '4.3/availability-accepted',
  title: 'the availability check answers the availability of a product',
  judge: ({ asked, checked }) => {
    const counted = checked.refused ? asked.find((each) => each.checked.refused && !each.isTaken)?.checked : checked
    return counted === undefined
      ? untested(
          `the availability check was refused of what this run had booked, which may be sold out by now (request ${checked.n})`,
          'offer more dates in bookable.standard.availability',
        )
      : expect(counted).toBeAccepted()
  },
})

check(checked, {
  id: 'availability.carries-an-availability-id',
  clause: '4.3/availability-id',
  title: 'the answer of the availability check carries an availabilityId, a string',
  judge: ({ checked }) => judgeIds(checked),
})

observe(checked, {
  id: 'availability.id-place',
  clause: '4.3/availability-id-place',
  observe: ({ checked }) => {
    const [first] = checked.accepted ? checked.items : []
    const place = placesOf(checked).find((each) =>
      isId(first === undefined ? undefined : readPointer<Json>(first, each)),
    )
    if (place === undefined) return null
    const list = checked.itemPlace(0) !== checked.itemsPointer
    return `${place} of ${list ? 'each item of an array' : 'the answer itself'}${checked.itemsPointer === '' ? '' : ` at ${checked.itemsPointer}`}`
  },
})

observe(checked, {
  id: 'availability.request',
  clause: '4.3/availability-request',
  observe: ({ checked }) => {
    if (!checked.accepted) return null
    const names = topLevelNames(checked.exchange.request.body)
    return `${checked.exchange.request.method} with ${names.length === 0 ? 'no body' : names.join(', ')} is accepted`
  },
})

/** Every item that has something where an availabilityId may stand has a string there, and at least one has. */
function judgeIds(checked: Answer): Judgement {
  if (!checked.accepted)
    return untested(`the availability check was not accepted: ${checked.describe()}`, undefined, refusal(checked))
  const { items, itemsPointer, n } = checked
  const places = placesOf(checked)
  const wrong = items.flatMap((item, index) => {
    const found = places.flatMap((place) => {
      const value = readPointer<Json>(item, place)
      return value === undefined ? [] : [{ pointer: `${checked.itemPlace(index)}${place}`, value }]
    })
    return found.some(({ value }) => isId(value)) ? [] : found.slice(0, 1)
  })
  if (wrong.length > 0)
    return fail(
      ...wrong
        .slice(0, 5)
        .map(({ pointer, value }) =>
          findingAt(checked, pointer, {
            message: `an availabilityId in the answer is ${describeValue(value)} and should be a string`,
            ...wants.fitting('a string that is not empty', { type: 'string', minLength: 1 }),
            received: value,
          }),
        ),
    )
  if (checked.availabilityIds.length > 0) return confirming('operations.availability.availabilityId')
  if (items.length === 0)
    return untested(
      `nothing was available (request ${n})`,
      'give dates in operations.availability.body on which something is free',
    )
  return fail({
    message: `no item of the answer to availability carries an availabilityId: ${items.length} have none`,
    expected: `an availabilityId at ${places.join(' or ')}`,
    received: items[0] ?? null,
    exchange: n,
    pointer: itemsPointer,
    restsOn: ['operations.availability.items', 'operations.availability.availabilityId'],
  })
}

function placesOf(checked: Answer): readonly string[] {
  return checked.profile.operations.availability?.availabilityId ?? []
}

function isId(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== ''
}

function topLevelNames(body: string | undefined): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(body ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? Object.keys(parsed) : []
  } catch {
    return []
  }
}

export default suite
