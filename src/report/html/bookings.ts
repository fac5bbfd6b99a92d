import type { Remains } from '../../client/service.js'
import type { Report, ReportedBooking } from '../../judge/report.js'
import { anchorOf, exchangeLink, plural, section, selfLink, table } from './parts.js'
import { bounded, escaped, type Html } from './escaped.js'

const most = 2000

export function bookingsSection(report: Report): Html {
  const { bookings } = report
  // Those that somebody has to look after come first.
  const sorted = bookings.toSorted((a, b) => weight(a) - weight(b))
  const fates = [...new Set(sorted.map(({ fate }) => fate).reverse())]
  const counts = fates.map((fate) => `${bookings.filter((booking) => booking.fate === fate).length} ${inWords(fate)}`)
  if (bookings.length === 0)
    return section('bookings', 'Bookings', null, escaped`<p class="none">The run made no booking.</p>`)
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
        escaped`<span class="fate f-${booking.remains}">${bounded(inWords(booking.fate), 40)}</span>${booking.note === undefined ? '' : escaped`<br><span class="quiet">${booking.note}</span>`}`,
        booking.status === null ? 'not known' : escaped`<code>${bounded(booking.status, 60)}</code>`,
        escaped`${booking.scenario}, ${exchangeLink(booking.exchange)}${booking.as === 'reseller' ? '' : ` (${booking.as})`}`,
      ],
    }
  }),
)}</details>${bookings.length > most ? escaped`<p class="note">Only the first ${most} are shown; all are in report.json.</p>` : ''}`,
  )
}

const order: readonly Remains[] = ['for-good', 'unknown', 'for-now', 'nothing']

function weight(booking: ReportedBooking | undefined): number {
  return booking === undefined ? order.length : order.indexOf(booking.remains)
}

function inWords(fate: string): string {
  return fate.replaceAll('-', ' ')
}
