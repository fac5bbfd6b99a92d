import { instantOf, isJsonObject, type Answer, type Bookable, type Json } from '../vocabulary/index.js'
import { hadClosed } from '../cancel/edge.js'
import { minutesOfUnit } from '../quote/cutoffs.js'
import type { Late } from './notCancellable.js'

/**
 * Whether the cancellation window of a booking of bookable.lateStart had passed when it was made, by more than the word of the profile: by
 * a time that the target shows and that the profile reckons from (`cutOffAt`, `cutOffBefore`), or by the start and the policy that the
 * target shows itself.
 */
export function isLateByItself({ reserved, checked, ahead }: Late): boolean {
  const { productId, optionId, availabilityId } = reserved.exchange.input
  const { lateStart, soon } = reserved.profile.bookable
  const told = [...lateStart, ...soon].find(
    (each) => each.cutOffAt !== undefined && each.productId === productId && each.optionId === optionId,
  )
  const item = checked?.items.find((each) => checked.availabilityIdOf(each) === availabilityId)
  const by = told ?? windowIn(item, reserved) ?? windowIn(reserved.json, reserved)
  return by !== null && hadClosed({ checked, taken: reserved, reserved, ahead, by }, reserved)
}

/** When something that an answer shows can be cancelled no more, by its start and the last entry of its policy (2.3); null: it does not say. */
function windowIn(shown: Json | undefined, { profile }: Answer): Bookable | null {
  if (!isJsonObject(shown) || !Array.isArray(shown['cancellationPolicy'])) return null
  const cutOffs = shown['cancellationPolicy'].map((entry: Json) => cutOffOf(entry))
  // Where several members are about a start, that which leaves most time is believed.
  const [start] = Object.entries(shown)
    .flatMap(([name, value]) => {
      const at = typeof value === 'string' && /start|depart/i.test(name) ? instantOf(value) : undefined
      return at === undefined ? [] : [{ name, at }]
    })
    .toSorted((a, b) => b.at - a.at)
  const last = Math.min(...cutOffs)
  if (start === undefined || !Number.isFinite(last)) return null
  const pointer = `/${start.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return { ...profile.bookable.standard, cutOffAt: pointer, cutOffBefore: last }
}

/** Minutes before the start; NaN: it does not say in units that are known. */
function cutOffOf(entry: Json): number {
  const { cutoffAmount: amount, cutoffUnit: unit } = isJsonObject(entry) ? entry : {}
  const counts = typeof unit === 'string' ? minutesOfUnit(unit) : undefined
  return typeof amount === 'number' && counts !== undefined ? amount * counts : Number.NaN
}
