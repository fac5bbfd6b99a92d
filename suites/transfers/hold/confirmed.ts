import {
  expect,
  fail,
  openSuite,
  pass,
  untested,
  unjudged,
  unusable,
  type Answer,
  type Json,
  type Suite,
} from '../vocabulary/index.js'
import { heldAs, idIn, readHeld, readOver } from './held.js'
import { judgeAge, judgeTooLate } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

interface Confirmed {
  /** Confirmed in time. */
  readonly kept: Answer
  readonly keptConfirmed: Answer
  readonly keptRead: Answer | null
  /** Confirmed after its end. */
  readonly over: Answer
  readonly overConfirmed: Answer
  readonly overRead: Answer | null
  /** Confirmed in the last minute. */
  readonly last: Answer
  readonly lastConfirmed: Answer | null
}

const confirmed = timeline<Confirmed>(
  'hold.confirmed',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const kept = await heldAs(context, 'kept', at.short)
          const id = idIn(kept, 'kept')
          return {
            ...kept,
            ...(id !== null && { keptConfirmed: await context.confirm(id) }),
            ...(await heldAs(context, 'over', at.short)),
            ...(await heldAs(context, 'last', at.short)),
          }
        },
      },
      {
        at: at.lastMinute,
        before: at.short,
        act: async ({ confirm }, soFar) => {
          const id = idIn(soFar, 'last')
          return id === null ? {} : { lastConfirmed: await confirm(id) }
        },
      },
      {
        at: at.after,
        act: async (context, soFar) => {
          const id = idIn(soFar, 'over')
          // Confirmed before anything is read: a server may notice only in a read that a hold is over.
          const overConfirmed = id === null ? null : await context.confirm(id)
          const keptRead = await readHeld(context, soFar, 'kept')
          if (id === null) return { keptRead }
          return { keptRead, overConfirmed, overRead: await readOver(context, soFar, 'over') }
        },
      },
    ]
  },
  { uses: ['confirm', 'get'], bookings: 3 },
)

check(confirmed, {
  id: 'hold.confirmed-outlives-it',
  clause: '3/confirmed-outlives-hold',
  title: 'a confirmed booking keeps its status when the former hold time runs out',
  judge: ({ kept, keptConfirmed, keptRead }, { profile }) => {
    const cannot =
      unusable(keptConfirmed) ?? judgeAge(kept, momentsOf(profile).short, profile.hold.graceSeconds, keptRead)
    if (cannot !== null || !keptRead || !keptConfirmed) return cannot ?? untested('the booking was not read again')
    const status = keptConfirmed.read('status') ?? null
    const now = keptRead.read('status') ?? null
    const { expired, cancelled } = profile.booking.statuses
    // The documents name no status but ON_HOLD: a confirmed booking may well be processed further by itself.
    if (keptRead.accepted && (now === status || ![null, 'ON_HOLD', expired, cancelled].includes(text(now)))) return pass
    return fail({
      message: 'a confirmed booking changed when the hold time ran out that it had before',
      expected: `status ${JSON.stringify(status)}`,
      received: keptRead.accepted ? (keptRead.read('status') ?? null) : keptRead.describe(),
      exchange: keptRead.n,
      pointer: keptRead.accepted ? '/status' : '',
      restsOn: ['operations.get.request'],
    })
  },
})

check(confirmed, {
  id: 'hold.confirmed-in-the-last-minute',
  clause: '3/confirm-until-end',
  title: 'confirm of a booking ON_HOLD is accepted in the last minute of its hold time, too',
  judge: ({ last, keptConfirmed, lastConfirmed }, { profile }) =>
    unusable(last) ??
    unusable(keptConfirmed) ??
    judgeTooLate(last, momentsOf(profile).short, lastConfirmed) ??
    expect(lastConfirmed).toBeAccepted('in the last minute of the hold'),
})

check(confirmed, {
  id: 'hold.over-not-confirmed',
  clause: '3/confirm-expired-refused',
  title: 'confirm is refused once the hold time has run out',
  judge: ({ over, keptConfirmed, overConfirmed }, { profile }) =>
    unusable(over) ??
    unusable(keptConfirmed) ??
    judgeAge(over, momentsOf(profile).short, profile.hold.graceSeconds, overConfirmed) ??
    expect(overConfirmed).toBeRefused(keptConfirmed ?? null, 'though the hold time had run out'),
})

check(confirmed, {
  id: 'hold.over-stays-over',
  clause: '7/refused-confirm-changes-nothing',
  title: 'a refused confirm of a hold that is over neither confirms it nor brings it back',
  judge: ({ keptConfirmed, overConfirmed, overRead }) => {
    const cannot = unusable(keptConfirmed)
    if (cannot !== null || !keptConfirmed) return cannot ?? unjudged(keptConfirmed)
    if (overConfirmed?.refused !== true || !overRead || overRead.outcome === 'none')
      return untested('no confirm of a hold that is over was refused and the booking read again')
    const status = overRead.read('status')
    if (!overRead.accepted || (status !== keptConfirmed.read('status') && status !== 'ON_HOLD')) return pass
    return fail({
      message: 'confirm of a hold that was over was refused, and yet it took effect',
      expected: 'neither ON_HOLD nor the status of a confirmed booking',
      received: status ?? null,
      exchange: overRead.n,
      pointer: '/status',
    })
  },
})

function text(value: Json): string | null {
  return typeof value === 'string' ? value : null
}

export default suite
