import { currencyPrecision, dayAt, instantOf, placesIn, type Heard, type Json } from '../vocabulary/index.js'
import { availabilitiesIn, isRoom } from './availabilitiesIn.js'
import { askFor, type Learning, type Listed, type Offered } from './learning.js'
import { hasDay, withDays } from './days.js'
import { plainName } from './lexicon.js'
import { bodyOf } from './plan.js'
import { learnFinal } from './learnFinal.js'
import { cutOffIn } from './policy.js'

/** So many other things are looked at, and so many more where none of them takes one booking alone. */
const [most, someMore] = [8, 4]
/** Minutes ahead of which the end of a window can be seen: with a test clock, and without one. */
const [farthest, farthestWaited] = [90 * 24 * 60, 200]
/** A run takes nothing that closes sooner; and books three at a time of what closes. */
const [soonest, roomAtEdge] = [30, 3]
/** So many policies are looked at; so many availabilities are enough of what is taken whole; and so many places are few. */
const [mostPolicies, someDozen, mostPlaces] = [3, 24, 5]

/**
 * Finds out what else a run can book, of what the target lists: something sold out, something that one booking takes whole, something that
 * cannot be cancelled any more, and something that soon cannot. Nothing is booked for that: it is in what the availability checks say.
 */
export async function learnOthers(learning: Learning): Promise<void> {
  const { interview, sold, offered, now } = learning
  const { draft } = interview
  const own = [...offered.values()]
  const isLate = (items: readonly Json[], { cutOff }: Listed): boolean =>
    items.length > 0 && items.every((item) => (closesAt(item, cutOff)?.value ?? Infinity) <= now())
  // Where even what can be cancelled looks as if it could not, the times are of another clock.
  const knowsTime = own.some((item) => (closesAt(item, sold.cutOff)?.value ?? 0) > now()) && !isLate(own, sold)
  const found: Offered[] = []
  // What is never refunded may stand far down in the list, and there is seldom more than one.
  const looked = sold.others.toSorted((a, b) => Number(b.never !== undefined) - Number(a.never !== undefined))
  for (const listed of looked.slice(0, most)) {
    const offered = await askUsual(learning, listed)
    if (offered === null) continue
    // Some of it is sold for the next days alone.
    const near = offered.all.length === 0 ? await askNear(learning, 1, 7, listed) : null
    if (offered.all.length > 0) found.push(offered)
    else if (near !== null && near.all.length > 0) found.push(near)
  }
  // What takes one booking alone is not filled before it is seen, so that it is worth some requests more.
  const further = async (is: (each: Offered) => boolean): Promise<Offered | undefined> => {
    for (const listed of looked.slice(most, most + someMore)) {
      const each = await askUsual(learning, listed)
      if (each !== null && is(each)) return each
    }
    return undefined
  }
  const write = (
    name: string,
    each: Offered | undefined,
    from: string,
    more: Readonly<Record<string, Json>> = {},
  ): void => {
    if (each !== undefined)
      draft.write(['bookable', name], { ...named(each), ...more }, 'seen', `request ${each.n} ${from}`)
  }
  const full = found.find(({ free }) => free.length === 0)
  write('soldOut', full, 'names what is not free')
  const over = knowsTime ? found.find((each) => isLate(each.free, each)) : undefined
  const final = await learnFinal(learning, found)
  const isLateStart = (each: Offered): boolean => each === over || each === final?.each
  write('late', over, 'says of all that the time to cancel is over')
  if (knowsTime && over === undefined) await learnToday(learning, (items) => isLate(items, sold))
  if (final !== null && final.each !== over) {
    const key = ['bookable', 'late']
    const today = draft.read(key)
    draft.write(key, today === undefined ? named(final.each) : [today, named(final.each)], 'seen', final.from)
  }
  const place = draft.read(['operations', 'availability', 'full', 'at'])
  const takesOne = ({ all, free }: Pick<Offered, 'all' | 'free'>): boolean =>
    free.length > 0 && all.every((item) => (roomOf(item, place) ?? 2) <= 1)
  const isPlain = (each: Offered): boolean => each.free.length > 0 && !isLateStart(each) && !takesOne(each)
  learning.plain = found.filter(isPlain)
  learning.other = learning.plain.toSorted((a, b) => differing(b, learning) - differing(a, learning))[0] ?? null
  write('other', learning.other ?? undefined, 'has some of it')
  const few = learning.takesPlaces
    ? learning.plain.filter((each) => each !== learning.other && placesOf(each) !== null)
    : []
  const [fewest] = few.toSorted((a, b) => (placesOf(a) ?? 0) - (placesOf(b) ?? 0))
  const single = found.find((each) => takesOne(each)) ?? (fewest === undefined ? undefined : await further(takesOne))
  const exclusive = single ?? fewest
  const standard = { ...sold, ...currencyOf(learning), n: 0, all: own, free: own }
  if (exclusive !== undefined) {
    const places = exclusive === single ? null : placesOf(exclusive)
    const days = await daysOf(learning, exclusive)
    write(
      'exclusive',
      exclusive,
      places === null ? 'says of each that there is room for one' : `says of each that there is room for ${places}`,
      { ...(places !== null && { places }), ...(days !== undefined && { availability: days }) },
    )
  }
  learning.soon = knowsTime ? [...learning.plain.filter((each) => each !== exclusive), standard] : []
}

