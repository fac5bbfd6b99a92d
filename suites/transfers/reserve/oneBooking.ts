import {
  confirming,
  fail,
  failAt,
  idText,
  inWords,
  isKeptIn,
  notShown,
  pass,
  unseen,
  untested,
  say,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement } from '../vocabulary/index.js'

const keyPlace = 'operations.reserve.idempotencyKey'

/**
 * Judges that a request made no second booking when it was sent again with its key. An answer that is refused made none; one with
 * a booking that is known from elsewhere (of another key) is wrong, but makes none either.
 */
export function oneBooking(
  first: Answer,
  repeats: readonly (Answer | null)[],
  others: readonly Answer[] = [],
): Judgement {
  const nowhere = withoutKey(first)
  if (nowhere !== null) return nowhere
  if (!first.accepted) return untested(`the first reservation was not accepted: ${first.describe()}`)
  const id = first.read('id')
  if (id === undefined) return notShown('id', 'declare booking.id in the profile')
  const known = [id, ...others.filter((other) => other.accepted).map((other) => other.read('id'))]
  const answered = repeats.filter((repeat): repeat is Answer => repeat !== null && repeat.outcome !== 'none')
  if (answered.length === 0) return unseen('no answer came to the repeated request')
  const second = answered.find((repeat) => repeat.accepted && !known.includes(repeat.read('id')))
  if (second !== undefined) return fail(secondBooking(first, second))
  const works = id === first.exchange.input['idempotencyKey'] || answered.some((repeat) => repeat.accepted)
  return works ? confirming(keyPlace) : pass
}

/**
 * Judges that the list has no more than one booking with these notes, which one key alone was sent with.
 * @param others ids of bookings that are known to be of other keys: what they show of these notes is not theirs, and no second booking
 */
export function listedOnce(
  listed: Answer | null,
  notes: string,
  first: Answer,
  others: readonly string[] = [],
): Judgement {
  if (listed?.accepted !== true) return untested('the list was not to be had')
  const id = idText(first.read('id'))
  const found = listed.bookings.filter(
    // Where no id is to be read, every item would look like it.
    (each) =>
      (id !== undefined && each.id === id) ||
      (isKeptIn(notes, each.read('notes')) && (each.id === undefined || !others.includes(each.id))),
  )
  const [, second] = found
  if (second === undefined) return found.length === 1 ? pass : untested('the list does not show the booking')
  return failAt(listed, second.pointer, {
    message: `One key made ${found.length} bookings: the list shows as many with what was sent with it`,
    expected: 'one booking',
    received: found.length,
    restsOn: [keyPlace],
  })
}

/** Untested, where the profile says that no idempotency key can be sent. */
export function withoutKey({ profile }: Pick<Answer, 'profile'>): Judgement | null {
  return profile.operations.reserve?.fields['idempotencyKey'] === undefined
    ? untested('the profile gives the idempotency key no place', `give ${keyPlace}`)
    : null
}

function secondBooking(first: Answer, second: Answer): Finding {
  return {
    ...say`The same reservation with the same key made the booking ${inWords(first.read('id'))} in request ${first}, and another in request ${second}`,
    expected: 'the same booking, or a refusal',
    wanted: { same: true },
    received: second.read('id') ?? null,
    exchange: second.n,
    pointer: second.profile.booking.id,
    restsOn: [keyPlace],
  }
}
