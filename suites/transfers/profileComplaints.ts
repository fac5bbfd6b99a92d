import { isDeepStrictEqual } from 'node:util'
import { isList, isMap, valueAt, type Complaint, type Json, type JsonMap } from '../../src/suite/index.js'

/** What no single key of a merged profile tells to be wrong: something is what can be booked, and must not be. */
export function profileComplaints(profile: Json): readonly Complaint[] {
  const named = valueAt(profile, ['bookable'])
  const entries = isList(named) ? named.filter(isMap) : []
  const standard = entries.find((each) => each['as'] === 'standard')
  return [
    ...(isList(named) ? named : []).flatMap((entry, at) =>
      isMap(entry) ? entryComplaints(entry, standard, ['bookable', String(at)]) : [],
    ),
    ...pendingForever(valueAt(profile, ['booking', 'statuses'])),
  ]
}

function entryComplaints(entry: JsonMap, standard: JsonMap | undefined, path: readonly string[]): readonly Complaint[] {
  const { as, places } = entry
  const otherThanStandard = (expected: string): readonly Complaint[] => {
    if (standard === undefined || !isDeepStrictEqual(askedOf(standard), askedOf(entry))) return []
    return [{ path, about: 'value', expected, found: 'what the standard entry is, which can be' }]
  }
  const wrong = {
    late: () => [
      ...otherThanStandard('something that starts so soon that it cannot be cancelled any more'),
      ...beforeNothing(entry, path),
    ],
    closing: () => [...withoutCutOff(entry, path), ...beforeNothing(entry, path)],
    soldOut: () => otherThanStandard('something that cannot be booked any more'),
    // What other scenarios book would be in the way of what fills it up.
    exclusive: () =>
      typeof places === 'number' && places > 1
        ? otherThanStandard('another product, or days of its own in its availability')
        : [],
  }
  const own = Object.entries(wrong).flatMap(([name, find]) => (name === as ? find() : []))
  if (places === undefined || as === 'exclusive') return own
  return [...own, { path: [...path, 'places'], about: 'value', expected: 'no places but in the entry as: exclusive' }]
}

/** A state that a booking rests in is none that it is on its way from: every read would wait for it to be left. */
function pendingForever(statuses: Json | undefined): readonly Complaint[] {
  if (!isMap(statuses) || !isList(statuses['pending'])) return []
  const resting = ['ON_HOLD', ...['confirmed', 'cancelled', 'expired', 'rejected'].map((name) => statuses[name])]
  return statuses['pending']
    .filter((each) => typeof each === 'string')
    .flatMap((status, at) =>
      resting.includes(status)
        ? [
            {
              path: ['booking', 'statuses', 'pending', String(at)],
              about: 'value' as const,
              expected: 'a state that a booking leaves by itself',
              found: `${status}, in which bookings stay`,
            },
          ]
        : [],
    )
}

function withoutCutOff(entry: JsonMap, path: readonly string[]): readonly Complaint[] {
  if (entry['cutOffMinutes'] !== undefined || entry['cutOffAt'] !== undefined) return []
  const expected = 'cutOffMinutes, or cutOffAt: when it can be cancelled no more'
  return [{ path, about: 'value', expected, found: 'neither' }]
}

function beforeNothing(entry: JsonMap, path: readonly string[]): readonly Complaint[] {
  if (entry['cutOffBefore'] === undefined || entry['cutOffAt'] !== undefined) return []
  const expected = 'cutOffAt beside it: the time that cutOffBefore is reckoned from'
  return [{ path: [...path, 'cutOffBefore'], about: 'value', expected, found: 'no cutOffAt' }]
}

/** What is asked for and booked of an entry. */
function askedOf({ productId = null, optionId = null, availability = {}, reserve = {} }: JsonMap): JsonMap {
  return { productId, optionId, availability, reserve }
}
