import {
  all,
  fail,
  openSuite,
  pass,
  untested,
  unusable,
  type Answer,
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
  /** The first booking before and after. */
  readonly before: Answer
  readonly after: Answer
}

const minutes = { first: 60, second: 45 } as const

const keys: Trials<Keys> = scenario(
  'isolation.keys',
  async ({ hold, slot, target, marker }): Promise<Keys> => {
    const { reserved: first } = await hold({ notes: marker('first'), expirationMinutes: minutes.first })
    const id = first.bookingId
    const before = await target.get(id)
    const fields = { availabilityId: await slot(), notes: marker('second'), expirationMinutes: minutes.second }
    const key = first.exchange.input['idempotencyKey']
    const second = await target.reserve({ ...fields, idempotencyKey: key }, { as: 'other' })
    const control = second.refused ? await target.reserve(fields, { as: 'other' }) : null
    const verbatim = await target.reserve(first.exchange.input, { as: 'other' })
    return { first, second, control, verbatim, before, after: await target.get(id) }
  },
  { uses: ['get'], needs: ['otherReseller'], bookings: 4 },
)

check(keys, {
  id: 'isolation.idempotency-keys',
  clause: '5/foreign-key-isolated',
  title: "an idempotency key that another reseller has used does not yield that reseller's booking",
  judge: (data, { profile }) =>
    profile.operations.reserve?.fields['idempotencyKey'] === undefined
      ? untested('the profile has no place for the idempotency key', 'declare operations.reserve.idempotencyKey')
      : judgeKeys(data),
})

/** Two accounts may both have a booking under the id that the key is; whose it is shows in what was reserved. */
export function judgeKeys({ first, second, control, verbatim, before, after }: Keys): Judgement {
  if (!second.accepted && control?.accepted !== true)
    return (
      (second.outcome === 'none' ? unusable(second) : null) ??
      untested('the second reseller could not reserve under a key of its own either', 'see otherReseller.headers')
    )
  const because = 'though only another reseller used its key'
  const unharmed = unchanged(before, after, because)
  // A target may take the key for the id of a booking, in each account; only another id tells whose booking it is.
  const id = first.read('id')
  const handedOver = verbatim.accepted && verbatim.read('id') === id && id !== first.exchange.input['idempotencyKey']
  if (handedOver)
    return fail({
      message: "Another reseller's request, sent word for word under its key, answers that reseller's booking",
      expected: 'a booking of its own, or a refusal',
      received: id ?? null,
      exchange: verbatim.n,
      pointer: '',
    })
  if (!second.accepted) return unharmed
  const notes = second.read('notes')
  const sameNotes = typeof notes === 'string' && notes === first.read('notes')
  const sameMinutes =
    second.read('expirationMinutes') === minutes.first && first.read('expirationMinutes') === minutes.first
  const leaked = sameNotes || (sameMinutes && second.read('id') === first.read('id'))
  const own: Judgement = leaked
    ? fail({
        message: "Reserving under a key that another reseller had used answers that reseller's booking",
        expected: 'a booking of its own, or a refusal',
        received: second.read(sameNotes ? 'notes' : 'expirationMinutes') ?? null,
        exchange: second.n,
        pointer: '',
      })
    : pass
  return all(own, unharmed)
}

export default suite
