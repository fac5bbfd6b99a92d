import type { Report } from '../../judge/report.js'
import { bounded, escaped, type Html } from './escaped.js'
import { plural, section, table } from './parts.js'

/** Rows of the table: a hostile target may answer a new status every time. */
const most = 200

export function lifecycleSection({ lifecycle }: Report): Html {
  const name = (status: string): Html => escaped`<code>${bounded(status, 100)}</code>`
  return section(
    'lifecycle',
    'The lifecycle of a booking',
    'The statuses of bookings as this run saw them, and what led from one to another.',
    lifecycle.length === 0
      ? escaped`<p class="none">No booking was seen.</p>`
      : table(
          `${plural(Math.min(lifecycle.length, most), 'transition')} seen`,
          [{ title: 'In this status', head: true }, { title: 'Trigger' }, { title: 'Led to' }, { title: 'Seen' }],
          lifecycle
            .slice(0, most)
            .map(({ from, trigger, to, times }) => ({
              cells: [
                from === null ? 'no booking' : name(from),
                trigger,
                to === null ? 'refused' : to === from ? 'no change' : name(to),
                plural(times, 'time'),
              ],
            })),
        ),
  )
}
