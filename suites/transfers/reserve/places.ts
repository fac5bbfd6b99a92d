import {
  checkFilled,
  exclusiveOf,
  expect,
  openSuite,
  untested,
  withFillers,
  type Answer,
  type Context,
  type Filled,
  type Suite,
} from '../vocabulary/index.js'
import { moveElsewhere } from '../update/moveElsewhere.js'

const suite: Suite = openSuite()
const { scenario } = suite
const check = checkFilled(suite)

/** An availability of one place, left by a booking that is moved, taken by another, and wanted by a third. */
interface Places {
  /** Takes what the first booking left when it was moved. */
  readonly next: Answer | null
  /** The first booking moves on, and what it left first is wanted again. */
  readonly movedOn: Answer | null
  readonly wanted: Answer | null
  /** Then it is confirmed and cancelled. */
  readonly cancelled: Answer | null
  readonly wantedThen: Answer | null
  readonly filled: Filled
}

const places = scenario(
  'reserve.places',
  async (context): Promise<Places> => {
    const { profile, target } = context
    const bookable = exclusiveOf(profile) ?? profile.bookable.standard
    const { availabilityId, reserved: first } = await context.hold({}, bookable)
    return moveOn(context, first, availabilityId, () =>
      target.reserve({ availabilityId, expirationMinutes: 60 }, { bookable }),
    )
  },
  { needs: ['exclusive'], uses: ['update'], bookings: withFillers(4, 1) },
)

/** Moves a booking twice, ends it, and wants after each what another has taken meanwhile. */
async function moveOn(
  context: Context,
  first: Answer,
  availabilityId: string,
  reserve: () => Promise<Answer>,
): Promise<Places> {
  const { target, offers } = context
  const none = { next: null, movedOn: null, wanted: null, cancelled: null, wantedThen: null, filled: context.filled() }
  if (!first.accepted) return none
  const id = first.bookingId
  const moved = await move(context, id, availabilityId)
  if (moved === null) return none
  const next = await reserve()
  if (!next.accepted) return { ...none, next }
  const movedOn = await move(context, id, availabilityId)
  const wanted = movedOn === null ? null : await reserve()
  const confirmed = offers('confirm') && offers('cancel') ? await context.confirm(id) : null
  const cancelled = confirmed?.accepted === true ? await target.cancel(id) : null
  const wantedThen = cancelled?.accepted === true ? await reserve() : null
  return { ...none, next, movedOn, wanted, cancelled, wantedThen }
}

/** null: it could not be moved. */
async function move(context: Context, id: string, from: string): Promise<Answer | null> {
  const bookable = exclusiveOf(context.profile) ?? context.profile.bookable.standard
  // Nobody else wants what it goes to.
  const went = await moveElsewhere(context, id, from, bookable, { control: true })
  return went?.move.accepted === true ? went.move : null
}

check(places, {
  id: 'update.moved-on-frees-its-own',
  clause: '3/availability-held',
  title: 'a booking that is moved for the second time frees what it leaves, and nothing that another booking holds',
  uses: ['update'],
  judge: ({ next, wanted }) =>
    expect(wanted).toBeRefused(next, 'although the booking that took it holds that availability'),
})

check(places, {
  id: 'cancel.moved-frees-its-own',
  clause: '3/availability-held',
  title: 'the cancel of a booking that was moved frees nothing that another booking holds',
  uses: ['update', 'confirm', 'cancel'],
  judge: ({ next, wanted, wantedThen }) =>
    wanted?.accepted === true
      ? untested('it had been given away before the cancel')
      : expect(wantedThen).toBeRefused(next, 'although another booking holds that availability'),
})

export default suite
