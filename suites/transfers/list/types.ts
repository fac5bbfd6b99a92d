import {
  all,
  confirming,
  fail,
  failAt,
  notApplicable,
  openSuite,
  otherOf,
  otherTypeOf,
  pass,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, JudgeContext, Judgement, Suite } from '../vocabulary/index.js'
import { asked, entriesOf, isStill, type Stillness } from './items.js'
import { unread } from './outside.js'
import { pages, type Paged } from './pages.js'
import { usualTypeOf, type UsualType } from './usualType.js'

const suite: Suite = openSuite()
const { check } = suite

check(pages, {
  id: 'list.booking-type-returned',
  clause: '4.3/list-booking-type-returned',
  title: 'a list of one booking type holds the bookings of that type, and none of another',
  needs: ['otherType', 'operations.list.bookingType'],
  judge: (paged, context) => unread(paged) ?? judgeTypes(paged, context),
})

check(pages, {
  id: 'list.booking-type-kept-when-sorted',
  clause: '4.3/list-booking-type-returned',
  title: 'a list of one booking type holds no bookings of another either when it is sorted by price',
  needs: ['otherType'],
  judge: (paged, { profile }) => {
    const { confirmed, typed, whole, before } = paged
    if (otherTypeOf(profile) === null) return oneAlone
    const { sorted = null, other = [] } = typed ?? {}
    if (!sorted?.accepted || !whole || !isWholeWalk(other, before))
      return unusable(sorted) ?? unseen('no whole list of another booking type was read, and one that is sorted')
    const ofType = new Set(idsOfAll(other))
    // Bookings of others may come and go, or slip past a page, meanwhile; where none did, each of the usual type counts.
    const ofUsual = new Set([
      ...confirmed.map(({ id }) => id),
      ...(isStill(paged) ? idsOfAll(typed?.product ?? []) : []),
    ])
    const strayed = entriesOf([sorted]).find(({ id }) => ofUsual.has(id) && !ofType.has(id))
    // A list that knows no such input holds all of them, sorted or not: that it does not differ confirms nothing.
    if (strayed === undefined) return pass
    return failAt(sorted, strayed.pointer, {
      message: `sorted by price, the list of booking type ${JSON.stringify(sorted.exchange.input['bookingType'] ?? null)} holds booking ${strayed.id}, which it does not hold unsorted`,
      expected: 'bookings of the type asked for',
      received: strayed.id,
      restsOn: [restsOn],
    })
  },
})

/** Whether a walk came to an end: a target may refuse a page past the last, which is shorter than pages of the list can be. */
function isWholeWalk(walk: readonly Answer[], list: readonly Answer[]): boolean {
  const full = Math.max(...list.map((page) => page.items.length))
  return walk.every(
    (page, index) =>
      page.accepted || (page.refused && walk.slice(0, index).some((each) => each.accepted && each.items.length < full)),
  )
}

function idsOfAll(walk: readonly Answer[]): readonly string[] {
  return entriesOf(walk).map(({ id }) => id)
}

/**
 * `bookable.other` is of another booking type than what else was booked: each is in the list of its own type alone. Where nothing of
 * another type can be booked, the list of one that the profile names holds nothing of the usual one.
 */
