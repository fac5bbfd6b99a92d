import {
  describeValue,
  fail,
  findingAt,
  isJsonObject,
  openSuite,
  pass,
  wants,
  type Answer,
  type Finding,
  type Json,
  type Suite,
} from '../vocabulary/index.js'
import { minutesOf, minutesOfUnit } from './minutesOfUnit.js'
import { isBooked } from './isBooked.js'
import { optionsOf, type ShownOption } from './options.js'

const suite: Suite = openSuite()
const { sweep } = suite

sweep({
  id: 'transfers.cutoff-in-its-unit',
  clause: '2.3/cutoff-in-its-unit',
  title: 'cutoffAmount counts cutoffUnit: it is no number of days or minutes where the unit is hours',
  of: ['transfers'],
  judge: (answer) => {
    const judged = optionsOf(answer).flatMap((shown) => cutOffsOf(answer, shown))
    if (judged.length === 0) return null
    const findings = judged.filter((each) => each !== 'as it is')
    return findings.length === 0 ? pass : fail(...findings.slice(0, 5))
  },
})

/** Minutes that a cut-off may have: a month. */
const longest = 30 * 24 * 60

/**
 * The entries of an option whose cut-off is known from elsewhere: a finding for one that is it but for the unit. One that is something else
 * altogether may mean something else.
 */
function cutOffsOf(answer: Answer, shown: ShownOption): readonly (Finding | 'as it is')[] {
  const { option, pointer } = shown
  const { cancellationPolicy } = option
  if (!Array.isArray(cancellationPolicy)) return []
  const lived = livedBy(answer, shown)
  const entries = cancellationPolicy.flatMap((entry: Json, index) => {
    if (!isJsonObject(entry)) return []
    const { cutoffAmount: amount, cutoffUnit: unit, description } = entry
    const counts = minutesOfUnit(unit)
    if (counts === undefined || typeof amount !== 'number' || amount <= 0) return []
    return [{ amount, counts, unit, told: amount * counts, described: describedBy(description), index }]
  })
  const isLived = entries.some(({ told }) => told === lived)
  return entries.flatMap((entry): readonly (Finding | 'as it is')[] => {
    const { amount, counts, unit, told, described, index } = entry
    // A description that is made of the same wrong number clears a length that may be, as the profile may be wrong, but none beyond reason.
    const isCleared = isLived || (described === told && told <= longest)
    const isDoubted = isCleared && told !== lived
    const known = [described, isDoubted ? null : lived].filter((minutes) => minutes !== null)
    const meant = known.find((minutes) => isOfAnotherUnit(minutes, amount, counts))
    if (meant === undefined) return known.includes(told) ? ['as it is'] : []
    const because = meant === described ? 'its description' : 'bookable.soon.cutOffBefore of the profile'
    return [
      findingAt(answer, `${pointer}/cancellationPolicy/${index}/cutoffAmount`, {
        message: `cutoffAmount is ${amount} with cutoffUnit ${describeValue(unit)}, and ${because} says ${meant / counts}`,
        ...wants.value(meant / counts),
      }),
    ]
  })
}

/** Is the amount that of these minutes, but for the unit? */
function isOfAnotherUnit(minutes: number, amount: number, counts: number): boolean {
  return minutes !== amount * counts && Object.values(minutesOf).some((other) => amount * other === minutes)
}

/** The minutes before its start at which the window of an option closes, as the profile says that it does; null: it does not say. */
function livedBy(answer: Answer, shown: ShownOption): number | null {
  const { profile } = answer
  const lived = profile.bookable.soon.filter(({ cutOffBefore }) => cutOffBefore !== undefined)
  return lived.find((soon) => isBooked(shown, answer, soon, profile))?.cutOffBefore ?? null
}

/** The one length of time that a description names in figures, in minutes; null: none, or several. */
function describedBy(description: Json | undefined): number | null {
  if (typeof description !== 'string') return null
  const text = description.slice(0, 300)
  const units = text.match(/\b(?:hour|day|minute)s?\b/giu) ?? []
  const [length, ...others] = [...text.matchAll(/\b(\d{1,5})[ \u00a0]?(hour|day|minute)s?\b/giu)]
  // Also where one more is written in words: 'an hour before, refunded within 5 days'.
  if (length === undefined || others.length > 0 || units.length > 1) return null
  return Number(length[1]) * (minutesOf[(length[2] ?? '').toLowerCase()] ?? 0)
}

export default suite
