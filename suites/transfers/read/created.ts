import { allJudged, expect, openSuite, pass, sameBooking, showsNothing, bookingPointer } from '../vocabulary/index.js'
import type { Answer, Judgement, Suite, BookingField } from '../vocabulary/index.js'
import { created } from '../reserve/created.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(created, {
  id: 'read.own-booking',
  clause: '4.3/get-accepted',
  title: 'get with the id of an own booking answers that booking',
  uses: ['get'],
  judge: ({ noted, notedRead, plain, plainRead }) =>
    allJudged(ownBooking(noted, notedRead), ownBooking(plain, plainRead)),
})

function ownBooking(reserved: Answer, read: Answer | null): Judgement {
  return read?.accepted === false
    ? expect(read).toBeAccepted('though the booking had just been made')
    : sameBooking(reserved, read, ['id'], 'though get was asked for the booking just made')
}

check(created, {
  id: 'read.unknown-id-refused',
  clause: '4.3/get-unknown-id-refused',
  title: 'get of a booking id that does not exist is refused',
  uses: ['get'],
  judge: ({ plainRead, unknown }) =>
    plainRead?.accepted === true && unknown !== null && showsNothing(unknown)
      ? pass
      : expect(unknown).toBeRefused(plainRead, 'though no booking has the id asked for'),
})

/** Where the documents leave the place of a field open, and what stands in the place that the profile names. */
const places: readonly (readonly [BookingField, string])[] = [
  ['id', '2.5/id-field'],
  ['reference', '2.5/reference-field'],
  ['notes', '2.5/notes-field'],
  ['holdEnd', '2.5/hold-end-field'],
  ['total', '2.5/pricing-total-field'],
  ['net', '2.5/pricing-net-field'],
  ['taxes', '2.5/pricing-taxes-field'],
  ['currency', '2.5/pricing-currency-field'],
  ['currencyPrecision', '2.5/pricing-currency-precision-field'],
]

for (const [field, clause] of places) {
  observe(created, {
    id: `booking.place-of-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    clause,
    observe: ({ notedRead: read }, { profile }) => {
      const pointer = bookingPointer(profile, field)
      if (read?.accepted !== true) return null
      return pointer === null ? 'declared as not carried' : `${pointer}: ${kindOf(read.read(field))}`
    },
  })
}

for (const [id, clause, field] of [
  ['booking.other-fields', '2.5/other-fields', null],
  ['booking.shape', '4.3/booking-shape', null],
  ['booking.pricing-other-fields', '2.5/pricing-other-fields', 'pricing'],
] as const)
  observe(created, {
    id,
    clause,
    observe: ({ notedRead: read }) => membersOf(read, field === null ? read?.json : read?.read(field)),
  })

observe(created, {
  id: 'read.path',
  clause: '4.3/get-path',
  observe: ({ notedRead: read }, { profile }) => {
    const operation = profile.operations.get
    return operation === null || read === null
      ? null
      : `${operation.method} ${operation.path}: HTTP ${read?.status ?? 'none'}`
  },
})

function kindOf(value: Answer['json']): string {
  if (value === undefined) return 'nothing there'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `${/^[aio]/.test(typeof value) ? 'an' : 'a'} ${typeof value}`
}

function membersOf(answer: Answer | null, value: Answer['json']): string | null {
  if (answer?.accepted !== true || typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return Object.keys(value).sort().slice(0, 40).join(', ')
}

export default suite