export function judgeTypes(
  { confirmed, other, typed, ...list }: Pick<Paged, 'confirmed' | 'other' | 'typed'> & Stillness,
  { profile }: Pick<JudgeContext, 'profile'>,
): Judgement {
  const type = otherTypeOf(profile)
  if (type === null) return oneAlone
  if (type === undefined)
    return untested('the profile names nothing of another booking type', 'give bookable.other, with its bookingType')
  const [standard] = confirmed
  const isBooked = otherOf(profile)?.bookingType === type
  const usual = usualTypeOf(profile, standard?.booking, isBooked ? (other?.booking ?? null) : null)
  if (type === usual.type)
    return untested(
      `bookable.standard is of the booking type ${JSON.stringify(type)}, too, as ${usual.shown === null ? 'far as the profile says' : 'its booking shows'}`,
      usual.shown === null ? `${toSay}, or ${toGive}` : `write bookable.standard.bookingType: ${type}, and ${toGive}`,
    )
  if (standard === undefined || (isBooked && other === null))
    return untested('bookable.other could not be booked and confirmed')
  if (typed === null) return untested('the profile has no place for the booking type', `declare ${restsOn}`)
  // A page beyond the last of a short list may be refused, but the first never is.
  const needed = [...typed.product, ...typed.other].filter((page) => asked(page, 'page') === 1 || !page.refused)
  const cannot = needed.map((page) => unusable(page)).find((each) => each !== null)
  if (cannot) return cannot
  const [ofStandard, ofOther] = [entriesOf(typed.product), entriesOf(typed.other)]
  if (!isBooked || other === null) return noneIn(typed.other, ofOther, ofStandard, standard.id)
  const own = onlyIn(typed.product, ofStandard, standard.id, other.id, list)
  const isOwn = ofStandard.some(({ id }) => id === standard.id)
  // What is in the lists of two types is in one of them wrongly, whichever type it is of.
  if (!usual.sure && !isOwn && usual.shown === null && ofOther.some(({ id }) => id === standard.id))
    return untested(
      `the profile does not say of which booking type bookable.standard is, and its booking is in the ${listOf(typed.other)} alone`,
      `write bookable.standard.bookingType: ${type}, and ${toGive}`,
    )
  const isDoubtful = !usual.sure && own.outcome === 'fail' && (usual.shown !== null || !isOwn)
  const judged = all(
    isDoubtful ? unknownType(usual, typed.product) : own,
    onlyIn(typed.other, ofOther, other.id, standard.id, list),
  )
  return judged.outcome === 'pass' ? confirming(restsOn) : judged
}

const toSay = 'give bookable.standard its bookingType, as the list calls it'
const toGive = 'give bookable.other something of another booking type'

/** Its bookings may be of a type that the profile does not name, or the list may have another word for what they show. */
function unknownType({ shown }: UsualType, walk: readonly Answer[]): Judgement {
  const known = shown === null ? '' : `, though its booking shows ${JSON.stringify(shown)}`
  return untested(
    `the profile does not say of which booking type bookable.standard is, and the ${listOf(walk)} is not that of its booking${known}`,
    shown === null ? toSay : `write bookable.standard.bookingType: ${shown}, or what the list calls it`,
  )
}

const restsOn = 'operations.list.bookingType'

const oneAlone = notApplicable('the profile says that the bookings of this target are all of one type')

/** Of a type that nothing was booked of: what the list of the usual one holds is of that. */
function noneIn(walk: readonly Answer[], entries: Entries, usual: Entries, own: string): Judgement {
  if (!usual.some(({ id }) => id === own))
    return untested('a booking of this run was not found in the list of its own type')
  const strayed = entries.find(({ id }) => id === own)
  return strayed === undefined ? confirming(restsOn) : strays(walk, strayed)
}

function strays(walk: readonly Answer[], { answer, pointer, id }: Entries[number]): Judgement {
  return failAt(answer, pointer, {
    message: `The ${listOf(walk)} holds booking ${id}, which is of another`,
    expected: 'bookings of the type asked for',
    received: id,
    restsOn: [restsOn],
  })
}

type Entries = ReturnType<typeof entriesOf>

function listOf(walk: readonly Answer[]): string {
  return `list of booking type ${JSON.stringify(walk.at(-1)?.exchange.input['bookingType'] ?? null)}`
}

function onlyIn(walk: readonly Answer[], entries: Entries, own: string, foreign: string, list: Stillness): Judgement {
  const last = walk.at(-1)
  const strayed = entries.find(({ id }) => id === foreign)
  if (strayed !== undefined) return strays(walk, strayed)
  if (entries.some(({ id }) => id === own)) return confirming(restsOn)
  if (!list.whole) return untested('only the beginning of a long list was read, and it was not there')
  // What others book or cancel meanwhile may have moved it from page to page between two requests.
  if (!isStill(list))
    return untested('the list changed while it was read', 'run it while no other client books on the account')
  return fail({
    message: `The ${listOf(walk)} lacks booking ${own}, which is of that type`,
    expected: 'bookings of the type asked for',
    wanted: { listed: own },
    received: null,
    exchange: last?.n ?? null,
    pointer: last?.itemsPointer ?? null,
    restsOn: [restsOn],
  })
}

export default suite
