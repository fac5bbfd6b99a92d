import {
  all,
  confirming,
  fail,
  failAt,
  openSuite,
  otherOf,
  pass,
  untested,
  unusable,
  type Answer,
  type JudgeContext,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { asked, entriesOf } from './items.js'
import { pages, type Paged } from './pages.js'

const suite: Suite = openSuite()
const { check } = suite

check(pages, {
  id: 'list.booking-type-returned',
  clause: '4.3/list-booking-type-returned',
  title: 'a list of one booking type holds the bookings of that type, and none of another',
  needs: ['other'],
  judge: judgeTypes,
})

check(pages, {
  id: 'list.booking-type-kept-when-sorted',
  clause: '4.3/list-booking-type-returned',
  title: 'a list of one booking type holds no bookings of another either when it is sorted by price',
  needs: ['other'],
  judge: ({ confirmed, typed, whole, before }) => {
    const { sorted = null, other = [] } = typed ?? {}
    if (!sorted?.accepted || !whole || !isWholeWalk(other, before))
      return unusable(sorted) ?? untested('no whole list of another booking type was read, and one that is sorted')
    const ofType = new Set(idsOfAll(other))
    // Bookings of others may come and go meanwhile.
    const ours = new Set(confirmed.map(({ id }) => id))
    const strayed = entriesOf([sorted]).find(({ id }) => ours.has(id) && !ofType.has(id))
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

/** `bookable.other` is of another booking type than what else was booked: each is in the list of its own type alone. */
export function judgeTypes(
  { confirmed, other, typed, whole }: Pick<Paged, 'confirmed' | 'other' | 'typed' | 'whole'>,
  { profile }: Pick<JudgeContext, 'profile'>,
): Judgement {
  const type = otherOf(profile)?.bookingType
  if (type === undefined)
    return untested('the profile names nothing of another booking type', 'give bookable.other, with its bookingType')
  if (type === profile.operations.list?.values.product)
    return untested(
      'bookable.other is of the type of all else',
      'give bookable.other something of another booking type',
    )
  const [standard] = confirmed
  if (other === null || standard === undefined) return untested('bookable.other could not be booked and confirmed')
  if (typed === null) return untested('the profile has no place for the booking type', `declare ${restsOn}`)
  // A page beyond the last of a short list may be refused, but the first never is.
  const needed = [...typed.product, ...typed.other].filter((page) => asked(page, 'page') === 1 || !page.refused)
  const cannot = needed.map((page) => unusable(page)).find((each) => each !== null)
  if (cannot) return cannot
  const [ofStandard, ofOther] = [typed.product, typed.other].map((walk) => entriesOf(walk))
  const judged = all(
    onlyIn(typed.product, ofStandard, standard.id, other.id, whole),
    onlyIn(typed.other, ofOther, other.id, standard.id, whole),
  )
  return judged.outcome === 'pass' ? confirming(restsOn) : judged
}

const restsOn = 'operations.list.bookingType'

function onlyIn(
  walk: readonly Answer[],
  entries: ReturnType<typeof entriesOf> = [],
  own: string,
  foreign: string,
  whole: boolean,
): Judgement {
  const last = walk.at(-1)
  const strayed = entries.find(({ id }) => id === foreign)
  const type = `booking type ${JSON.stringify(last?.exchange.input['bookingType'] ?? null)}`
  if (strayed !== undefined)
    return failAt(strayed.answer, strayed.pointer, {
      message: `The list of ${type} holds booking ${foreign}, which is of another`,
      expected: 'bookings of the type asked for',
      received: foreign,
      restsOn: [restsOn],
    })
  if (entries.some(({ id }) => id === own)) return confirming(restsOn)
  if (!whole) return untested('only the beginning of a long list was read, and it was not there')
  return fail({
    message: `The list of ${type} lacks booking ${own}, which is of that type`,
    expected: 'bookings of the type asked for',
    received: null,
    exchange: last?.n ?? null,
    pointer: last?.itemsPointer ?? null,
    restsOn: [restsOn],
  })
}

export default suite
