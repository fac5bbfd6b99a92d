import { findingAt, openSuite, orNone, pass, unjudged, untested, wants, withRoom } from '../vocabulary/index.js'
import type { Answer, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface Tried {
  readonly availabilityId: string
  readonly reserved: Answer | null
  /** The availability check after a refusal. */
  readonly again: Answer | null
}

/** What is tried in place of an availability that was not on offer any more, at most. */
const mostOthers = 2

/** Reserves the last of the availabilityIds that are on offer: the other scenarios start elsewhere. */
const offered = scenario(
  'availability.offered',
  async (context) => {
    const { target, slot, profile } = context
    const checked = await target.availability()
    // The check of what this run itself has filled may be refused: there may be other days.
    if (!checked.refused) checked.need()
    const attempt = async (availabilityId: string): Promise<Tried> => {
      const reserved = await withRoom(context, () => target.reserve({ availabilityId, expirationMinutes: 60 }))
      // Somebody else may have booked it in between: only what is still offered must be bookable.
      const again = reserved?.refused === true ? await target.availability() : null
      return { availabilityId, reserved, again }
    }
    // Where a slot takes one booking, the last may be taken by this run already.
    const last = profile.availability.exclusive || checked.refused ? undefined : checked.freeAvailabilityIds.at(-1)
    const first = await attempt(last ?? (await slot()))
    let other: Tried | null = null
    for (let more = 0; more < mostOthers && isGone(other ?? first); more += 1) {
      const availabilityId = await slot().catch(orNone)
      if (availabilityId === null) break
      other = await attempt(availabilityId)
    }
    return other ?? first
  },
  { bookings: 3 },
)

/** Refused, and on offer no more: it may be the bookings of this run that fill it. */
function isGone({ availabilityId, reserved, again }: Tried): boolean {
  return reserved?.refused === true && again?.freeAvailabilityIds.includes(availabilityId) !== true
}

check(offered, {
  id: 'availability.offered-can-be-reserved',
  clause: '1.3/hold-from-availability',
  title: 'an availabilityId that the availability check yields can be used to reserve',
  judge: ({ availabilityId, reserved, again }) => {
    if (reserved === null) return untested(`${availabilityId} was refused, and there may have been no room for it`)
    if (reserved.accepted) return pass
    if (reserved.outcome === 'none') return unjudged(reserved)
    if (again?.freeAvailabilityIds.includes(availabilityId) !== true)
      return untested(
        `${availabilityId} was not offered any more when its reservation had been refused: bookings of this run, or of somebody else, may have taken its places`,
        'offer more dates in bookable.standard.availability, or in operations.availability.body: a run holds some fifty at a time',
      )
    return {
      outcome: 'fail',
      findings: [
        findingAt(reserved, '', {
          message: `The availabilityId ${availabilityId} is offered by the availability check, also after its reservation was refused`,
          ...wants.accepted('a booking'),
        }),
      ],
    }
  },
})

export default suite
