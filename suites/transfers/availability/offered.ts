import { findingAt, openSuite, pass, untested, unjudged, withRoom, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** Reserves the last of the availabilityIds that are on offer: the other scenarios start elsewhere. */
const offered = scenario(
  'availability.offered',
  async (context) => {
    const { target, slot, profile } = context
    const checked = (await target.availability()).need()
    // Where a slot takes one booking, the last may be taken by this run already.
    const last = profile.availability.exclusive ? undefined : checked.freeAvailabilityIds.at(-1)
    const availabilityId = last ?? (await slot())
    const reserved = await withRoom(context, () => target.reserve({ availabilityId, expirationMinutes: 60 }))
    // Somebody else may have booked it in between: only what is still offered must be bookable.
    const again = reserved?.refused === true ? await target.availability() : null
    return { availabilityId, reserved, again }
  },
  { bookings: 3 },
)

check(offered, {
  id: 'availability.offered-can-be-reserved',
  clause: '1.3/hold-from-availability',
  title: 'an availabilityId that the availability check yields can be used to reserve',
  judge: ({ availabilityId, reserved, again }) => {
    if (reserved === null) return untested(`${availabilityId} was refused, and there may have been no room for it`)
    if (reserved.accepted) return pass
    if (reserved.outcome === 'none') return unjudged(reserved)
    if (again?.freeAvailabilityIds.includes(availabilityId) !== true)
      return untested(`${availabilityId} was not offered any more when its reservation had been refused`)
    return {
      outcome: 'fail',
      findings: [
        findingAt(reserved, '', {
          message: `The availabilityId ${availabilityId} is offered by the availability check, also after its reservation was refused`,
          expected: 'a booking',
        }),
      ],
    }
  },
})

export default suite
