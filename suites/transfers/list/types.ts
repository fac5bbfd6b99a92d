import {
  all,
  confirming,
  fail,
  failAt,
  notApplicable,
  openSuite,
  otherTypeOf,
  pass,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { pages, type Listed } from './pages.js'
import { unread } from './paging.js'
import { isBooked, usualTypeOf } from './usualType.js'
import { asked, askedFor, entriesOf, isStill, type Entry } from './walks.js'

const suite: Suite = openSuite()
const { check } = suite

const restsOn = 'operations.list.bookingType'
const oneAlone = notApplicable('the profile says that the bookings of this target are all of one type')
const toSay = 'give bookable.standard its bookingType, as the list calls it'
const toGive = 'give bookable.other something of another booking type'

check(pages, {
  id: 'list.booking-type-returned',
  clause: '4.3/list-booking-type-returned',
  title: 'a list of one booking type holds the bookings of that type, and none of another',
  needs: ['otherType', restsOn],
  judge: (listed, { profile }) => unread(listed) ?? judgeTypes(listed, profile),
})

/**
 * `bookable.other` has another booking type than the other bookings: each is only in the list of its own type. If
 * nothing of another type can be booked, the list of one that the profile names holds nothing of the usual one.
 */
function judgeTypes(listed: Listed, profile: Profile): Judgement {
  const { confirmed, other, lists } = listed
  const type = otherTypeOf(profile)
  if (type === null) return oneAlone
  if (type === undefined)
    return untested('the profile names nothing of another booking type', 'give bookable.other, with its bookingType')
  const [standard] = confirmed
  const usual = usualTypeOf(profile, listed)
  if (type === usual.type)
    return untested(
      `bookable.standard is of the booking type ${JSON.stringify(type)}, too, as ${usual.shown === null ? 'far as the profile says' : 'its booking shows'}`,
      usual.shown === null ? `${toSay}, or ${toGive}` : `write bookable.standard.bookingType: ${type}, and ${toGive}`,
    )
  if (standard === undefined || (isBooked(profile) && other === null))
    return untested('bookable.other could not be booked and confirmed')
  const ofUsual = askedFor(lists, { bookingType: usual.type })
  const ofOther = askedFor(lists, { bookingType: type })
  if (ofUsual.length === 0) return untested('the profile has no place for the booking type', `declare ${restsOn}`)
  // A page beyond the last of a short list may be refused, but the first never is.
  const needed = [...ofUsual, ...ofOther].filter((page) => asked(page, 'page') === 1 || !page.refused)
  const cannot = needed.map((page) => unusable(page)).find((each) => each !== null)
  if (cannot) return cannot
  const isOwn = find(ofUsual, standard.id) !== undefined
  // Sorted by price, it holds no bookings of another type either.
  const sorted = askedFor(lists, { bookingType: type, sortOrder: 'ascending' })
  const strayed =
    find([...ofOther, ...sorted], standard.id) ?? (isStill(listed) ? strayIn(sorted, ofUsual, ofOther) : undefined)
  if (!isBooked(profile) || other === null) {
    if (!isOwn) return untested('a booking of this run was not found in the list of its own type')
    return strayed === undefined ? confirming(restsOn) : strays(strayed)
  }
  // What is in the lists of two types is in one of them wrongly, whichever type it is of.
  if (!usual.sure && !isOwn && usual.shown === null && strayed !== undefined)
    return untested(
      `the profile does not say of which booking type bookable.standard is, and its booking is in the ${listOf(ofOther)} alone`,
      `write bookable.standard.bookingType: ${type}, and ${toGive}`,
    )
  const foreign = find(ofUsual, other.id)
  const own = foreign === undefined ? holds(ofUsual, standard.id, listed) : strays(foreign)
  const isDoubtful = !usual.sure && own.outcome === 'fail' && (usual.shown !== null || !isOwn)
  const judged = all(
    isDoubtful ? unknownType(usual.shown, ofUsual) : own,
    strayed === undefined ? holds(ofOther, other.id, listed) : strays(strayed),
  )
  return judged.outcome === 'pass' ? confirming(restsOn) : judged
}

/** Its bookings may have a type that the profile does not name, or the list another word for the type they show. */
function unknownType(shown: string | null, walk: Walk): Judgement {
  const known = shown === null ? '' : `, though its booking shows ${JSON.stringify(shown)}`
  return untested(
    `the profile does not say of which booking type bookable.standard is, and the ${listOf(walk)} is not that of its booking${known}`,
    shown === null ? toSay : `write bookable.standard.bookingType: ${shown}, or what the list calls it`,
  )
}

type Walk = readonly Answer[]

function find(walk: Walk, id: string): Entry | undefined {
  return entriesOf(walk).find((entry) => entry.id === id)
}

/** A booking in this walk that is in the list of the usual type, and in none of the other type. */
function strayIn(walk: Walk, ofUsual: Walk, ofOther: Walk): Entry | undefined {
  const [usual, others] = [ofUsual, ofOther].map((each) => new Set(entriesOf(each).map(({ id }) => id)))
  return entriesOf(walk).find(({ id }) => usual?.has(id) === true && others?.has(id) === false)
}

function holds(walk: Walk, own: string, listed: Listed): Judgement {
  const last = walk.at(-1)
  if (find(walk, own) !== undefined) return pass
  if (listed.total === null) return untested('only the beginning of a long list was read, and it was not there')
  // Bookings or cancels of others may have moved it from page to page between two requests.
  if (!isStill(listed))
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

function strays({ answer, pointer, id }: Entry): Judgement {
  return failAt(answer, pointer, {
    message: `The ${listOf([answer])} holds booking ${id}, which is of another`,
    expected: 'bookings of the type asked for',
    received: id,
    restsOn: [restsOn],
  })
}

function listOf(walk: Walk): string {
  return `list of booking type ${JSON.stringify(walk.at(-1)?.exchange.input['bookingType'] ?? null)}`
}

export default suite
