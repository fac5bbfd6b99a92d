import {
  all,
  contractFinding,
  expect,
  fail,
  failAt,
  need,
  openSuite,
  pass,
  untested,
  unjudged,
  unusable,
  wasFull,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { transfers } from '../quote/scenario.js'
import { baseHold } from './without.js'

const suite: Suite = openSuite()
const { check } = suite

check(transfers, {
  id: 'capability.base-transfer',
  clause: '9/base-transfer-without-capability',
  title: 'without the capability, a transfer is answered with all fields of the base schema',
  judge: ({ eur, base }) => unusable(eur) ?? all(expect(base).toBeAccepted('without octo/pricing'), asWith(eur, base)),
})

check(baseHold, {
  id: 'capability.base-availability',
  clause: '4.3/availability-id',
  title: 'without the capability, the availability check yields an availabilityId, too',
  judge: ({ offered }) => {
    need(offered)
    if (offered.items.length === 0) return untested('nothing was available')
    if (offered.availabilityIds.length > 0) return pass
    return failAt(offered, offered.itemsPointer, {
      message: 'without octo/pricing no item of the availability check carries an availabilityId',
      expected: 'an availabilityId',
      received: offered.items[0] ?? null,
    })
  },
})

check(baseHold, {
  id: 'capability.base-booking',
  clause: '9/base-booking-without-capability',
  title: 'without the capability, reserve and get answer a booking with all fields of the base schema',
  judge: ({ reserved, checked, read, priced }) => {
    if (reserved === null) return untested('it was refused, and there may have been no room for it')
    if (reserved.refused) return wasFull(checked, reserved) ?? expect(reserved).toBeAccepted('without octo/pricing')
    if (!reserved.accepted) return unjudged(reserved)
    const answers = [reserved, ...(read !== null && priced?.accepted === true ? [read] : [])]
    return all(
      ...answers.map((answer) => expect(answer).toBeAccepted('without octo/pricing')),
      ...answers.map((answer) => asWith(priced, answer)),
    )
  },
})

/** What the answer breaks of the base schema; what it breaks with the capability as well is judged by the field checks. */
function asWith(control: Answer | null, answer: Answer): Judgement {
  if (!answer.accepted) return pass
  const known = new Set(control?.accepted === true ? control.contractErrors.map(({ clause }) => clause) : [])
  const errors = answer.contractErrors.filter(({ clause }) => !known.has(clause))
  return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
}

export default suite
