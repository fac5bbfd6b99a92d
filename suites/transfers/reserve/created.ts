import {
  allJudged,
  expect,
  failAt,
  holdEndOf,
  inWords,
  isCut,
  isKeptIn,
  isNoMoment,
  momentOf,
  need,
  notApplicable,
  openSuite,
  pass,
  unjudged,
  unknownId,
  unseen,
  untested,
  unusable,
  wants,
  wasFull,
} from '../vocabulary/index.js'
import type { Answer, Fields, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { holdFor, minutesHeld as minutes, readBack } from './holdFor.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

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

check(created, {
  id: 'reserve.notes-are-optional',
  clause: '4.2/notes-optional',
  title: 'reserve without notes is accepted',
  judge: ({ plain, plainControl }) => judgeTaken(plain, 'without notes', plainControl, 'with notes'),
})

check(created, {
  id: 'reserve.takes-notes',
  clause: '4.2/notes-accepted',
  title: 'reserve with notes is accepted',
  needs: ['operations.reserve.notes'],
  judge: ({ noted, notedControl }) => judgeTaken(noted, 'with notes', notedControl, 'without notes'),
})

function judgeTaken(reserved: Answer, how: string, control: Answer | null, otherwise: string): Judgement {
  if (reserved.accepted) return pass
  if (!reserved.refused) return unjudged(reserved)
  if (control?.accepted !== true) return unseen(`${otherwise}, reserve was not accepted either`)
  return expect(reserved).toBeAccepted(`${how}, while ${otherwise} it was`)
}

check(created, {
  id: 'reserve.keeps-long-notes',
  clause: '4.2/long-notes-kept',
  title: 'notes of more than 120 characters are kept to their end, or refused',
  needs: ['operations.reserve.notes'],
  judge: ({ noted, notedRead, notes, short }) => {
    if (noted.profile.booking.notes === null)
      return notApplicable("the profile says that this target's bookings do not carry the notes")
    if (notes === short) return notApplicable('this target refuses notes so long')
    const judged = [noted, notedRead].flatMap((answer) => (answer?.accepted === true ? [whole(answer, notes)] : []))
    return judged.length === 0 ? (unusable(noted) ?? unseen('no answer shows the booking')) : allJudged(...judged)
  },
})

observe(created, {
  id: 'reserve.notes-name',
  clause: '4.3/notes-name',
  observe: ({ noted, notes }, { profile }) => {
    const place = profile.operations.reserve?.fields['notes']
    if (place === undefined || !noted.accepted || !isKeptIn(notes, noted.read('notes'))) return null
    return `${place.in}:${place.in === 'body' ? place.pointer : place.name}, and shown at ${profile.booking.notes ?? ''}`
  },
})

/** Whether notes are whole; those that are no beginning of what was sent are the matter of another check. */
function whole(answer: Answer, notes: string): Judgement {
  const found = answer.read('notes')
  if (isKeptIn(notes, found)) return pass
  if (!isCut(notes, found)) return untested('the booking does not show the notes that were sent')
  return failAt(answer, answer.profile.booking.notes ?? '', {
    message: `of notes of ${notes.length} characters, which reserve took, ${answer.exchange.purpose} shows the first ${inWords(found).length} alone`,
    ...wants.refused(`${JSON.stringify(notes)}, case and spaces aside; or a refusal of notes so long`, {
      const: notes,
    }),
  })
}

export default suite
