import {
  allJudged,
  confirming,
  expect,
  isPending,
  notApplicable,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Profile, Context, Fields } from '../vocabulary/index.js'

/** Why an input of confirm cannot be judged on this target: it has no place for it; null: it has one. */
export function withoutPlace(profile: Profile, field: 'reference' | 'emailReceipt'): Judgement | null {
  if (profile.operations.confirm?.fields[field] !== undefined) return null
  return untested(`the profile names no place for ${field} in confirm`, `give operations.confirm.${field}`)
}

/** Where an input of confirm is written, as a profile says it; null: nowhere. */
export function placeOf(profile: Profile, field: 'reference' | 'emailReceipt'): string | null {
  const place = profile.operations.confirm?.fields[field]
  if (place === undefined) return null
  return place.in === 'body' ? `body:${place.pointer}` : `${place.in}:${place.name}`
}

/** The option, or how many receipts were mailed; undefined: neither. */
export function isMailed(shown: Json | undefined): boolean | undefined {
  if (typeof shown === 'number') return shown > 0
  return shown === null ? false : shown === true || shown === false ? shown : undefined
}

/** Judges the receipt option that bookings show, where they do: null is as good as false. */
export function showsReceipt(wanted: boolean, ...answers: readonly (Answer | null)[]): Judgement {
  const shown = answers.filter(
    (answer): answer is Answer =>
      answer?.read('emailReceipt') !== undefined &&
      answer !== null &&
      !isPending(answer.read('status'), answer.profile),
  )
  const [first] = answers
  if (shown.length === 0)
    return unusable(first) ?? notApplicable('the bookings of this target do not show the receipt option')
  const judged = allJudged(
    ...shown.map((answer) =>
      expect(answer)
        .field('emailReceipt')
        .toSatisfy(wants.value(wanted), (found) => isMailed(found) === wanted),
    ),
  )
  return judged.outcome === 'pass' ? confirming('booking.emailReceipt') : judged
}

export interface Named {
  readonly sent: string
  readonly confirmed: Answer
}

/**
 * Confirms with the first of these references that is not refused, or else with the last.
 * @param fields what is sent with each
 */
export async function confirmNamed(
  { target }: Pick<Context, 'target'>,
  id: string,
  [first, ...others]: readonly [string, ...string[]],
  fields: Fields,
): Promise<Named> {
  let sent = first
  let confirmed = await target.confirm(id, { reference: sent, ...fields })
  for (const other of others)
    if (confirmed.refused) confirmed = await target.confirm(id, { reference: (sent = other), ...fields })
  return { sent, confirmed }
}
