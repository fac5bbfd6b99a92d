import {
  bookableKey,
  checksOf,
  inWords,
  reached,
  targetOver,
  readPointer,
  soonOf,
  otherOf,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Profile, WalkRoute, Json } from '../vocabulary/index.js'
import { checkEach, soonestOf, soonestOpenOf, soonestCloses, closingOf, soonestFirst } from '../acts/soonestFirst.js'
import { beyondReach, closesIn, inTime, soonKey, unknownClose } from '../cancel/edge.js'
import { targetAhead } from '../vocabulary/times.js'
import { placesAtEdge } from '../cancel/window.js'
import { typesShown } from '../list/usualType.js'

/** Minutes of a hold: the fewest, as a hold that starts too late to be cancelled ends by time alone. */
const shortest = 20
/** The most minutes that the documents let a hold last (8). */
const longest = 200
/** Minutes ahead of a window that has closed before a run comes to it. */
const tooSoon = 10

/** One thing that a profile names to book beside the standard one. */
interface Named {
  readonly key: string
  readonly bookable: Bookable
}

interface Around extends WalkRoute {
  readonly profile: Profile
  /** How far the target's time is ahead, by a reservation that was accepted; null: there is none. */
  readonly ahead: number | null
}

/** What cannot be used of what stands at a key that checks need, and what to do. */
const inVainOf = [
  [
    'late',
    'nothing that is named as starting too soon to be cancelled is such a thing',
    'name in bookable.late what can be booked, and be cancelled at no hour of the day',
  ],
  ['closing', 'nothing of bookable.closing can be had', 'name in bookable.closing what is on offer'],
  ['other', 'nothing of bookable.other can be had', 'name in bookable.other what is on offer'],
] as const

/**
 * Looks at what else the profile has to book, for whoever walks to see: a run would find it out only at its end. It
 * asks for each, and holds the first of those that cannot be cancelled, to see that.
 * @param seen a reservation of the walk, which tells the target's time (null: none was accepted), and the answer to the
 * cancel of a hold
 */
export async function lookAround(
  route: WalkRoute & { readonly profile: Profile },
  { reserved: made, cancelled }: { readonly reserved: Answer | null; readonly cancelled: Answer | null },
): Promise<void> {
  const { profile, books, note, lacks } = route
  const around = { ...route, ahead: made === null ? null : targetAhead(made, null, profile.clock) }
  if (books && made !== null && (profile.operations.cancel === null || cancelled?.refused === true))
    note(holdsStay(cancelled))
  for (const text of [otherCurrency(made, profile), typeUnsaid(made, profile)]) if (text !== null) note(text)
  const { late, closing, soldOut, other, exclusive } = profile.bookable
  const named = (each: Bookable | null | undefined): readonly Named[] =>
    each ? [{ key: bookableKey(profile, each), bookable: each }] : []
  const sold = [
    ...late.flatMap(named),
    ...closing.map((each, which) => ({ key: soonKey(which), bookable: each })),
    ...other.flatMap(named),
    ...named(exclusive),
  ]
  const inVain = new Map<Bookable, string>()
  for (const each of sold) {
    const why = await lookAt(each, around)
    if (why !== null) inVain.set(each.bookable, why)
  }
  for (const [need, reason, remedy] of inVainOf) {
    const all = profile.bookable[need]
    const why = all.flatMap((each) => inVain.get(each) ?? [])
    if (all.length > 0 && why.length === all.length) lacks({ need, reason: `${reason}: ${why.join(', ')}`, remedy })
  }
  for (const each of named(soldOut)) await lookAtFull(each, around)
}

/** Looks at one that is to be on offer. Answers why a run cannot use it; null: it can. */
async function lookAt(named: Named, around: Around): Promise<string | null> {
  const { target: session, profile, books, step, note } = around
  const { key, bookable } = named
  const { closing, late } = profile.bookable
  const checked = await check(named, around)
  const [slot] = checked.freeAvailabilityIds
  if (slot === undefined) {
    if (!checked.accepted) return null
    note(`${key}: nothing of it is on offer (request ${checked.n})${onOtherDays(bookable)}`)
    return `${key} is not on offer (request ${checked.n})`
  }
  const hold = async (): Promise<Answer | null> =>
    books && profile.operations.reserve !== null
      ? step(
          'reserve',
          targetOver(session).reserve({ availabilityId: slot, expirationMinutes: shortest }, { bookable }),
        )
      : null
  const which = closing.indexOf(bookable)
  if (which !== -1) for (const text of await windowOf(which, checked, hold, around)) note(text)
  if (!late.includes(bookable)) return null
  const held = await hold()
  if (held?.refused === true) return `${key} was refused: ${held.describe()} (request ${held.n})`
  if (held?.accepted !== true || held.read('cancellable') !== true) return null
  const can = `${key} can be cancelled (request ${held.n})`
  note(`${can}, so that nothing is known of what cannot: name one whose cancellation window has passed`)
  return can
}

/** Asks for one: by all checks of bookable.closing, whose windows close at several times; else until one has some. */
async function check({ key, bookable }: Named, around: Around): Promise<Answer> {
  const { target: session, profile, step, note, ahead } = around
  const isSoon = profile.bookable.closing.includes(bookable)
  const answers = await checkEach(
    bookable,
    async (one) => reached(await step(`${key}?`, targetOver(session).availability({}, { bookable: one })), 'further'),
    ({ accepted, freeAvailabilityIds: free }) => !isSoon && accepted && free.length > 0,
  )
  const refused = answers.filter((each) => each.refused)
  const [first] = refused
  const [was, is] = refused.length === 1 ? (['was', 'is'] as const) : (['were', 'are'] as const)
  if (first !== undefined && refused.length < answers.length)
    note(
      `${key}: ${refused.length} of its ${answers.length} availability checks ${was} refused (request ${first.n}: ${first.describe()}), and ${is} left out`,
    )
  const found = (isSoon ? soonestOpenOf : soonestOf)(answers, bookable, ahead)
  if (found === undefined) throw new TypeError('a bookable has at least one availability check')
  return found
}

