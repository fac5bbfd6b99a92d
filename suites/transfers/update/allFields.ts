import { exclusiveOf, findListed, expect, openSuite, orNone, withRoom, shortened } from '../vocabulary/index.js'
import type { Answer, Suite, Trials } from '../vocabulary/index.js'
import { allowed } from './judges.js'
import { holdInOtherCurrency } from './onHold.js'
import { change } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface AllFields {
  readonly before: Answer
  readonly read: Answer
  readonly moved: Answer
  /** A reservation of where the booking was to move, in its currency; null: what is exclusive has no room for it. */
  readonly probe: Answer | null
  readonly stayed: Answer | null
}

/**
 * A held booking, updated with every input of 4.3 at once, which moves it to another availability. It is then moved to
 * the product and option of a second thing to book, if the profile names one and the server lets it.
 */
export const allFields: Trials<AllFields> = scenario(
  'update.all-fields',
  async (context): Promise<AllFields> => {
    const { target, profile, marker } = context
    const held = await holdInOtherCurrency(context, ['USD', 'GBP'])
    const id = held.reserved.bookingId
    const { productId, optionId } = profile.bookable.standard
    const fields = {
      productId,
      optionId,
      expirationMinutes: 90,
      ...change(context, marker('all')),
      emailReceipt: false,
    }
    const first = await context.slot('standard', { far: true })
    const tried = await target.update(id, { availabilityId: first, ...fields })
    // It may have been taken since it was offered, and given back since; and a reference may be too long.
    const other = tried.refused ? await context.slot() : first
    const moved = tried.refused ? await target.update(id, shortened({ availabilityId: other, ...fields })) : tried
    const read = await target.get(id)
    if (moved.accepted && context.offers('list')) await findListed(context, id, moved)
    // Only what is free can be moved to. A reservation shows that it was, and what the moved booking may cost.
    const { currency } = held.reserved.exchange.input
    const hasRoom = moved.refused || exclusiveOf(profile) !== profile.bookable.standard
    const wanted = { expirationMinutes: 20, ...(typeof currency === 'string' && { currency }) }
    const reserve = (): Promise<Answer> => target.reserve({ ...wanted, availabilityId: other })
    // An account may have few holds at a time.
    const probe = hasRoom ? await (moved.accepted ? withRoom(context, reserve) : reserve()) : null
    const stayed = moved.refused
      ? await target.update(id, shortened({ availabilityId: held.availabilityId, ...fields }))
      : null
    const [lateStart] = profile.bookable.late
    const late = moved.accepted && lateStart !== undefined ? await context.slot(lateStart).catch(orNone) : null
    if (late !== null && lateStart !== undefined) {
      const { productId, optionId } = lateStart
      const movedLate = await target.update(id, { availabilityId: late, productId, optionId })
      if (movedLate.accepted) await target.get(id)
    }
    return { before: held.reserved, moved, read, probe, stayed }
  },
  { uses: ['update', 'get'], bookings: 6 },
)

check(allFields, {
  id: 'update.all-fields-accepted',
  clause: '4.3/update-accepted',
  title: 'an update with all inputs of section 4.3 is accepted while cancellable is true',
  judge: ({ before, moved, probe, stayed }) => {
    const silent = [moved, stayed].find((update) => update?.shownBy)
    if (silent) return expect(silent).toReturn()
    if (!moved.refused) return allowed(before, moved)
    if (probe?.accepted === true) return allowed(before, moved, ', and the new availability could be reserved')
    return allowed(before, stayed)
  },
})

export default suite
