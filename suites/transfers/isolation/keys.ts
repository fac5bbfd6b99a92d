import {
  all,
  bookingPointer,
  fail,
  findingAt,
  inWords,
  isCounted,
  isLost,
  openSuite,
  pass,
  untested,
  unusable,
  say,
} from '../vocabulary/index.js'
import type { Answer, BookingField, Finding, Judgement, Suite } from '../vocabulary/index.js'
import { isolated } from './attempts.js'
import { isItsKey } from './isItsKey.js'
import { unchanged } from './unchanged.js'
import type { Keys } from './useKey.js'

const suite: Suite = openSuite()
const { check } = suite

check(isolated, {
  id: 'isolation.idempotency-keys',
  clause: '5/foreign-key-isolated',
  title: "an idempotency key that another reseller has used does not yield that reseller's booking",
  needs: ['otherReseller', 'operations.reserve.idempotencyKey'],
  judge: ({ keys }, { profile }) =>
    profile.operations.reserve?.fields['idempotencyKey'] === undefined
      ? untested('the profile has no place for the idempotency key', 'declare operations.reserve.idempotencyKey')
      : keys === null
        ? untested("the second reseller did not use a booking's key", 'see otherReseller in the profile')
        : judgeKeys(keys),
})

/** Two accounts may both have a booking under the id that the key is; whose it is shows in what was reserved. */
export function judgeKeys({ first, second: other, control, verbatim, verbatimRead, around }: Keys): Judgement {
  const unharmed =
    around === null
      ? untested('others did more to the booking meanwhile, and there was no room for another one')
      : unchanged(around.before, around.after, 'though only another reseller used its key')
  const second = isLost(other) ? null : other
  // What was handed over was, whatever else this reseller can reserve.
  const given = [
    handedOver(first, verbatim, 'sent word for word') ?? notOwn(verbatim, verbatimRead),
    second && handedOver(first, second, 'for something else'),
  ]
  const found = all(...given.map((finding) => (finding === null ? pass : fail(finding))), unharmed)
  if (found.outcome === 'fail' || second?.accepted === true || control?.accepted === true) return found
  if (isLost(other)) return untested(`the second reseller had nothing else to reserve: ${other.lost}`, other.remedy)
  return (
    (second?.outcome === 'none' ? unusable(second) : null) ??
    untested(
      `the second reseller could not reserve under a key of its own either: ${control?.describe() ?? 'not asked'}`,
      'see otherReseller.headers, and whether that account may book bookable.standard',
    )
  )
}

/** Why what was answered to the other reseller is no booking of its own: get does not know it there; null: that is not so. */
function notOwn(answer: Answer, read: Answer | null): Finding | null {
  // A redirect leads elsewhere, and says nothing of the booking.
  if (read?.refused !== true || read.redirected) return null
  return findingAt(answer, bookingPointer(answer.profile, 'id') ?? '', {
    ...say`Another reseller's reservation under the key of a booking answers one that is not its own: get refuses it (exchange ${read})`,
    expected: 'a booking of its own, or a refusal',
  })
}

/** Why the answer to the other reseller is the first one's booking; null: it is not. */
function handedOver(first: Answer, answer: Answer, how: string): Finding | null {
  if (!answer.accepted) return null
  const found = (field: BookingField): Finding =>
    findingAt(answer, bookingPointer(answer.profile, field) ?? '', {
      message: `Another reseller's reservation under the key of a booking, ${how}, answers that booking`,
      expected: 'a booking of its own, or a refusal',
    })
  const id = first.read('id')
  const sameId = answer.read('id') === id
  // A target may take the key for the id of a booking, and may count ids, in each account: then only another id tells.
  const ownId = id !== undefined && !isItsKey(id, first.exchange.input['idempotencyKey']) && !isCounted(inWords(id))
  if (sameId && ownId) return found('id')
  const sent = answer.exchange.input
  for (const field of ['notes', 'expirationMinutes'] as const) {
    const shown = first.read(field)
    // What it asked for itself says nothing.
    if (shown === undefined || shown === null || shown === sent[field] || answer.read(field) !== shown) continue
    if (field === 'notes' || (sameId && shown === first.exchange.input[field])) return found(field)
  }
  return null
}

export default suite
