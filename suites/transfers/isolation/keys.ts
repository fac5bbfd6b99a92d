import {
  all,
  bookingPointer,
  fail,
  findingAt,
  inWords,
  isCounted,
  openSuite,
  pass,
  untested,
  unusable,
  type Answer,
  type BookingField,
  type Finding,
  type Judgement,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { unchanged } from './unchanged.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface Keys {
  readonly first: Answer
  /** The other reseller's reservation under the same key. */
  readonly second: Answer
  /** The other reseller's reservation under a key of its own, where the one above was refused. */
  readonly control: Answer | null
  /** The first reseller's request, sent by the other word for word. */
  readonly verbatim: Answer
  /** What that answered, as the other reads it; null: it was not accepted. */
  readonly verbatimRead: Answer | null
  /** The first booking before and after. */
  readonly before: Answer
  readonly after: Answer
}

const minutes = { first: 60, second: 45 } as const

export const keys: Trials<Keys> = scenario(
  'isolation.keys',
  async ({ hold, slot, target, marker, settle }): Promise<Keys> => {
    const { reserved: first } = await hold({ notes: marker('first'), expirationMinutes: minutes.first })
    const id = first.bookingId
    const before = await target.get(id)
    const fields = { availabilityId: await slot(), notes: marker('second'), expirationMinutes: minutes.second }
    const key = first.exchange.input['idempotencyKey']
    const second = await target.reserve({ ...fields, idempotencyKey: key }, { as: 'other' })
    const control = second.refused ? await target.reserve(fields, { as: 'other' }) : null
    const verbatim = await target.reserve(first.exchange.input, { as: 'other' })
    const readOwn = async (): Promise<Answer | null> =>
      verbatim.accepted ? target.get(verbatim.bookingId, { as: 'other' }) : null
    const atOnce = await readOwn()
    const isLate = atOnce?.refused === true && (await settle(verbatim.bookingId))
    const verbatimRead = isLate ? await readOwn() : atOnce
    return { first, second, control, verbatim, verbatimRead, before, after: await target.get(id) }
  },
  { uses: ['get'], needs: ['otherReseller'], bookings: 4 },
)

check(keys, {
  id: 'isolation.idempotency-keys',
  clause: '5/foreign-key-isolated',
  title: "an idempotency key that another reseller has used does not yield that reseller's booking",
  needs: ['operations.reserve.idempotencyKey'],
  judge: (data, { profile }) =>
    profile.operations.reserve?.fields['idempotencyKey'] === undefined
      ? untested('the profile has no place for the idempotency key', 'declare operations.reserve.idempotencyKey')
      : judgeKeys(data),
})

/** Two accounts may both have a booking under the id that the key is; whose it is shows in what was reserved. */
export function judgeKeys({ first, second, control, verbatim, verbatimRead, before, after }: Keys): Judgement {
  const unharmed = unchanged(before, after, 'though only another reseller used its key')
  // What was handed over was, whatever else this reseller can reserve.
  const given = [
    handedOver(first, verbatim, 'sent word for word') ?? notOwn(verbatim, verbatimRead),
    handedOver(first, second, 'for something else'),
  ]
  const found = all(...given.map((finding) => (finding === null ? pass : fail(finding))), unharmed)
  if (found.outcome === 'fail' || second.accepted || control?.accepted === true) return found
  return (
    (second.outcome === 'none' ? unusable(second) : null) ??
    untested('the second reseller could not reserve under a key of its own either', 'see otherReseller.headers')
  )
}

/** Why what was answered to the other reseller is no booking of its own: get does not know it there; null: that is not so. */
function notOwn(answer: Answer, read: Answer | null): Finding | null {
  // A redirect leads elsewhere, and says nothing of the booking.
  if (read?.refused !== true || read.redirected) return null
  return findingAt(answer, bookingPointer(answer.profile, 'id') ?? '', {
    message: `Another reseller's reservation under the key of a booking answers one that is not its own: get refuses it (exchange ${read.n})`,
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
  const ownId = id !== undefined && id !== first.exchange.input['idempotencyKey'] && !isCounted(inWords(id))
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
