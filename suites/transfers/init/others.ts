import { instantOf, placesIn, type Json } from '../vocabulary/index.js'
import { availabilitiesIn, isRoom, type Availabilities } from './availabilitiesIn.js'
import { askFor, type Learning, type Listed, type Offered } from './learning.js'
import { hasDay, withDays } from './days.js'
import { plainName } from './lexicon.js'
import { cutOffIn } from './policy.js'

/** So many other things are looked at. */
const most = 8
/** Minutes ahead of which the end of a window can be seen: with a test clock, and without one. */
const [farthest, farthestWaited] = [90 * 24 * 60, 200]
const soonest = 15

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
  const looked = sold.others.toSorted((a, b) => Number(b.isFinal === true) - Number(a.isFinal === true))
  for (const listed of looked.slice(0, most)) {
    const { productId, optionId } = listed
    const heard = await askFor(learning, 'availability', { productId, optionId })
    const slots = heard?.accepted === true ? availabilitiesIn(heard.json ?? null, listed) : null
    if (heard === null || slots === null) continue
    // Some of it is sold for the next days alone.
    const near = slots.items.size === 0 ? await askNear(learning, 1, 7, listed) : null
    if (slots.items.size > 0) found.push(offeredIn(listed, heard.n, slots))
    else if (near !== null && near.all.length > 0) found.push(near)
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
  const final = found.find(({ free, isFinal }) => isFinal === true && free.length > 0)
  if (final === undefined) write('lateStart', over, 'says of all that the time to cancel is over')
  else {
    const lates = over === undefined || over === final ? named(final) : [named(final), named(over)]
    draft.write(
      ['bookable', 'lateStart'],
      lates,
      'seen',
      `request ${sold.listed ?? final.n} lists it as never refunded`,
    )
  }
  const isLateStart = (each: Offered): boolean => each === over || each === final
  if (knowsTime && over === undefined && final === undefined) await learnToday(learning, (items) => isLate(items, sold))
  const place = draft.read(['operations', 'availability', 'full', 'at'])
  const takesOne = ({ all, free }: Pick<Offered, 'all' | 'free'>): boolean =>
    free.length > 0 && all.every((item) => (roomOf(item, place) ?? 2) <= 1)
  const isPlain = (each: Offered): boolean => each.free.length > 0 && !isLateStart(each) && !takesOne(each)
  const availability = draft.read(['bookable', 'standard', 'availability'])
  write(
    'exclusive',
    found.find((each) => takesOne(each)),
    'says of each that there is room for one',
    availability === undefined ? {} : { availability },
  )
  const differs = ({ currency }: Listed): boolean =>
    currency !== undefined && currency !== draft.read(['bookable', 'standard', 'defaultCurrency'])
  learning.plain = found.filter(isPlain)
  learning.other = learning.plain.find(differs) ?? learning.plain[0] ?? null
  write('other', learning.other ?? undefined, 'has some of it')
  if (!knowsTime) return
  const standard = { ...sold, ...currencyOf(learning), n: 0, all: own, free: own }
  learnSoon(learning, [...found.filter(isPlain), standard])
  if (draft.read(['bookable', 'soon']) === undefined) await learnNear(learning, standard)
}

/** As a profile has it. */
export function named({ productId, optionId, currency, availability }: Offered): Readonly<Record<string, Json>> {
  return {
    productId,
    optionId,
    ...(currency !== undefined && { defaultCurrency: currency }),
    ...(availability && { availability }),
  }
}

/** The default currency of the standard product, where it is known. */
function currencyOf({ interview: { draft } }: Learning): Pick<Listed, 'currency'> {
  const currency = draft.read(['bookable', 'standard', 'defaultCurrency'])
  return typeof currency === 'string' ? { currency } : {}
}

/** Of what starts today, the time to cancel may be over. */
async function learnToday(learning: Learning, isLate: (items: readonly Json[]) => boolean): Promise<void> {
  const near = await askNear(learning, 0, 0, learning.sold)
  if (near === null || !isLate(near.free)) return
  const from = `request ${near.n} says of all that the time to cancel is over`
  const { productId, optionId } = learning.sold
  const { currency } = currencyOf(learning)
  const more = { ...(currency !== undefined && { defaultCurrency: currency }), availability: near.availability ?? {} }
  const value = { productId, optionId, ...more }
  learning.interview.draft.write(['bookable', 'lateStart'], value, 'seen', from)
}

