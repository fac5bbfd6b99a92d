import {
  expect,
  found,
  isLost,
  isOnHold,
  openFlaws,
  openSuite,
  orLost,
  shortMarker,
  untested,
  type Answer,
  type Context,
  type Fields,
  type Flawed,
  type Flaws,
  type JudgeContext,
  type Judgement,
  type Lost,
  type Opened,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { confirmNamed, placeOf, takesReceipt } from './inputs.js'
import { updateWithFlaws, type Left, type UpdatedWithFlaws } from '../update/withFlaws.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

export const flaws: Flaws = openFlaws('confirm', {
  emailReceipt: { mistyped: { clause: '4.3/confirm-receipt-mistyped-refused', tries: { low: 2, normal: 2, high: 4 } } },
  reference: {
    mistyped: {
      clause: '4.3/confirm-reference-mistyped-refused',
      tries: { low: 1, normal: 1, high: 4 },
      lacking: untested('this target took no reference of ours, so that it refuses another one proves nothing'),
    },
  },
})

interface Receipted {
  readonly reserved: Answer
  /** Confirms of the hold before that, with a flaw each; none where it cannot be read. */
  readonly flawed: readonly Flawed[]
  /** With the receipt option true, but on a live target. */
  readonly mailed: Answer
  /** The same, or without a receipt, where that was refused. */
  readonly confirmed: Answer
}

interface Flawing {
  /** Updates with a flaw each, before the confirms; null: update or get is not offered. */
  readonly updated: UpdatedWithFlaws | Lost | null
  readonly receipted: Receipted | Lost | null
}

/**
 * A hold that is updated and confirmed with flawed inputs, then confirmed with a receipt. Its reservation is then sent
 * once more. If an update did anything that should have been refused, another hold is confirmed.
 */
export const receipt: Trials<Flawing> = scenario(
  'confirm.flawed',
  async (context): Promise<Flawing> => {
    const { offers } = context
    const done = offers('update') && offers('get') ? await updateWithFlaws(context).catch(orLost) : null
    const { updated, left } = done === null || isLost(done) ? { updated: done, left: null } : done
    return { updated, receipted: offers('confirm') ? await confirmWithReceipt(context, left).catch(orLost) : null }
  },
  { bookings: 7 },
)

async function confirmWithReceipt(context: Context, left: Left | null): Promise<Receipted> {
  const { target, profile, marker, offers } = context
  const { reserved, flawed } = await confirmWithFlaws(context, left)
  // Of a length that a server may refuse, and must not cut.
  const long = `${marker('with a receipt')}${marker('and as long as that')}`
  // On a live target the receipt would go to somebody.
  const option = { emailReceipt: profile.target.environment !== 'live' }
  const own = marker('with a receipt')
  const references = [long, own, shortMarker(own)] as const
  const { confirmed: named } = await confirmNamed(context, reserved.bookingId, references, option)
  // It is the reference that a target may refuse, and the option that is tested.
  const mailed = named.refused ? await target.confirm(reserved.bookingId, option) : named
  const { confirmed } =
    mailed.refused && option.emailReceipt
      ? await confirmNamed(context, reserved.bookingId, references, { emailReceipt: false })
      : { confirmed: mailed }
  if (confirmed.accepted) {
    await target.reserve(reserved.exchange.input)
    if (offers('get')) await target.get(reserved.bookingId)
  }
  return { reserved, flawed, mailed, confirmed }
}

/**
 * A hold, and confirms that it ought to refuse; another hold, where it took one.
 * @param left the hold, and how it was read last; null: there is none as yet
 */
async function confirmWithFlaws(context: Context, left: Left | null): Promise<Pick<Receipted, 'reserved' | 'flawed'>> {
  const { target, hold, offers } = context
  let { reserved } = left ?? (await hold())
  if (!offers('get')) return { reserved, flawed: [] }
  let isFresh = true
  const open = async (): Promise<Opened> => {
    const before = isFresh ? left?.read : undefined
    if (!isFresh) ({ reserved } = await hold())
    isFresh = false
    return { id: reserved.bookingId, ...(before && { before }) }
  }
  const confirming = (booking: string, fields: Fields): Promise<Answer> => target.confirm(booking, fields)
  // Once one was taken, the hold is no hold any more.
  const flawed = await flaws.sendAround(context, {}, confirming, open, isOnHold)
  const last = flawed.at(-1)?.after
  if (last !== undefined && !isOnHold(last)) await open()
  return { reserved, flawed }
}

function when(
  judge: (data: Receipted, context: JudgeContext) => Judgement,
): (data: Flawing, context: JudgeContext) => Judgement {
  return (data, context) => {
    const receipted = found(data.receipted)
    return receipted === null ? untested('confirm is not offered') : judge(receipted, context)
  }
}

check(receipt, {
  id: 'confirm.receipt-true',
  clause: '4.3/confirm-receipt-true-accepted',
  title: 'confirm with the receipt option true is accepted',
  uses: ['confirm'],
  needs: ['operations.confirm.emailReceipt'],
  judge: when(({ mailed }, { profile }) =>
    mailed.exchange.input['emailReceipt'] === true
      ? takesReceipt(mailed, expect(mailed).toBeAccepted('with the receipt option true'), profile)
      : untested('on a live target no receipts are sent'),
  ),
})

observe(receipt, {
  id: 'confirm.receipt-name',
  clause: '4.3/confirm-receipt-name',
  observe: ({ receipted }, { profile }) => {
    const mailed = isLost(receipted) ? undefined : receipted?.mailed
    if (mailed?.accepted !== true || mailed.exchange.input['emailReceipt'] !== true) return null
    return placeOf(profile, 'emailReceipt') ?? 'none that the profile names'
  },
})

flaws.refused(
  suite,
  receipt,
  (data) => {
    const receipted = found(data.receipted)
    return {
      control: receipted?.confirmed ?? null,
      flawed: (receipted?.flawed ?? []).filter(
        ({ flaw }) => flaw !== 'reference-mistyped' || receipted?.confirmed.exchange.input['reference'] !== undefined,
      ),
    }
  },
  ['confirm', 'get'],
)

export default suite
