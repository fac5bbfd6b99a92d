import {
  expect,
  openFlaws,
  openSuite,
  untested,
  unusable,
  type Answer,
  type Fields,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { symbols } from '../update/texts.js'
import { withoutPlace } from './inputs.js'
import { answersReference, showsReference } from './reference.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

const flaws = openFlaws('confirm', {
  emailReceipt: { mistyped: { clause: '4.3/confirm-receipt-mistyped-refused', tries: { low: 2, normal: 2, high: 4 } } },
  reference: {
    mistyped: {
      clause: '4.3/confirm-reference-mistyped-refused',
      tries: { low: 1, normal: 1, high: 4 },
      lacking: untested('this target took no reference of ours, so that it refuses another one proves nothing'),
    },
  },
})

const mistyped = scenario(
  'confirm.mistyped',
  async (context) => {
    const { target, hold, marker } = context
    let id = ''
    const open = async (): Promise<{ readonly id: string }> => {
      id = (await hold()).reserved.bookingId
      return { id }
    }
    // Once one was taken, the hold is no hold any more.
    const isHeld = (read: Answer): boolean => read.accepted && read.read('status') === 'ON_HOLD'
    const flawed = await flaws.sendAround(
      context,
      {},
      (booking, fields) => target.confirm(booking, fields),
      open,
      isHeld,
    )
    const left = flawed.at(-1)?.after
    if (left === undefined || !isHeld(left)) await open()
    // It is the reference that a target may refuse, and the option that is tested.
    const confirm = (reference: Fields): Promise<Answer> => target.confirm(id, { emailReceipt: false, ...reference })
    let control = await confirm({ reference: symbols })
    for (const other of [{ reference: marker('control') }, {}]) if (control.refused) control = await confirm(other)
    const isSpecial = control.accepted && control.exchange.input['reference'] === symbols
    return { control, flawed, read: isSpecial ? await target.get(id) : null }
  },
  { uses: ['confirm', 'get'], bookings: 6 },
)

check(mistyped, {
  id: 'confirm.receipt-false',
  clause: '4.3/confirm-receipt-false-accepted',
  title: 'confirm with the receipt option false is accepted',
  judge: ({ control }, { profile }) =>
    withoutPlace(profile, 'emailReceipt') ?? expect(control).toBeAccepted('with the receipt option false'),
})

/** Why nothing is known of how it keeps such a reference; null: it took one. */
function unlessRefused(control: Answer): Judgement | null {
  const isTaken = control.exchange.input['reference'] === symbols
  return unusable(control) ?? (isTaken ? null : untested('this target refused such a reference'))
}

check(mistyped, {
  id: 'confirm.keeps-any-text',
  clause: '4.3/confirm-reference-kept-answer',
  title: 'the answer to confirm shows a reference of letters and signs of any script as it was sent',
  judge: ({ control }, context) => unlessRefused(control) ?? answersReference(symbols, control, context),
})

check(mistyped, {
  id: 'confirm.keeps-any-text-get',
  clause: '4.3/confirm-reference-kept-get',
  title: 'get shows a reference of letters and signs of any script as it was sent with confirm',
  judge: ({ control, read }, context) => unlessRefused(control) ?? showsReference(symbols, read, context),
})

flaws.refused(suite, mistyped, ({ control, flawed }) => ({
  control,
  flawed: flawed.filter(
    ({ flaw }) => flaw !== 'reference-mistyped' || control.exchange.input['reference'] !== undefined,
  ),
}))

flaws.changesNothing(
  suite,
  mistyped,
  {
    id: 'confirm.mistyped-changes-nothing',
    clause: '7/refused-confirm-changes-nothing',
    title: 'a confirm that is refused for its inputs leaves the booking as it was',
  },
  ({ flawed }) => flawed,
)

export default suite
