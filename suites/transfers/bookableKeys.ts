import { entries, number, optional, payload, payloads, text, texts, type Key } from '../../src/suite/index.js'
import type { TransferProfile } from './transferProfile.js'

const cutOffMinutes = number(
  'As closing: for how many minutes after an availability check what it offers can still be cancelled, to the minute.',
  { type: 'integer', minimum: 10, maximum: 10_080, examples: [45] },
)
const cutOffAt = text(
  'As closing and late: JSON Pointer, inside an item of the availability check, or else inside the booking, to the UTC time at which its cancellation window closes. Each availability may have its own, and cutOffMinutes need not be reckoned.',
  { examples: ['/utcCancellableUntil'] },
  'pointer',
)
const cutOffBefore = number(
  'As closing and late, beside cutOffAt: how many minutes before the time at cutOffAt the window closes, where that is the time at which it starts.',
  { type: 'integer', minimum: 0, maximum: 525_600, examples: [1440] },
)
const places = number(
  'As exclusive: how many bookings one availability takes at a time. octospec fills each that it uses up with holds of its own, so that one place is left; nobody else should book there meanwhile.',
  { type: 'integer', minimum: 1, maximum: 5, examples: [3] },
)

const members = {
  productId: text('Product id.'),
  optionId: text('Option id.'),
  defaultCurrency: optional(
    text(
      'Currency that applies when a reservation names none (4.2). Without it that clause stays untested for bookings.',
      { examples: ['EUR'], compared: true },
    ),
  ),
  currencies: optional(
    texts('Every currency that it is sold in, where these are others than USD, EUR and GBP.', {
      examples: [['JPY', 'USD']],
      compared: true,
    }),
  ),
  bookingType: optional(
    text(
      'As other and standard: how the booking type of the list calls their bookings. Without it, the standard one is of the type that its bookings show where those of the other show theirs, or else of operations.list.values.product; what rests on that alone is untested where it does not come true.',
      { examples: ['Rental'], compared: true },
    ),
  ),
  availability: optional(
    payloads(
      'Extra body members of the availability check of this bookable; or a list of them, each for a check of its own: where one check tells of one day only. {today+30..60} in one makes a check for each of these days. One that is refused is left out.',
    ),
  ),
  reserve: optional(payload('Extra body members of a reservation of this bookable.')),
  cutOffMinutes: optional(cutOffMinutes),
  cutOffAt: optional(cutOffAt),
  cutOffBefore: optional(cutOffBefore),
  places: optional(places),
}

/** What a profile says under `bookable`. */
export const bookables: Key<TransferProfile['bookable']> = entries(
  'What octospec may book on this target.',
  {
    standard: { has: 'one', about: 'what can be booked, confirmed, updated and cancelled.' },
    late: {
      has: 'many',
      was: 'lateStart',
      about:
        'what has passed its cancellation window when it is booked, or can never be cancelled, so that it is never cancellable.',
    },
    closing: {
      has: 'many',
      was: 'soon',
      about:
        'what can be cancelled when it is booked, but only for the minutes of cutOffMinutes, or until the time at cutOffAt: with time that passes, the window is seen to close; one for each policy and time zone.',
    },
    soldOut: { has: 'maybe', about: 'something of which the availability check names what is sold out.' },
    other: {
      has: 'many',
      about:
        'another product than the standard one, or another option of it, in another currency or of another booking type where there is such a one.',
    },
    exclusive: {
      has: 'maybe',
      about:
        'something of which one availability takes one booking at a time, or as many as places says, where the standard one has room for more.',
    },
  },
  members,
)
