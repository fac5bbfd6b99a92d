import {
  expect,
  holdEndOf,
  isNoMoment,
  momentOf,
  need,
  openSuite,
  pass,
  unknownId,
  untested,
  wasFull,
} from '../vocabulary/index.js'
import type { Answer, Fields, Suite, Trials } from '../vocabulary/index.js'
import { holdFor, minutesHeld as minutes, readBack } from './holdFor.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

export interface Created {
  /** What `noted` was sent with. */
  readonly notes: string
  /** What these begin with. */
  readonly short: string
  readonly plain: Answer
  readonly noted: Answer
  /** The availability checks that named what was reserved. */
  readonly plainChecked: Answer | null
  readonly notedChecked: Answer | null
  /** How many other bookings of this run were on hold when both were refused. */
  readonly besides: number
  /** Only after a refusal: the same availability with notes (for `plain`) and without (for `noted`). */
  readonly plainControl: Answer | null
  readonly notedControl: Answer | null
  /** The reads stand in their order. */
  readonly plainRead: Answer | null
  /** Of an id that no booking has. */
  readonly unknown: Answer | null
  readonly notedRead: Answer | null
  /** `plain`, a hold, cancelled at last; null: not offered. */
  readonly cancelled: Answer | null
}

/** Of twenty letters and digits each: with these, notes have more than 120 characters. */
const more = ['more', 'even more', 'yet more', 'still more', 'the last', 'the very last']

/** Two ordinary reservations, without and with notes, which are read again, and an id that does not exist. */
export const created: Trials<Created> = scenario(
  'reserve',
  async (context) => {
    const { target, marker, offers, random } = context
    const short = marker('notes')
    const { availabilityId, reserved: plain } = await holdFor(context, minutes.plain)
    const plainChecked = context.checked('standard')
    const reserve = (id: string, expirationMinutes: number, fields: Fields = {}): Promise<Answer> =>
      target.reserve({ availabilityId: id, expirationMinutes, ...fields })
    const plainControl = plain.refused ? await reserve(availabilityId, minutes.plain, { notes: short }) : null
    // Long enough to be cut, and with spaces that may be lost; how much of notes a target takes is not shown.
    const long = ` ${[short, ...more.map((each) => marker(`${each} notes`))].join('  ')}`
    const slot = await context.slot()
    const asked = await reserve(slot, minutes.noted, { notes: long })
    // Refused for its notes alone, if the same with short ones is not; else for want of room, which others may have.
    const shorter = asked.refused ? await reserve(slot, minutes.noted, { notes: short }) : null
    const notes = shorter === null || shorter.refused ? long : short
    const held =
      shorter?.refused === true
        ? await holdFor(context, minutes.noted, { notes })
        : { availabilityId: slot, reserved: shorter ?? asked }
    const { availabilityId: other, reserved: noted } = held
    const notedChecked = context.checked('standard')
    const notedControl = noted.refused ? await reserve(other, minutes.noted) : null
    const besides = context.made().filter(({ status }) => status === 'ON_HOLD').length
    const plainRead = await readBack(context, plain)
    const unknown = plainRead === null ? null : await target.get(unknownId(plain.bookingId, random))
    // A read of another booking in between must not leak into this one.
    const notedRead = await readBack(context, noted)
    await readBack(context, plain)
    const reads = { plainRead, unknown, notedRead }
    const cancelled = plain.accepted && offers('cancel') ? await target.cancel(plain.bookingId) : null
    const controls = { plainControl, notedControl, plainChecked, notedChecked }
    return { notes, short, plain, noted, besides, ...controls, ...reads, cancelled }
  },
  { bookings: 2 },
)

check(created, {
  id: 'reserve.creates-a-booking',
  clause: '4.2/reserve-accepted',
  title: 'a reservation with all its fields and a new key creates a booking',
  judge: ({ plain, noted, besides, plainChecked, notedChecked }) => {
    if (plain.accepted || noted.accepted) return pass
    const odd = [plain, noted].find((answer) => !answer.refused)
    if (odd !== undefined) return expect(odd).toBeAccepted()
    if (besides > 0)
      return untested(
        `${besides} other bookings of this run were on hold, and there may have been no room beside them`,
        'give an account that may have more holds',
      )
    const [refused, checked] = plain.refused ? [plain, plainChecked] : [noted, notedChecked]
    return wasFull(checked, refused) ?? expect(refused).toBeAccepted()
  },
})

check(created, {
  id: 'reserve.holds-as-long-as-asked',
  clause: '4.2/hold-as-long-as-asked',
  title: 'the ends that two holds show lie as far apart as the minutes that they were reserved for',
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ plain, noted }) => {
    need(plain)
    need(noted)
    const [early, late] = [holdEndOf(plain), holdEndOf(noted)]
    const odd = [plain, noted].find((held) => isNoMoment(held.read('holdEnd')))
    const isNone = (): boolean => false
    if (odd !== undefined) return expect(odd).field('holdEnd').toSatisfy('a moment of the calendar', isNone)
    if (early === null || late === null)
      return untested('the bookings show no end of the hold', 'declare booking.holdEnd in the profile')
    // Of two reservations, so that it does not matter what time it is at the target.
    const between =
      Number(noted.exchange.input['expirationMinutes']) - Number(plain.exchange.input['expirationMinutes'])
    const apart = momentOf(noted).latest - momentOf(plain).earliest
    const expected = `about ${between} minutes later than that of a hold of ${between} minutes less (request ${plain.n})`
    return expect(noted)
      .field('holdEnd')
      .toSatisfy(
        { expected, about: [plain.n] },
        () => late - early > between - rounding && late - early < between + apart + rounding,
      )
  },
})

/** Minutes by which the end of a hold may be rounded. */
const rounding = 1

export default suite