/** How much a booking of it tells beside the standard one: by a currency with other decimals most, then by another currency. */
function differing({ currency }: Listed, { interview: { draft } }: Learning): number {
  const standard = draft.read(['bookable', 'standard', 'defaultCurrency'])
  if (currency === undefined || currency === standard) return 0
  const [own, theirs] = [typeof standard === 'string' ? currencyPrecision(standard) : 2, currencyPrecision(currency)]
  return own !== undefined && theirs !== undefined && own !== theirs ? 2 : 1
}

/** How many bookings each of its availabilities takes, where none has another number of places; null: that is not known, or many. */
function placesOf({ all }: Offered): number | null {
  const rooms = new Set(all.flatMap((item) => roomsIn(item)))
  const [places, ...more] = rooms
  return places !== undefined && more.length === 0 && places >= 2 && places <= mostPlaces ? places : null
}

function roomsIn(item: Json): readonly number[] {
  return placesIn<Json>(item).flatMap(({ pointer, value }) =>
    typeof value === 'number' && /^\/[^/]+$/.test(pointer) && isRoom(pointer.slice(1)) ? [value] : [],
  )
}

/** Days on which there is enough of something of which a run takes each availability whole; undefined: the usual ones are to do. */
async function daysOf(learning: Learning, listed: Offered): Promise<Json | undefined> {
  const usual = learning.interview.draft.read(['bookable', 'standard', 'availability'])
  if (usual !== undefined || listed.free.length >= someDozen) return usual
  const first = Math.max(7, Math.ceil((listed.cutOff ?? 0) / 1440) + 3)
  const wide = await askNear(learning, first, first + 27, listed)
  if (wide !== null && wide.free.length > listed.free.length) return { ...wide.availability }
  // A check that tells of so many days alone is asked several times.
  const week = (from: number): Json | undefined => bodyFor(learning, from, from + 6)
  const weeks = [30, 37, 44, 51].flatMap((from) => week(from) ?? [])
  return weeks.length === 0 ? undefined : weeks
}

/** As a profile has it. */
export function named({
  productId,
  optionId,
  currency,
  currencies,
  availability,
}: Offered): Readonly<Record<string, Json>> {
  return {
    productId,
    optionId,
    ...(currency !== undefined && { defaultCurrency: currency }),
    ...(currencies !== undefined && { currencies }),
    ...(availability && { availability }),
  }
}

