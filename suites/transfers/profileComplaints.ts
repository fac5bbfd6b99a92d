import { isDeepStrictEqual } from 'node:util'
import { isMap, valueAt, type Complaint, type Json, type JsonMap } from '../../src/suite/index.js'

/** What no single key of a merged profile tells to be wrong: something is what can be booked, and must not be. */
export function profileComplaints(profile: Json): readonly Complaint[] {
  const standard = askedOf(valueAt(profile, ['bookable', 'standard']))
  const otherThanStandard = (path: readonly string[], expected: string): readonly Complaint[] => {
    const other = valueAt(profile, path)
    if (!isMap(other) || !isDeepStrictEqual(standard, askedOf(other))) return []
    return [{ path, about: 'value', expected, found: 'what bookable.standard is, which can be' }]
  }
  const pathsOf = (name: string): readonly (readonly string[])[] => {
    const named = valueAt(profile, ['bookable', name])
    return Array.isArray(named) ? named.map((_, at) => ['bookable', name, String(at)]) : [['bookable', name]]
  }
  return [
    ...pathsOf('lateStart').flatMap((path) => [
      ...otherThanStandard(path, 'something that starts so soon that it cannot be cancelled any more'),
      ...beforeNothing(valueAt(profile, path), path),
    ]),
    ...pathsOf('soon').flatMap((path) => {
      const soon = valueAt(profile, path)
      return [...withoutCutOff(soon, path), ...beforeNothing(soon, path)]
    }),
    ...otherThanStandard(['bookable', 'soldOut'], 'something that cannot be booked any more'),
    // What other scenarios book would be in the way of what fills it up.
    ...(hasPlaces(valueAt(profile, ['bookable', 'exclusive', 'places']))
      ? otherThanStandard(['bookable', 'exclusive'], 'another product, or days of its own in its availability')
      : []),
  ]
}

function hasPlaces(places: Json | undefined): boolean {
  return typeof places === 'number' && places > 1
}

function withoutCutOff(soon: Json | undefined, path: readonly string[]): readonly Complaint[] {
  if (!isMap(soon) || soon['cutOffMinutes'] !== undefined || soon['cutOffAt'] !== undefined) return []
  const expected = 'cutOffMinutes, or cutOffAt: when it can be cancelled no more'
  return [{ path, about: 'value', expected, found: 'neither' }]
}

function beforeNothing(soon: Json | undefined, path: readonly string[]): readonly Complaint[] {
  if (!isMap(soon) || soon['cutOffBefore'] === undefined || soon['cutOffAt'] !== undefined) return []
  const expected = 'cutOffAt beside it: the time that cutOffBefore is reckoned from'
  return [{ path: [...path, 'cutOffBefore'], about: 'value', expected, found: 'no cutOffAt' }]
}

/** What is asked for and booked of a bookable. */
function askedOf(bookable: Json | undefined): JsonMap {
  if (!isMap(bookable)) return {}
  const { productId = null, optionId = null, availability = {}, reserve = {} } = bookable
  return { productId, optionId, availability, reserve }
}
