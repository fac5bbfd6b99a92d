import {
  all,
  expect,
  openSuite,
  untested,
  type Answer,
  type Judgement,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { flawed } from './flawed.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(flawed, {
  id: 'reserve.refuses-an-unknown-availability',
  clause: '7/reserve-unknown-availability-refused',
  title: 'reserve of an availability that does not exist is refused',
  judge: ({ control, unknown, alike }) =>
    all(
      expect(unknown).toBeRefused(control, 'although its availabilityId is made up'),
      expect(alike).toBeRefused(control, 'although its availabilityId is made up, in the form of a real one'),
    ),
})

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
  id: 'reserve.refuses-a-missing-availability',
  clause: '4.2/availability-id-missing-refused',
  title: 'reserve without availabilityId is refused',
  judge: ({ control, withoutAvailability }) =>
    expect(withoutAvailability).toBeRefused(control, 'although it has no availabilityId'),
})

check(flawed, {
  id: 'reserve.refuses-a-missing-option',
  clause: '4.2/option-id-missing-refused',
  title: 'reserve without optionId is refused',
  judge: ({ control, withoutOption }) => expect(withoutOption).toBeRefused(control, 'although it has no optionId'),
})

check(flawed, {
  id: 'reserve.refuses-a-missing-product',
  clause: '4.2/product-id-missing-refused',
  title: 'reserve without productId is refused',
  judge: ({ control, withoutProduct }) => expect(withoutProduct).toBeRefused(control, 'although it has no productId'),
})

check(flawed, {
  id: 'reserve.refuses-an-option-of-another-product',
  clause: '4.2/option-of-other-product-refused',
  title: 'reserve of an option that belongs to another product is refused',
  judge: ({ control, foreignOption }) =>
    foreignOption === null
      ? untested(
          'the profile names no option of another product',
          'give bookable.lateStart, with another product and option than bookable.standard',
        )
      : expect(foreignOption).toBeRefused(control, 'although its option belongs to another product'),
})

check(flawed, {
  id: 'reserve.refuses-mistyped-notes',
  clause: '4.2/notes-mistyped-refused',
  title: 'reserve with notes that are no string is refused',
  restsOn: ['operations.reserve.notes'],
  judge: ({ control, mistypedNotes }, { profile }) =>
    notWritten(profile, 'notes', true) ?? expect(mistypedNotes).toBeRefused(control, 'although its notes are a number'),
})

check(flawed, {
  id: 'reserve.refuses-a-key-that-is-no-uuid',
  clause: '4.2/idempotency-key-not-uuid-refused',
  title: 'reserve with an idempotency key that is no UUID is refused',
  restsOn: ['operations.reserve.idempotencyKey'],
  judge: ({ control, notUuid }, { profile }) =>
    notWritten(profile, 'idempotencyKey', false) ??
    expect(notUuid).toBeRefused(control, 'although its idempotency key is no UUID'),
})

observe(flawed, {
  id: 'reserve.without-minutes',
  clause: '4.2/expiration-minutes-missing',
  observe: ({ withoutMinutes }) =>
    said(
      withoutMinutes,
      `accepted, held for ${JSON.stringify(withoutMinutes.read('expirationMinutes') ?? null)} minutes`,
    ),
})

observe(flawed, {
  id: 'reserve.without-key',
  clause: '4.2/idempotency-key-missing',
  observe: ({ withoutKey }, { profile }) =>
    notWritten(profile, 'idempotencyKey', false) === null ? said(withoutKey, 'accepted') : null,
})

/** What a target does, in words; null where no answer came. */
function said(answer: Answer, accepted: string): string | null {
  if (answer.accepted) return accepted
  return answer.refused ? `refused: ${answer.describe()}` : null
}

/** Untested, where the profile gives a field no place, or (where its type matters) one outside the body. */
function notWritten(profile: Profile, field: string, typed: boolean): Judgement | null {
  const place = profile.operations.reserve?.fields[field]
  if (place === undefined)
    return untested(`the profile gives ${field} of reserve no place`, `give operations.reserve.${field}`)
  return typed && place.in !== 'body' ? untested('outside a body, everything is text') : null
}

export default suite
