import {
  all,
  allJudged,
  confirming,
  expect,
  fail,
  failAt,
  notApplicable,
  notShown,
  openSuite,
  pass,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { isPriced } from '../capability/prices.js'
import { atOnce, keys } from './keys.js'
import { listedOnce, oneBooking, withoutKey } from './oneBooking.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(keys, {
  id: 'reserve.same-key-makes-one-booking',
  clause: '4.2/same-key-one-booking',
  title: 'the same reserve with the same key again makes no second booking',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, again }) => oneBooking(first, [again]),
})

check(keys, {
  id: 'reserve.same-key-many-times-makes-one-booking',
  clause: '4.2/same-key-many-times-one-booking',
  title: 'the same reserve with the same key many times makes one booking',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, again, thrice, listed, ofOthers, notes }) =>
    allJudged(oneBooking(first, [thrice], [again]), listedOnce(listed, notes.first, first, ofOthers)),
})

check(keys, {
  id: 'reserve.later-key-makes-one-booking',
  clause: '4.2/later-key-one-booking',
  title: 'a key that is used after others makes one booking as well',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ second, secondAgain, listed, ofOthers, notes, first }) =>
    allJudged(oneBooking(second, [secondAgain], [first]), listedOnce(listed, notes.second, second, ofOthers)),
})

check(keys, {
  id: 'reserve.earlier-key-makes-one-booking',
  clause: '4.2/earlier-key-one-booking',
  title: 'a key makes no second booking either when another was used in between',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, again, thrice, second, firstAgain }) => oneBooking(first, [firstAgain], [second, again, thrice]),
})

check(keys, {
  id: 'reserve.same-key-answers-its-booking',
  clause: '4.2/same-key-same-booking',
  title: 'where a key is accepted again, the answer is the booking that it created',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, again, thrice, second, secondAgain, firstAgain }) =>
    allJudged(
      ...[again, thrice, firstAgain].map((repeat) => itsBooking(first, repeat)),
      itsBooking(second, secondAgain),
    ),
})

check(keys, {
  id: 'reserve.different-keys-make-different-bookings',
  clause: '4.2/different-keys-different-bookings',
  title: 'two reserves with different keys make two bookings',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, alikeRefused, second }) => {
    const cannot = unusable(first) ?? unusable(second) ?? withoutKey(first)
    if (cannot !== null) return cannot
    if (alikeRefused !== null)
      return expect(alikeRefused).toBeAccepted('under a key that only ends otherwise than one that was used before')
    const id = first.read('id')
    if (id === undefined) return notShown('id', 'declare booking.id in the profile')
    // Where the key became the id, it is certainly sent in its place.
    if (second.read('id') !== id && id === first.exchange.input['idempotencyKey'])
      return confirming('operations.reserve.idempotencyKey')
    return expect(second)
      .field('id')
      .toSatisfy('the id of another booking', (found) => found !== id)
  },
})

check(keys, {
  id: 'reserve.same-key-is-no-server-error',
  clause: '4.2/same-key-no-server-error',
  title: 'a key that was used before is not answered with a server error',
  judge: ({ first, again, thrice, secondAgain, firstAgain }) => {
    if (!first.accepted) return untested('the first reservation was not accepted')
    const repeats = [again, thrice, secondAgain, firstAgain].filter((repeat): repeat is Answer => repeat !== null)
    const broken = repeats.find(({ refused, status }) => refused && Number(status) >= 500)
    if (broken === undefined) return repeats.some(({ outcome }) => outcome !== 'none') ? pass : unseen('no answer came')
    return failAt(broken, '', {
      message: 'A key that was used before is answered with a server error',
      ...wants.noServerError('the booking, or a refusal with a status of the 4xx class'),
      received: broken.status,
    })
  },
})

