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
  const late = ['bookable', 'lateStart']
  const lates = valueAt(profile, late)
  const paths = Array.isArray(lates) ? lates.map((_, at) => [...late, String(at)]) : [late]
  return [
    ...paths.flatMap((path) =>
      otherThanStandard(path, 'something that starts so soon that it cannot be cancelled any more'),
    ),
    ...withoutCutOff(valueAt(profile, ['bookable', 'soon'])),
    ...beforeNothing(valueAt(profile, ['bookable', 'soon'])),
    ...otherThanStandard(['bookable', 'soldOut'], 'something that cannot be booked any more'),
  ]
}

function withoutCutOff(soon: Json | undefined): readonly Complaint[] {
  if (!isMap(soon) || soon['cutOffMinutes'] !== undefined || soon['cutOffAt'] !== undefined) return []
  const expected = 'cutOffMinutes, or cutOffAt: when it can be cancelled no more'
  return [{ path: ['bookable', 'soon'], about: 'value', expected, found: 'neither' }]
}

function beforeNothing(soon: Json | undefined): readonly Complaint[] {
  if (!isMap(soon) || soon['cutOffBefore'] === undefined || soon['cutOffAt'] !== undefined) return []
  const expected = 'cutOffAt beside it: the time that cutOffBefore is reckoned from'
  return [{ path: ['bookable', 'soon', 'cutOffBefore'], about: 'value', expected, found: 'no cutOffAt' }]
}

/** What is asked for and booked of a bookable. */
function askedOf(bookable: Json | undefined): JsonMap {
  if (!isMap(bookable)) return {}
  const { productId = null, optionId = null, availability = {}, reserve = {} } = bookable
  return { productId, optionId, availability, reserve }
}