/** The default currency of the standard product, where it is known. */
function currencyOf({ interview: { draft } }: Learning): Pick<Listed, 'currency'> {
  const currency = draft.read(['bookable', 'standard', 'defaultCurrency'])
  return typeof currency === 'string' ? { currency } : {}
}

/**
 * Of what starts today, the time to cancel may be over. Tomorrow is told, too, where the policy is of a day or more: late in the evening
 * nothing starts today, and by a shorter one what starts tomorrow can be cancelled at any other time.
 */
async function learnToday(learning: Learning, isLate: (items: readonly Json[]) => boolean): Promise<void> {
  const { sold, offered } = learning
  const today = await askNear(learning, 0, 0, sold)
  if (today === null || (today.free.length > 0 && !isLate(today.free))) return
  const cutOffs = [...offered.values(), ...today.free].map((item) => {
    const [closes, start] = [closesAt(item, sold.cutOff), startOf(item)]
    return closes === null || start === undefined ? 0 : start - closes.value
  })
  const policy = Math.min(...cutOffs)
  const isShort = policy < day
  // By a policy of one day, all of tomorrow is late in the late evening alone.
  const isToAsk = policy >= 2 * day || (!isShort && today.free.length === 0)
  const next = isToAsk ? await askNear(learning, 1, 1, sold) : null
  const late = next !== null && isLate(next.free) ? next : null
  if (late === null && today.free.length === 0) return
  // In the evening, when nothing starts today any more, what starts first tomorrow is late by such a policy.
  const tomorrow = late?.availability ?? (isShort ? undefined : bodyFor(learning, 1, 1))
  const { productId, optionId } = sold
  const { currency } = currencyOf(learning)
  // What starts today is asked about first, and so booked first, in whatever order a check of both days would tell it.
  const days = tomorrow === undefined ? { ...today.availability } : [{ ...today.availability }, { ...tomorrow }]
  const more = { ...(currency !== undefined && { defaultCurrency: currency }), availability: days }
  const which = late === null ? 'today' : 'today and tomorrow'
  const but = isShort
    ? '; earlier in the day it may not be: name what is always too late, if there is such a thing'
    : late === null
      ? '; tomorrow is for the evening, when nothing starts today any more'
      : ''
  const from = `request ${(late ?? today).n} says of all that starts ${which} that the time to cancel is over${but}`
  learning.interview.draft.write(['bookable', 'late'], { productId, optionId, ...more }, 'seen', from)
}

/** The same as it is offered just after its policy ends: that may close in time to be seen. */
async function nearEnd(learning: Learning, each: Offered): Promise<Offered | null> {
  const [item] = each.free
  const closes = item === undefined ? null : closesAt(item, each.cutOff)
  const start = item === undefined ? undefined : startOf(item)
  if (closes === null || start === undefined || start <= closes.value) return null
  const days = Math.floor((start - closes.value) / day)
  return askNear(learning, days, days + 1, each)
}

/** Extra members of an availability check of some days from now; undefined: the check names no days. */
function bodyFor({ plans, now }: Learning, first: number, last: number): Readonly<Record<string, Json>> | undefined {
  const plan = plans.get('availability')
  const asked = bodyOf(
    plan ?? {},
    Object.fromEntries([...(plan?.extra ?? [])].map(([name, { value }]) => [name, value])),
  )
  if (!hasDay(asked)) return undefined
  const isOfToday = JSON.stringify(asked).includes('{today')
  const dayIn = (ahead: number): string =>
    isOfToday ? `{today${ahead === 0 ? '' : `+${ahead}`}}` : dayAt(now() + ahead * day)
  const body = withDays('', asked, { first: dayIn(first), last: dayIn(last) })
  return typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {}
}

/** What is offered of something on the days that were asked for before; null: nothing is told of it. */
async function askUsual(learning: Learning, listed: Listed): Promise<Offered | null> {
  const { productId, optionId } = listed
  return offeredBy(await askFor(learning, 'availability', { productId, optionId }), listed)
}