/** Looks whether what is to be sold out is. */
async function lookAtFull(named: Named, around: Around): Promise<void> {
  const { accepted, availabilityIds: all, freeAvailabilityIds: free, n } = await check(named, around)
  if (!accepted || (all.length > 0 && free.length < all.length)) return
  around.lacks({
    need: 'soldOut',
    reason: `the availability check of bookable.soldOut names nothing that is full (request ${n})`,
    remedy: 'name in bookable.soldOut a product of which it does',
  })
  around.note(
    `bookable.soldOut: the availability check ${all.length === 0 ? 'names nothing' : 'says of nothing that it is full'} (request ${n}), so that no reservation of what is sold out can be tried${all.length === 0 ? onOtherDays(named.bookable) : ''}`,
  )
}

/** Known beforehand, it is no surprise on an account with room for few. */
function holdsStay(cancelled: Answer | null): string {
  const why =
    cancelled === null
      ? 'the profile has no cancel'
      : `the target refuses to cancel a hold (request ${cancelled.n}: ${cancelled.describe()})`
  return `${why}: what a run holds and does not confirm stays on hold until it ends by itself, for ${longest} minutes at most`
}

function onOtherDays(bookable: Bookable): string {
  return checksOf(bookable).length > 1 ? '' : ': name other days in its availability, or another product'
}

/** What keeps a run from seeing the window of one of bookable.closing close. @param hold books it, to know more */
async function windowOf(
  which: number,
  checked: Answer,
  hold: () => Promise<Answer | null>,
  { profile, ahead }: Around,
): Promise<readonly string[]> {
  const [soon, key] = [profile.bookable.closing[which], soonKey(which)]
  const told = (left: number): readonly string[] => {
    const far = beyondReach(left, profile, key)
    if (far !== null) return [`${far.reason}; do: ${far.remedy}`]
    if (left <= 0)
      return [
        `the cancellation window of ${key} has closed for all that is on offer; do: name other days in ${key}.availability, on which something starts later`,
      ]
    return left < tooSoon ? [`the cancellation window of ${key} closes in ${inTime(left)}, too soon to be seen`] : []
  }
  const crowded = which === 0 ? soonRoom(checked, ahead, profile) : null
  const room = crowded === null ? [] : [crowded]
  if (soon?.cutOffAt === undefined) return [...told(soon?.cutOffMinutes ?? 0), ...room]
  const closes = ahead === null ? null : soonestCloses(checked, soon, ahead)
  if (closes !== null) return [...told(closes), ...room]
  // Bookings may say it, where availabilities do not.
  const held = await hold()
  if (held?.accepted !== true) return []
  const own = closesIn({ checked: held, taken: held, reserved: held, which }, profile)
  const unknown = unknownClose(key)
  return own === null ? [`${unknown.reason} (request ${held.n}); do: ${unknown.remedy}`] : told(own)
}

/** A default currency of the profile in which nothing was booked without one. */
function otherCurrency(made: Answer | null, { bookable }: Profile): string | null {
  const { defaultCurrency } = bookable.standard
  const shown = made?.read('currency')
  return made === null || defaultCurrency === undefined || typeof shown !== 'string' || shown === defaultCurrency
    ? null
    : `bookable.standard.defaultCurrency is ${defaultCurrency}, and booked without a currency it is in ${inWords(shown)} (request ${made.n}): write that, if it is right; else the server is wrong`
}

/**
 * Says that bookable.closing has room for fewer bookings than a run makes whose window is to close at one time. null:
 * there is enough, or the availability check does not say how many places are left.
 */
export function soonRoom(checked: Answer, ahead: number | null, profile: Profile): string | null {
  const soon = soonOf(profile)
  if (soon === null) return null
  const closes = closingOf(checked, soon)
  const [first = ''] = soonestFirst(checked.freeAvailabilityIds, [checked], soon, ahead)
  const alike = checked.items.filter((item) => {
    const id = checked.availabilityIdOf(item)
    return id !== undefined && checked.freeAvailabilityIds.includes(id) && closes(id) === closes(first)
  })
  const places = [profile.operations.availability?.full?.at, '/vacancies'].filter((each) => each !== undefined)
  const rooms = alike.map((item) =>
    places.map((place) => readPointer<Json>(item, place)).find((each): each is number => Number.isInteger(each)),
  )
  const room = rooms.reduce<number>((sum, each) => sum + (each ?? placesAtEdge), 0)
  if (rooms.length === 0 || room >= placesAtEdge) return null
  return `bookable.closing: what closes soonest has room for ${room} ${room === 1 ? 'booking' : 'bookings'} (request ${checked.n}), and a run makes ${placesAtEdge} of it at a time, so that some of what it would see there is untested; do: name as bookable.closing something that has room for ${placesAtEdge}`
}

/** Notes that a booking of bookable.standard shows another bookable's type; null: no, or the profile says its own. */
export function typeUnsaid(made: Answer | null, profile: Profile): string | null {
  const type = otherOf(profile)?.bookingType
  const { standard } = profile.bookable
  if (made === null || type === undefined || standard.bookingType !== undefined || typesShown(made, type).length === 0)
    return null
  return `bookable.standard is of the booking type ${JSON.stringify(type)}, too, as its booking shows (request ${made.n}), so that nothing is known of lists of one type; do: write bookable.standard.bookingType: ${type}, and give bookable.other something of another booking type`
}