check(atOnce, {
  id: 'reserve.same-key-at-once-makes-one-booking',
  clause: '4.2/same-key-concurrent-one-booking',
  title: 'the same reserve with the same key several times at once makes one booking',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ answers, control, listed, ofOthers, notes }, { profile }) => {
    if (profile.limits.concurrency < 2)
      return untested('the profile allows one request at a time', 'set limits.concurrency to 2 or more')
    const [first, ...others] = answers.filter((answer) => answer.accepted)
    if (first === undefined) return untested('none of the requests at once was accepted')
    const rest = [...others, ...answers.filter((answer) => !answer.accepted)]
    const judged = allJudged(oneBooking(first, rest), listedOnce(listed, notes, first, ofOthers))
    return judged.outcome === 'pass' && others.length === 0 ? (withoutRoom(control, first) ?? judged) : judged
  },
})

/** One was accepted and the others refused: untested where that may be for want of room, since then no key was looked up. */
function withoutRoom(control: Answer | null, first: Answer): Judgement | null {
  if (control?.accepted === true) return null
  return untested(
    `one of the requests at once was accepted (request ${first.n}) and the others refused, which may be as there was room for one booking alone`,
    'name in bookable.standard.availability more dates, or something that takes several bookings at a time',
  )
}

observe(keys, {
  id: 'reserve.same-key-answer',
  clause: '4.2/same-key-answer',
  observe: ({ first, again }) => {
    if (!first.accepted || again.outcome === 'none') return null
    return again.accepted ? `accepted with ${again.describe()}` : `refused: ${again.describe()}`
  },
})

observe(keys, {
  id: 'reserve.same-key-other-capability',
  clause: '4.2/same-key-other-capability',
  observe: ({ first, bare }) => {
    if (!isPriced(first) || bare.outcome === 'none') return null
    if (bare.refused) return `refused: ${bare.describe()}`
    return isPriced(bare) ? 'price data, as the first time, though without octo/pricing' : 'no price data'
  },
})

observe(keys, {
  id: 'reserve.same-key-other-content',
  clause: '4.2/same-key-other-content',
  observe: ({ first, otherContent }) => {
    if (!first.accepted || otherContent.outcome === 'none') return null
    if (otherContent.refused) return `refused: ${otherContent.describe()}`
    if (otherContent.read('id') !== first.read('id')) return 'another booking'
    const minutes = otherContent.read('expirationMinutes')
    return minutes === 90 ? 'the booking, with the new content' : 'the booking as it was'
  },
})

observe(keys, {
  id: 'reserve.key-name',
  clause: '4.3/idempotency-key-name',
  observe: ({ first, again }, { profile }) => {
    const place = profile.operations.reserve?.fields['idempotencyKey']
    const works =
      first.accepted &&
      (first.read('id') === first.exchange.input['idempotencyKey'] || again.read('id') === first.read('id'))
    return place === undefined || !works ? null : `${place.in}:${place.in === 'body' ? place.pointer : place.name}`
  },
})

observe(keys, {
  id: 'reserve.availability-shared',
  clause: '3/availability-exclusive',
  observe: ({ first, shared }) => {
    if (shared === null || !first.accepted || shared.outcome === 'none') return null
    return shared.accepted ? 'a second hold is accepted' : `a second hold is refused: ${shared.describe()}`
  },
})

/** The answer to a key that was used before is the booking of the first time, as it was asked for then. */
function itsBooking(first: Answer, repeat: Answer | null): Judgement {
  const nowhere = withoutKey(first)
  if (nowhere !== null) return nowhere
  if (repeat === null || repeat.outcome === 'none') return unseen('no answer came to the repeated request')
  if (repeat.refused) return notApplicable('this target refuses a key that was used before')
  const cannot = unusable(first)
  if (cannot !== null) return cannot
  const same = (field: 'id' | 'expirationMinutes' | 'notes'): Judgement => {
    const was = first.read(field)
    if (was === undefined) return pass
    const judged = expect(repeat).field(field).toBe(was)
    if (judged.outcome !== 'fail') return judged
    const restsOn = ['operations.reserve.idempotencyKey']
    return fail(...judged.findings.map((each) => ({ ...each, restsOn: [...(each.restsOn ?? []), ...restsOn] })))
  }
  return all(same('id'), same('expirationMinutes'), same('notes'))
}

export default suite