/** What is offered of something on some days from now; null: nothing is told of it, or the check names no days. */
async function askNear(learning: Learning, first: number, last: number, listed: Listed): Promise<Offered | null> {
  const availability = bodyFor(learning, first, last)
  if (availability === undefined) return null
  const { productId, optionId } = listed
  const heard = await askFor(learning, 'availability', { productId, optionId }, { body: availability })
  // Of a check that is there, what is not found is something on such days.
  if (heard === null && learning.accepted.has('availability'))
    return { ...listed, n: 0, all: [], free: [], availability }
  const offered = offeredBy(heard, listed)
  return offered === null ? null : { ...offered, availability }
}

/** What an answer to a check offers of something; null: there is none, or nothing is told in it. */
function offeredBy(heard: Heard | null, listed: Listed): Offered | null {
  const slots = heard?.accepted === true ? availabilitiesIn(heard.json ?? null, listed) : null
  if (heard === null || slots === null) return null
  const { items, free } = slots
  return { ...listed, n: heard.n, all: [...items.values()], free: free.flatMap((id) => items.get(id) ?? []) }
}

const day = 24 * 3_600_000

/**
 * What closes in time to be seen, one of each policy: a server may be wrong about one alone. What there is room for three of, as a run
 * books it, and what is sold in the currency of the standard product, comes first; then what has a policy of its own.
 */
export async function learnSoon(learning: Learning): Promise<void> {
  const { soon: candidates } = learning
  const place = learning.interview.draft.read(['operations', 'availability', 'full', 'at'])
  /** So many minutes before its start, as far as it is known. */
  const policyOf = ({ cutOff, free: [item = null] }: Offered): number => {
    const [closes, start] = [closesAt(item, cutOff), startOf(item)]
    return cutOff ?? (closes === null || start === undefined ? -1 : Math.round((start - closes.value) / 60_000))
  }
  const zoneOf = ({ free: [item] }: Offered): string =>
    timesIn(item ?? null).find(({ name }) => /start|depart/.test(name))?.zone ?? ''
  const standard = candidates.at(-1)
  if (standard === undefined) return
  const rank = (each: Offered): number =>
    (each.free.every((item) => (roomOf(item, place) ?? roomAtEdge) >= roomAtEdge) ? 0 : 8) +
    (each.currency === standard.currency || standard.currencies?.includes(each.currency ?? '') === true ? 0 : 4) +
    (policyOf(each) === policyOf(standard) ? 2 : 0) +
    (zoneOf(each) === zoneOf(standard) ? 1 : 0)
  const inOrder = candidates.toSorted((a, b) => rank(a) - rank(b))
  const ofEach = inOrder.filter((each, at) => inOrder.findIndex((other) => policyOf(other) === policyOf(each)) === at)
  const seen: Offered[] = []
  for (const each of ofEach.slice(0, mostPolicies)) {
    const near = await nearEnd(learning, each)
    seen.push(near !== null && aheadOf(near, learning) < Infinity ? near : each)
    // Requests may be spent before the next.
    writeSoon(learning, seen)
  }
}

/** In how many minutes what closes soonest of it does, but for what closes too soon to be seen. */
function aheadOf({ free, cutOff }: Offered, { now }: Learning): number {
  const minutes = free.map((item) => ((closesAt(item, cutOff)?.value ?? Infinity) - now()) / 60_000)
  return Math.min(...minutes.filter((each) => each > soonest))
}

