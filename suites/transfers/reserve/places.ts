import {
  checkFilled,
  exclusiveOf,
  expect,
  failAt,
  need,
  notApplicable,
  openSuite,
  orNone,
  pass,
  untested,
  wants,
  withFillers,
  withRoom,
  say,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Filled, Suite } from '../vocabulary/index.js'
import { moveElsewhere } from '../update/updater.js'

const suite: Suite = openSuite()
const { scenario } = suite
const check = checkFilled(suite)

/** An availability of one place, left by a booking that is moved, taken by another, and wanted by a third. */
interface Places {
  readonly first: Answer
  /** The reservation of the first booking, sent again with its key; null: a reservation has none. */
  readonly replayed: Answer | null
  /** Takes what the first booking left when it was moved. */
  readonly next?: Answer
  /** Where that was refused: what another booking left when it was moved, whose reservation was sent once. */
  readonly control?: Answer | null
  /** Where that was accepted: what the first booking left, once more, since by then it may be given back. */
  readonly nextThen?: Answer | null
  /** The first booking moves on, and what it left first is wanted again. */
  readonly wanted?: Answer | null
  /** Then it is confirmed and cancelled, and that is wanted once more. */
  readonly wantedThen?: Answer | null
}

const places = scenario(
  'reserve.places',
  async (context): Promise<Places & { readonly filled: Filled }> => {
    const { profile, target } = context
    const bookable = exclusiveOf(profile) ?? profile.bookable.standard
    const { availabilityId, reserved: first } = await context.hold({}, bookable)
    const { idempotencyKey } = profile.operations.reserve?.fields ?? {}
    const isReplayed = first.accepted && idempotencyKey !== undefined
    const replayed = isReplayed ? await target.reserve(first.exchange.input, { bookable }) : null
    const seen = first.accepted ? await moveOn(context, { first, replayed }, availabilityId, bookable) : {}
    return { first, replayed, ...seen, filled: context.filled() }
  },
  { needs: ['exclusive'], uses: ['update'], bookings: withFillers(5, 2) },
)

/** Moves a booking twice, ends it, and wants after each what another has taken meanwhile. */
async function moveOn(
  context: Context,
  { first, replayed }: Pick<Places, 'first' | 'replayed'>,
  availabilityId: string,
  bookable: Bookable,
): Promise<Omit<Places, 'first' | 'replayed'>> {
  const { target, offers } = context
  const id = first.bookingId
  if ((await move(context, id, availabilityId)) === null) return {}
  const next = await wantLeft(context, id, availabilityId, bookable)
  if (!next.accepted) {
    const isOdd = next.refused && replayed?.accepted === true
    const control = isOdd ? await leftByAnother(context, bookable) : null
    const isFree = control?.accepted === true
    return { next, control, nextThen: isFree ? await wantLeft(context, id, availabilityId, bookable) : null }
  }
  const reserve = (): Promise<Answer> => want(context, availabilityId, bookable)
  const wanted = (await move(context, id, availabilityId)) === null ? null : await reserve()
  const confirmed = offers('confirm') && offers('cancel') ? await context.confirm(id) : null
  const isCancelled = confirmed?.accepted === true && (await target.cancel(id)).accepted
  return { next, wanted, wantedThen: isCancelled ? await reserve() : null }
}

function want({ target }: Context, availabilityId: string, bookable: Bookable): Promise<Answer> {
  return target.reserve({ availabilityId, expirationMinutes: 60 }, { bookable })
}

/** It may hear of the move a little later, and an account may have few holds at a time. */
async function wantLeft(context: Context, id: string, availabilityId: string, bookable: Bookable): Promise<Answer> {
  const reserve = (): Promise<Answer> => want(context, availabilityId, bookable)
  const first = await reserve()
  if (!first.refused) return first
  await context.settle(id)
  return (await withRoom(context, reserve).catch(orNone)) ?? first
}

/** Holds another availability, moves away from it, and wants it. */
async function leftByAnother(context: Context, bookable: Bookable): Promise<Answer | null> {
  const held = await context.hold({}, bookable).catch(orNone)
  if (held?.reserved.accepted !== true) return null
  const { availabilityId, reserved } = held
  const id = reserved.bookingId
  return (await move(context, id, availabilityId)) === null ? null : wantLeft(context, id, availabilityId, bookable)
}

/** null: it could not be moved. */
async function move(context: Context, id: string, from: string): Promise<Answer | null> {
  const bookable = exclusiveOf(context.profile) ?? context.profile.bookable.standard
  // Nobody else wants what it goes to.
  const went = await moveElsewhere(context, id, from, bookable, { control: true })
  return went?.move.accepted === true ? went.move : null
}

check(places, {
  id: 'reserve.same-key-takes-one-place',
  clause: '4.2/same-key-hold-takes-one-place',
  title:
    'what a booking was moved away from is free again, also where its reservation had been sent twice with one key',
  uses: ['update'],
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ first, replayed, next, control, nextThen }) => {
    need(first)
    if (replayed?.refused === true) return notApplicable('this target refuses a key that was used before')
    need(replayed)
    if (next?.refused !== true)
      return next?.accepted === true ? pass : untested('the booking was not moved, or nobody wanted what it left')
    if (first.read('id') !== replayed.read('id'))
      return untested('the key made a second booking', 'see reserve.same-key-makes-one-booking')
    if (control?.accepted !== true)
      return untested('what a booking left whose reservation was sent once was not seen to be free again either')
    // It was left before that, so it may be given back with it, and somebody else may have had it for a while.
    if (nextThen?.refused !== true)
      return nextThen?.accepted === true ? pass : untested('nobody wanted once more what the booking left')
    return failAt(nextThen, '', {
      ...say`a booking was moved away (request ${first}), and what it left cannot be reserved: its reservation had been sent again with its key (request ${replayed}); what another left, which was reserved once, can (request ${control})`,
      ...wants.accepted(),
      steps: [first.n, replayed.n, next.n, control.n],
    })
  },
})

check(places, {
  id: 'update.moved-on-frees-its-own',
  clause: '3/availability-held',
  title: 'a booking that is moved for the second time frees what it leaves, and nothing that another booking holds',
  uses: ['update'],
  judge: ({ next, wanted }) =>
    expect(wanted).toBeRefused(next ?? null, 'although the booking that took it holds that availability'),
})

check(places, {
  id: 'cancel.moved-frees-its-own',
  clause: '3/availability-held',
  title: 'the cancel of a booking that was moved frees nothing that another booking holds',
  uses: ['update', 'confirm', 'cancel'],
  judge: ({ next, wanted, wantedThen }) =>
    wanted?.accepted === true
      ? untested('it had been given away before the cancel')
      : expect(wantedThen).toBeRefused(next ?? null, 'although another booking holds that availability'),
})

export default suite
