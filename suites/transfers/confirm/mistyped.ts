import {
  confirming,
  expect,
  fail,
  fc,
  openSuite,
  sameBooking,
  tellingFields,
  untested,
  type Answer,
  type Context,
  type Json,
  type JudgeContext,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { withoutPlace } from './inputs.js'

const suite: Suite = openSuite()
const { property, check } = suite

interface Wrong {
  readonly field: 'emailReceipt' | 'reference'
  readonly value: Json
}

const edges: readonly Wrong[] = [
  { field: 'emailReceipt', value: 'yes' },
  { field: 'emailReceipt', value: 7 },
  { field: 'reference', value: 4711 },
]
const others: readonly Wrong[] = [
  { field: 'emailReceipt', value: [true] },
  { field: 'emailReceipt', value: { send: true } },
  { field: 'reference', value: true },
  { field: 'reference', value: { number: 'x' } },
  { field: 'reference', value: ['x'] },
]

/** A hold that wrong confirms are tried on, as it was last read. */
async function openHold({ target, hold }: Context): Promise<{ readonly id: string; readonly before: Answer }> {
  const { reserved } = await hold()
  const id = reserved.bookingId
  return { id, before: await target.get(id) }
}

const mistyped = property(
  'confirm.mistyped',
  {
    edges,
    arbitrary: fc.constantFrom(...edges, ...others),
    samples: { low: 0, normal: 0, high: 5 },
    shrinks: 0,
    prepare: async (context) => {
      const { target, hold, marker } = context
      const { reserved } = await hold()
      const named = await target.confirm(reserved.bookingId, { emailReceipt: false, reference: marker('control') })
      // It is the reference that a target may refuse, and the option that is tested.
      const control = named.refused ? await target.confirm(reserved.bookingId, { emailReceipt: false }) : named
      return { control, latest: await openHold(context) }
    },
    act: async (context, { field, value }: Wrong, prepared) => {
      // Once one was taken, the hold is no hold any more.
      const usable = prepared.latest.before.accepted && prepared.latest.before.read('status') === 'ON_HOLD'
      if (!usable) prepared.latest = await openHold(context)
      const { id, before } = prepared.latest
      const confirmed = await context.target.confirm(id, { [field]: value })
      const read = await context.target.get(id)
      prepared.latest = { id, before: read }
      return { before, confirmed, read }
    },
  },
  { uses: ['confirm', 'get'], bookings: 5 },
)

check(mistyped, {
  id: 'confirm.receipt-false',
  clause: '4.3/confirm-receipt-false-accepted',
  title: 'confirm with the receipt option false is accepted',
  judge: ({ control }, { profile }) =>
    withoutPlace(profile, 'emailReceipt') ?? expect(control).toBeAccepted('with the receipt option false'),
})

check(mistyped, {
  id: 'confirm.receipt-mistyped',
  clause: '4.3/confirm-receipt-mistyped-refused',
  title: 'confirm with a receipt option that is no boolean is refused',
  judge: (trial, context) => judgeMistyped('emailReceipt', trial, context),
})

check(mistyped, {
  id: 'confirm.reference-mistyped',
  clause: '4.3/confirm-reference-mistyped-refused',
  title: 'confirm with a reference that is no string is refused',
  judge: (trial, context) => judgeMistyped('reference', trial, context),
})

interface Trial {
  readonly control: Answer
  readonly value: Wrong
  readonly confirmed: Answer
}

function judgeMistyped(field: Wrong['field'], trial: Trial, { profile }: JudgeContext): Judgement {
  const { control, value, confirmed } = trial
  if (value.field !== field) return untested('the value is of another field')
  const cannot = withoutPlace(profile, field)
  if (cannot !== null) return cannot
  if (field === 'reference' && control.exchange.input['reference'] === undefined)
    return untested('this target took no reference of ours, so that it refuses another one proves nothing')
  // Outside a body everything is text.
  if (profile.operations.confirm?.fields[field]?.in !== 'body' && typeof value.value !== 'string')
    return untested(`${field} is not written into the body, where a number would be one`)
  const judgement = expect(confirmed).toBeRefused(control, `with ${field} ${JSON.stringify(value.value)}`)
  const key = `operations.confirm.${field}`
  // A refusal shows that the target reads the field under this name.
  if (judgement.outcome === 'pass') return confirming(key)
  if (judgement.outcome !== 'fail') return judgement
  return fail(...judgement.findings.map((finding) => ({ ...finding, restsOn: [key] })))
}

check(mistyped, {
  id: 'confirm.mistyped-changes-nothing',
  clause: '7/refused-confirm-changes-nothing',
  title: 'a confirm that is refused for its inputs leaves the booking as it was',
  judge: ({ before, confirmed, read }) =>
    confirmed.refused
      ? sameBooking(before, read, tellingFields, 'though the confirm was refused')
      : untested('the confirm was not refused'),
})

export default suite