/** What starts just after its policy ends may close in time to be seen. */
async function learnNear(learning: Learning, standard: Offered): Promise<void> {
  const [item] = standard.free
  const closes = item === undefined ? null : closesAt(item, standard.cutOff)
  const start = item === undefined ? undefined : startOf(item)
  if (closes === null || start === undefined || start <= closes.value) return
  const days = Math.floor((start - closes.value) / day)
  const near = await askNear(learning, days, days + 1, standard)
  if (near !== null) learnSoon(learning, [near])
}

/** What is offered of something on some days from now; null: nothing is told of it, or the check names no days. */
async function askNear(learning: Learning, first: number, last: number, listed: Listed): Promise<Offered | null> {
  const { plans, now } = learning
  const asked = Object.fromEntries(
    [...(plans.get('availability')?.extra ?? [])].map(([name, { value }]) => [name, value]),
  )
  if (!hasDay(asked)) return null
  const isOfToday = JSON.stringify(asked).includes('{today')
  const dayIn = (ahead: number): string =>
    isOfToday ? `{today${ahead === 0 ? '' : `+${ahead}`}}` : new Date(now() + ahead * day).toISOString().slice(0, 10)
  const body = withDays('', asked, { first: dayIn(first), last: dayIn(last) })
  const availability = typeof body === 'object' && body !== null ? Object.fromEntries(Object.entries(body)) : {}
  const { productId, optionId } = listed
  const heard = await askFor(learning, 'availability', { productId, optionId }, { body: availability })
  const slots = heard?.accepted === true ? availabilitiesIn(heard.json ?? null, listed) : null
  return heard === null || slots === null ? null : { ...offeredIn(listed, heard.n, slots), availability }
}

function offeredIn(listed: Listed, n: number, { items, free }: Availabilities): Offered {
  return { ...listed, n, all: [...items.values()], free: free.flatMap((id) => items.get(id) ?? []) }
}

const day = 24 * 3_600_000

/** What closes in time to be seen: other things first, as their policy may be another one. */
function learnSoon({ interview: { draft }, now }: Learning, found: readonly Offered[]): void {
  const hasClock = draft.read(['clock', 'request']) !== undefined
  const ahead = ({ free, cutOff }: Offered): number =>
    Math.min(
      ...free.flatMap((item) => {
        const closes = closesAt(item, cutOff)
        const minutes = closes === null ? Infinity : (closes.value - now()) / 60_000
        return minutes > soonest ? [minutes] : []
      }),
    )
  const [best] = found.toSorted((a, b) => ahead(a) - ahead(b))
  const closing = best?.free.flatMap((item) => closesAt(item, best.cutOff) ?? [])[0]
  if (best === undefined || closing === undefined || ahead(best) > farthest) return
  const { productId, optionId, currency, availability } = best
  const { value: _, ...at } = closing
  const value = {
    productId,
    optionId,
    ...(currency !== undefined && { defaultCurrency: currency }),
    ...at,
    ...(availability && { availability }),
  }
  const from = `what it says it can be cancelled until is ${inHours(ahead(best))} ahead; a list may name one of each policy`
  if (hasClock || ahead(best) <= farthestWaited) draft.write(['bookable', 'soon'], value, 'seen', from)
  else draft.miss(['bookable', 'soon'], value, `${from}: it takes a test clock, or nearer days`)
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
function timesIn(item: Json): readonly { readonly pointer: string; readonly name: string; readonly value: number }[] {
  return placesIn<Json>(item).flatMap(({ pointer, value }) => {
    const minutes = typeof value === 'string' && !/\/\d+\//.test(pointer) ? instantOf(value) : undefined
    return minutes === undefined ? [] : [{ pointer, name: plainName(pointer), value: minutes * 60_000 }]
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
