import type { BookingFate } from '../../evidence/bookingFate.js'
import type { Report } from '../../judge/report.js'
import { anchorOf } from './anchorOf.js'
import { bounded, escaped, type Html } from './escaped.js'
import { exchangeLink, plural, section, selfLink, table } from './parts.js'

const most = 2000

const fates: Readonly<Record<BookingFate['fate'], string>> = {
  cancelled: 'cancelled again',
  expired: 'ran out',
  'on-hold': 'still on hold',
  left: 'left behind',
  unknown: 'unknown',
}

/** Every booking that the run made, and what became of it. */
export function bookingsSection(report: Report): Html {
  const { bookings } = report
  const counts = Object.entries(fates).flatMap(([fate, words]) => {
    const count = bookings.filter((booking) => booking.fate === fate).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  if (bookings.length === 0)
    return section('bookings', 'Bookings', null, escaped`<p class="none">The run made no booking.</p>`)
  // Those that somebody has to look after come first.
  const sorted = bookings.toSorted((a, b) => weight(a) - weight(b))
  return section(
    'bookings',
    'Bookings',
    `The run made ${plural(bookings.length, 'booking')}: ${counts.join(', ')}.`,
    escaped`<details${bookings.length <= 12 || weight(sorted[0]) < 3 ? escaped` open` : ''}><summary>${plural(bookings.length, 'booking')}</summary>
${table(
  'Bookings made, and what became of them',
  [{ title: 'Booking', head: true }, { title: 'What became of it' }, { title: 'Last status' }, { title: 'Made by' }],
  sorted.slice(0, most).map((booking) => {
    const anchor = anchorOf('booking', booking.exchange)
    return {
      id: anchor,
      attributes: escaped` class="item"`,
      cells: [
        escaped`<code>${booking.id === null ? 'id not known' : bounded(booking.id, 100)}</code> ${selfLink(anchor, `the booking of exchange ${booking.exchange}`)}${booking.id === null && booking.key !== null ? escaped`<br><span class="quiet">idempotency key ${bounded(booking.key, 100)}</span>` : ''}`,
        escaped`<span class="fate f-${booking.fate}">${fates[booking.fate]}</span>${booking.note === undefined ? '' : escaped`<br><span class="quiet">${booking.note}</span>`}`,
        booking.status === null ? 'not known' : escaped`<code>${bounded(booking.status, 60)}</code>`,
        escaped`${booking.scenario}, ${exchangeLink(booking.exchange)}${booking.as === 'reseller' ? '' : ` (${booking.as})`}`,
      ],
    }
  }),
)}</details>${bookings.length > most ? escaped`<p class="note">Only the first ${most} are shown; all are in report.json.</p>` : ''}`,
  )
}

function weight(booking: BookingFate | undefined): number {
  if (booking?.fate === 'left') return 0
  if (booking?.fate === 'unknown') return 1
  return booking?.fate === 'on-hold' ? 2 : 3
}
