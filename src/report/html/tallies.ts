import type { Report, TallyResult, TallyRow } from '../../judge/report.js'
import { bounded, escaped, type Html } from './escaped.js'
import { exchangeLink, plural, section, table } from './parts.js'

export function talliesSections({ tallies = [] }: Report): readonly Html[] {
  return tallies.map(tallySection)
}

function tallySection({ id, title, note, words, numbers, rows }: TallyResult): Html {
  const body =
    rows.length === 0
      ? escaped`<p>Nothing of it was seen.</p>`
      : table(
          title,
          [
            ...words.map((head, at) => ({ title: head, ...(at === 0 && { head: true as const }) })),
            ...numbers.map((head) => ({ title: head })),
            { title: 'Seen' },
          ],
          rows.map((row) => ({
            cells: [
              ...row.words.map((word) => bounded(word, 100)),
              ...row.numbers.map(range),
              escaped`${plural(row.times, 'time')}, first in ${exchangeLink(row.exchange)}`,
            ],
          })),
        )
  return section(id, title, note, body)
}

function range(numbers: TallyRow['numbers'][number]): string {
  if (numbers === null) return 'not shown'
  const { least, most } = numbers
  return least === most ? String(least) : `${least} to ${most}`
}
