import type { Exchange } from '../../wire/exchange.js'
import type { Remains } from '../../wire/service.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report, ReportedBooking, TallyResult, TallyRow } from '../../judge/report.js'
import { profileYaml } from '../../profile/recordedProfile.js'
import type { Defect } from '../defects.js'
import { bounded, escaped, type Html } from '../escape.js'
import { anchorOf, badge, code, duration, exchangeLink, mostRows, plural, section, selfLink, table } from './parts.js'
import { remarksOf } from '../words.js'

/** How the target fills what the documents leave open: recorded, never judged. */
export function gapsSection(report: Report): Html {
  const gaps = report.gaps.filter(({ worth }) => worth === undefined)
  const seen = gaps.filter(({ observed }) => observed !== null).length
  return section(
    'gaps',
    'How this target fills what the documents leave open',
    `What the documents do not show cannot be done wrong. These are observations for whoever writes a client: ${seen} of ${gaps.length} gaps showed in this run.`,
    table(
      'Gaps of the documents, the default, and what this target does',
      [{ title: 'Question', head: true }, { title: 'Observed' }, { title: 'Default' }],
      gaps.map((gap) => {
        const anchor = anchorOf('gap', gap.id)
        return {
          id: anchor,
          attributes: escaped` class="item"`,
          cells: [
            escaped`${gap.question} <span class="quiet id"><code>${gap.id}</code> ${selfLink(anchor, `gap ${gap.id}`)}</span>`,
            gap.observed ?? escaped`<span class="quiet">not shown in this run</span>`,
            gap.default,
          ],
        }
      }),
    ),
  )
}

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

/** Rows of the table: a hostile target may answer a new status every time. */
const mostTransitions = 200

