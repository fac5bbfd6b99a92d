import type { Report } from '../../judge/report.js'
import { remarksOf } from '../words.js'
import { bounded, escaped, type Html } from './escaped.js'
import { exchangeLink, plural, section, table } from './parts.js'

/** What had to be inferred, and may be wrong: never judged. */
export function worthSection(report: Report): Html {
  const remarks = remarksOf(report)
  return section(
    'worth',
    'Worth a look',
    'Octospec had to guess here, so nothing of it is judged. It counts in no verdict. Look at the values, and see whether they are meant.',
    remarks.length === 0
      ? escaped`<p class="none">Nothing was seen.</p>`
      : table(
          `${plural(remarks.length, 'remark')} on what may be wrong`,
          [{ title: 'Seen', head: true }, { title: 'Where' }, { title: 'What the documents leave open' }],
          remarks.map(({ message, exchange, pointer, question }) => ({
            cells: [
              bounded(message, 500),
              escaped`${exchange === null ? 'no exchange' : exchangeLink(exchange)}${pointer === null || pointer === '' ? '' : escaped` <code>${bounded(pointer, 200)}</code>`}`,
              question,
            ],
          })),
        ),
  )
}
