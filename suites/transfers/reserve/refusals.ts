import { expect, openSuite, untested, type Answer, type Suite } from '../vocabulary/index.js'
import { flawed, flaws, type FlawedReserves } from './flawed.js'

const suite: Suite = openSuite()
const { check, observe } = suite

flaws.refused(suite, flawed, (data) => data)

check(flawed, {
  id: 'reserve.refuses-what-is-sold-out',
  clause: '7/reserve-sold-out-refused',
  title: 'reserve of an availability that exists and is sold out is refused',
  needs: ['soldOut'],
  judge: ({ control, soldOut }) =>
    soldOut === null
      ? untested(
          'the availability check names no availabilityId of bookable.soldOut, or says that all of them are on offer',
          'give bookable.soldOut.availability: dates of which it names what is sold out',
        )
      : expect(soldOut).toBeRefused(control, 'although bookable.soldOut is sold out'),
})

check(flawed, {
  id: 'reserve.refused-again',
  clause: '7/reserve-again-refused',
  title: 'a reserve that was refused since its availability is not available is refused again when it is sent again',
  judge: ({ control, repeated }) =>
    expect(repeated).toBeRefused(control, 'although the same with the same key was refused right before'),
})

observe(flawed, {
  id: 'reserve.without-minutes',
  clause: '4.2/expiration-minutes-missing',
  observe: (data) =>
    toldOf(
      data,
      'expiration-minutes-missing',
      (answer) => `accepted, held for ${JSON.stringify(answer.read('expirationMinutes') ?? null)} minutes`,
    ),
})

observe(flawed, {
  id: 'reserve.without-key',
  clause: '4.2/idempotency-key-missing',
  observe: (data) => toldOf(data, 'idempotency-key-missing', () => 'accepted'),
})

/** What a target does with a flaw, in words; null where no answer came. */
function toldOf({ flawed }: FlawedReserves, flaw: string, accepted: (answer: Answer) => string): string | null {
  const answer = flawed.find((each) => each.flaw === flaw)?.answer
  if (answer?.accepted === true) return accepted(answer)
  return answer?.refused === true ? `refused: ${answer.describe()}` : null
}

export default suite