export function lifecycleSection({ lifecycle }: Report): Html {
  const name = (status: string): Html => escaped`<code>${bounded(status, 100)}</code>`
  return section(
    'lifecycle',
    'The lifecycle of a booking',
    'The statuses of bookings as this run saw them, and what led from one to another.',
    lifecycle.length === 0
      ? escaped`<p class="none">No booking was seen.</p>`
      : table(
          `${plural(Math.min(lifecycle.length, mostTransitions), 'transition')} seen`,
          [{ title: 'In this status', head: true }, { title: 'Trigger' }, { title: 'Led to' }, { title: 'Seen' }],
          lifecycle
            .slice(0, mostTransitions)
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

const mostBookings = 2000

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
  sorted.slice(0, mostBookings).map((booking) => {
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
)}</details>${bookings.length > mostBookings ? escaped`<p class="note">Only the first ${mostBookings} are shown; all are in report.json.</p>` : ''}`,
  )
}

const order: readonly Remains[] = ['for-good', 'unknown', 'for-now', 'nothing']

function weight(booking: ReportedBooking | undefined): number {
  return booking === undefined ? order.length : order.indexOf(booking.remains)
}

function inWords(fate: string): string {
  return fate.replaceAll('-', ' ')
}

/** Rows of one table. */
const page = 250

/** Every request of the run in its order: tables that are written as the evidence is read. */
export async function* timelineSection(
  exchanges: number,
  defects: readonly Defect[],
  evidence: AsyncIterable<EvidenceLine>,
): AsyncGenerator<Html> {
  const namedBy = namedExchanges(defects)
  const more = exchanges > mostRows
  yield escaped`
<section id="timeline" aria-labelledby="timeline-title">
<h2 id="timeline-title">Requests ${selfLink('timeline', 'Requests')}</h2>
<p class="note">${plural(exchanges, 'request')}. <code>octospec show RUN 12</code> prints one whole, from <code>exchanges.ndjson</code>.</p>
${more ? escaped`<p class="callout">Here are the first ${mostRows.toLocaleString('en')} of ${plural(exchanges, 'exchange')}; all of them are in <code>exchanges.ndjson</code>.</p>` : ''}
${exchanges === 0 ? escaped`<p class="none">No request was recorded.</p>` : ''}
`
  let began: number | undefined
  let rows: Html[] = []
  let first = 1
  for await (const line of evidence) {
    if (line.type !== 'exchange' || line.exchange.n > mostRows) continue
    began ??= line.exchange.startedAt
    if (rows.length === 0) first = line.exchange.n
    rows.push(rowOf(line.exchange, began, namedBy.get(line.exchange.n)))
    if (rows.length < page) continue
    yield pageOf(rows, first)
    rows = []
  }
  if (rows.length > 0) yield pageOf(rows, first)
  yield escaped`</section>`
}

/** A table of requests; the script of the page lays it out when it is opened. */
function pageOf(rows: readonly Html[], first: number): Html {
  const name = `Requests ${first} to ${first + rows.length - 1}`
  return escaped`<details class="page"><summary>${name}<span class="found"></span></summary>
<noscript><div class="scroll" role="region" aria-label="${name}" tabindex="0"><table class="rows"><caption class="hidden">${name}</caption>
<thead><tr><th scope="col">No.</th><th scope="col">At</th><th scope="col">Scenario</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Took</th></tr></thead>
<tbody>
${rows}</tbody></table></div></noscript></details>
`
}

function rowOf(exchange: Exchange, began: number, named: ReadonlySet<number> = new Set()): Html {
  const { n, request, response, failure } = exchange
  const anchor = anchorOf('exchange', n)
  return escaped`<tr class="item" id="${anchor}"><th scope="row"><a href="#${anchor}">${n}</a></th><td>${duration(Math.max(0, exchange.startedAt - began))}</td><td>${exchange.scenario}</td><td>${bounded(request.method, 10)} <code>${bounded(pathOf(request.url), 140)}</code>${exchange.as === 'reseller' ? '' : ` as ${exchange.as}`}</td><td>${response?.status ?? ''}${failure === undefined ? '' : ` ${failure.kind}`}${[...named].map((group) => escaped` <a class="named" href="#${anchorOf('failure', group)}">failure ${group}</a>`)}</td><td>${duration(exchange.durationMs)}</td></tr>
`
}

function namedExchanges(defects: readonly Defect[]): ReadonlyMap<number, ReadonlySet<number>> {
  const named = new Map<number, Set<number>>()
  for (const { number, checks } of defects)
    for (const { exchange } of checks.flatMap(({ findings }) => findings))
      if (exchange !== null) named.set(exchange, (named.get(exchange) ?? new Set()).add(number))
  return named
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]*/i, '') || '/'
}

const longestProfile = 40_000

export function aboutSection(report: Report): Html {
  const { evidence } = report
  return section(
    'about',
    'About this report',
    null,
    escaped`<dl class="facts">
<div><dt>How much</dt><dd>${plural(report.requests, 'request')} in ${duration(report.durationMs)}, ${plural(report.checks.length, 'check')}, ${plural(report.bookings.length, 'booking')}</dd></div>
<div><dt>With</dt><dd>octospec ${report.tool.version}, Node ${report.tool.node}</dd></div>
<div><dt>Against</dt><dd>contract ${report.contract.version}, sha256 <code>${report.contract.sha256.slice(0, 12)}</code></dd></div>
<div><dt>Settings</dt><dd>effort ${report.effort}, seed ${report.seed}${report.strict ? ', strict: a convention that is not followed fails' : ''}</dd></div>
${evidence.sha256 === '' ? '' : escaped`<div><dt>Evidence</dt><dd><code>${evidence.file || 'exchanges.ndjson'}</code>, sha256 <code>${evidence.sha256}</code></dd></div>`}
</dl>
<details class="item"><summary>How to read it</summary>
<dl class="legend">
<div><dt>${badge('pass')}</dt><dd>observed, and as the documents state</dd></div>
<div><dt>${badge('fail')}</dt><dd>a must or derived clause is broken</dd></div>
<div><dt>${badge('warn')}</dt><dd>a convention is not followed; the documents do not ask for it</dd></div>
<div><dt>${badge('untested')}</dt><dd>could have been observed but was not; the reason and a remedy are given</dd></div>
<div><dt>${badge('not-applicable')}</dt><dd>belongs to an optional operation that this target does not offer</dd></div>
<div><dt>${badge('unobservable')}</dt><dd>no client can observe it; it never counts</dd></div>
<div><dt>${badge('waived')}</dt><dd>a known failure, accepted in the profile until a day</dd></div>
<div><dt>${badge('error')}</dt><dd>octospec itself broke; this says nothing about the target</dd></div>
</dl></details>
<details class="item"><summary>The profile of this run, as a file</summary><p class="quiet">What it said of the target beyond the defaults. Secrets are variables of the environment.</p>
${code(profileYaml(report.profile), longestProfile)}</details>
<p class="note"><code>octospec verify</code> judges the evidence again, offline. Text from the target is shown with control and direction characters as <code>\\uXXXX</code>, and long values are cut; the evidence has all of them.</p>`,
  )
}