function writeSoon(learning: Learning, seen: readonly Offered[]): void {
  const { draft } = learning.interview
  const hasClock = draft.read(['clock', 'request']) !== undefined
  const open = seen.flatMap((each) => {
    const ahead = aheadOf(each, learning)
    const closing = each.free.flatMap((item) => closesAt(item, each.cutOff) ?? [])[0]
    if (closing === undefined || ahead > farthest) return []
    const { value: _, ...at } = closing
    const { availability, ...rest } = named(each)
    return [
      {
        ahead,
        optionId: each.optionId,
        value: { ...rest, ...at, ...(availability !== undefined && { availability }) },
      },
    ]
  })
  // Without a test clock, what is near is waited for.
  const reached = hasClock ? open : open.filter(({ ahead }) => ahead <= farthestWaited)
  const [first, ...more] = reached.length > 0 ? reached : open
  if (first === undefined) return
  const value = more.length === 0 ? first.value : [first.value, ...more.map((each) => each.value)]
  const from = `what it says it can be cancelled until is ${[first, ...more].map(({ ahead }) => inHours(ahead)).join(', ')} ahead`
  const left = open.filter((each) => !reached.includes(each))
  const whose = left.map(({ ahead, optionId }) => `${optionId} (${inHours(ahead)} ahead)`).join(', ')
  if (reached.length === 0) draft.miss(['bookable', 'closing'], value, `${from}: it takes a test clock, or nearer days`)
  else
    draft.write(
      ['bookable', 'closing'],
      value,
      'seen',
      `${from}${left.length === 0 ? '' : `; with a test clock, name as well, of other policies: ${whose}`}`,
    )
}

function inHours(minutes: number): string {
  return minutes < 72 * 60 ? `${Math.round(minutes / 6) / 10} hours` : `${Math.round(minutes / 1440)} days`
}

/** When an availability can be cancelled no more. */
interface Closing {
  readonly cutOffAt: string
  /** Minutes before that. */
  readonly cutOffBefore?: number
  /** Milliseconds since the epoch. */
  readonly value: number
}

/** Times in an item, in milliseconds since the epoch. */
function timesIn(item: Json): readonly {
  readonly pointer: string
  readonly name: string
  readonly value: number
  readonly zone: string
}[] {
  return placesIn<Json>(item).flatMap(({ pointer, value }) => {
    const minutes = typeof value === 'string' && !/\/\d+\//.test(pointer) ? instantOf(value) : undefined
    const zone = typeof value === 'string' ? (/(?:Z|[+-]\d\d:?\d\d)$/.exec(value)?.[0] ?? '') : ''
    return minutes === undefined ? [] : [{ pointer, name: plainName(pointer), value: minutes * 60_000, zone }]
  })
}

/**
 * What an availability says of that: in a time of its own, or by when it starts and its policy (2.3); null: nothing.
 * @param listed minutes before the start, as the list of products says it
 */
function closesAt(item: Json, listed: number | undefined): Closing | null {
  const times = timesIn(item)
  // In public OCTO, utcCutoffAt is until when it can be booked.
  const own = times.find(
    ({ name }) =>
      name !== '/utccutoffat' &&
      /cut.?off|strike|call.?off|(cancel|refund|change)\w*(until|by|before|deadline)/.test(name),
  )
  const start = times.find(({ name }) => /start|depart/.test(name))
  const minutes = cutOffIn(item) ?? listed
  const reckoned =
    start === undefined || minutes === undefined
      ? null
      : { cutOffAt: start.pointer, cutOffBefore: minutes, value: start.value - minutes * 60_000 }
  // What the target reckons itself is held up to its policy where that is known, and where both agree today.
  return own === undefined || own.value === reckoned?.value ? reckoned : { cutOffAt: own.pointer, value: own.value }
}

/** When it starts, in milliseconds since the epoch. */
function startOf(item: Json): number | undefined {
  const found = timesIn(item).find(({ name }) => /start|depart/.test(name))
  return found?.value
}

function roomOf(item: Json, full: Json | undefined): number | undefined {
  const found = placesIn<Json>(item).find(
    ({ pointer, value }) =>
      Number.isInteger(value) && (pointer === full || (/^\/[^/]+$/.test(pointer) && isRoom(pointer.slice(1)))),
  )
  return typeof found?.value === 'number' ? found.value : undefined
}
