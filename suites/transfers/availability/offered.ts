import { findingAt, openSuite, pass, untested, unjudged, type Suite } from '../vocabulary/index.js'
import { checked } from './checked.js'

const suite: Suite = openSuite()
const { check } = suite

check(checked, {
  id: 'availability.offered-can-be-reserved',
  clause: '1.3/hold-from-availability',
  title: 'an availabilityId that the availability check yields can be used to reserve',
  uses: ['reserve'],
  judge: ({ availabilityId, reserved, again }) => {
    if (reserved === undefined) return untested('nothing was on offer that could be reserved')
    if (reserved === null)
      return untested(`${availabilityId ?? 'it'} was refused, and there may have been no room for it`)
    if (reserved.accepted) return pass
    if (reserved.outcome === 'none') return unjudged(reserved)
    if (availabilityId === undefined || again?.freeAvailabilityIds.includes(availabilityId) !== true)
      return untested(`${availabilityId ?? 'it'} was not offered any more when its reservation had been refused`)
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
