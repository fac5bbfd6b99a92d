import type { Exchange } from '../../wire/exchange.js'
import type { Remains } from '../../wire/service.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import type { Report, TallyResult, TallyRow } from '../../judge/report.js'
import { profileYaml } from '../../profile/recordedProfile.js'
import { duration, plural, words } from '../../words.js'
import type { Defect } from '../defects.js'
import { bounded, type Content, escaped, type Html } from '../escape.js'
import { remarksOf } from '../unverified.js'
import { pathOf } from './exchange.js'
import {
  anchorOf,
  badge,
  code,
  exchangeLink,
  fold,
  heads,
  mostRows,
  scroll,
  section,
  selfLink,
  table,
} from './parts.js'

/** Rows of the tables: a hostile target may answer a new status every time. */
const mostTransitions = 200
const mostBookings = 2000
/** Requests in one table of the timeline. */
const page = 250
const longestProfile = 40_000

/** What had to be inferred, and may be wrong: never judged. */
export function worthSection(report: Report): Html {
  const remarks = remarksOf(report)
  const rows = remarks.map(({ message, exchange, pointer, question }) => ({
    cells: [
      bounded(message, 500),
      escaped`${exchange === null ? 'no request' : exchangeLink(exchange)}${pointer === null || pointer === '' ? '' : escaped` <code>${bounded(pointer, 200)}</code>`}`,
      question,
    ],
  }))
  const caption = `${plural(remarks.length, 'remark')} on what may be wrong`
  return section(
    'worth',
    'Worth a look',
    words.page.worth,
    remarks.length === 0
      ? none(words.page.nothingSeen)
      : table(caption, ['Seen', 'Where', 'What the documents leave open'], rows),
  )
}

function none(text: string): Html {
  return escaped`<p class="none">${text}</p>`
}

/** How the target fills what the documents leave open: recorded, never judged. */
export function gapsSection(report: Report): Html {
  const gaps = report.gaps.filter(({ worth }) => worth === undefined)
  const seen = gaps.filter(({ observed }) => observed !== null).length
  const rows = gaps.map(({ id, question, observed, default: usual }) => {
    const anchor = anchorOf('gap', id)
    return {
      id: anchor,
      cells: [
        escaped`${question} <span class="quiet id"><code>${id}</code> ${selfLink(anchor, `gap ${id}`)}</span>`,
        observed ?? escaped`<span class="quiet">not shown in this run</span>`,
        usual,
      ],
    }
  })
  return section(
    'gaps',
    'How this target fills what the documents leave open',
    words.page.gaps(seen, gaps.length),
    table('Gaps of the documents, the default, and what this target does', ['Question', 'Observed', 'Default'], rows),
  )
}

export function tallySection({ id, title, note, words: named, numbers, rows }: TallyResult): Html {
  const cells = (row: TallyRow): readonly Content[] => [
    ...row.words.map((word) => bounded(word, 100)),
    ...row.numbers.map(range),
    escaped`${plural(row.times, 'time')}, first in ${exchangeLink(row.exchange)}`,
  ]
  return section(
    id,
    title,
    note,
    rows.length === 0
      ? none(words.page.nothingSeen)
      : table(
          title,
          [...named, ...numbers, 'Seen'],
          rows.map((row) => ({ cells: cells(row) })),
        ),
  )
}

function range(numbers: TallyRow['numbers'][number]): string {
  if (numbers === null) return 'not shown'
  const { least, most } = numbers
  return least === most ? String(least) : `${least} to ${most}`
}

export function lifecycleSection({ lifecycle }: Report): Html {
  const name = (status: string): Html => escaped`<code>${bounded(status, 100)}</code>`
  const rows = lifecycle
    .slice(0, mostTransitions)
    .map(({ from, trigger, to, times }) => ({
      cells: [
        from === null ? 'no booking' : name(from),
        trigger,
        to === null ? 'refused' : to === from ? 'no change' : name(to),
        plural(times, 'time'),
      ],
    }))
  return section(
    'lifecycle',
    'The lifecycle of a booking',
    words.page.lifecycle,
    rows.length === 0
      ? none('No booking was seen.')
      : table(`${plural(rows.length, 'transition')} seen`, ['In this status', 'Trigger', 'Led to', 'Seen'], rows),
  )
}

const order: readonly Remains[] = ['for-good', 'unknown', 'for-now', 'nothing']

export function bookingsSection({ bookings }: Report): Html {
  if (bookings.length === 0) return section('bookings', 'Bookings', null, none(words.page.noBookings))
  const inWords = (fate: string): string => fate.replaceAll('-', ' ')
  // Those that somebody has to look after come first.
  const sorted = bookings.toSorted((a, b) => order.indexOf(a.remains) - order.indexOf(b.remains))
  const fates = [...new Set(sorted.map(({ fate }) => fate).reverse())]
  const counts = fates.map((fate) => `${bookings.filter((booking) => booking.fate === fate).length} ${inWords(fate)}`)
  const rows = sorted.slice(0, mostBookings).map(({ id, key, exchange, remains, fate, note, status, scenario, as }) => {
    const anchor = anchorOf('booking', exchange)
    return {
      id: anchor,
      cells: [
        escaped`<code>${id === null ? 'id not known' : bounded(id, 100)}</code> ${selfLink(anchor, `the booking of request ${exchange}`)}${id === null && key !== null ? escaped`<br><span class="quiet">idempotency key ${bounded(key, 100)}</span>` : ''}`,
        escaped`<span class="fate f-${remains}">${bounded(inWords(fate), 40)}</span>${note === undefined ? '' : escaped`<br><span class="quiet">${note}</span>`}`,
        status === null ? 'not known' : escaped`<code>${bounded(status, 60)}</code>`,
        escaped`${scenario}, ${exchangeLink(exchange)}${as === 'reseller' ? '' : ` (${as})`}`,
      ],
    }
  })
  const caption = 'Bookings made, and what became of them'
  const all = fold(
    plural(bookings.length, 'booking'),
    table(caption, ['Booking', 'What became of it', 'Last status', 'Made by'], rows),
    { open: bookings.length <= 12 || sorted[0]?.remains !== 'nothing' },
  )
  return section('bookings', 'Bookings', words.page.bookings(bookings.length, counts.join(', ')), [
    all,
    bookings.length > mostBookings && escaped`<p class="note">${words.page.firstShown(mostBookings)}</p>`,
  ])
}

/** Every request of the run in its order: tables that are written as the evidence is read. */
export async function* timelineSection(
  exchanges: number,
  defects: readonly Defect[],
  evidence: AsyncIterable<EvidenceLine>,
): AsyncGenerator<Html> {
  const namedBy = namedExchanges(defects)
  yield escaped`
<section id="timeline" aria-labelledby="timeline-title">
<h2 id="timeline-title">Requests ${selfLink('timeline', 'Requests')}</h2>
<p class="note">${words.page.requests(exchanges)} <code>octospec show RUN 12</code></p>
${exchanges > mostRows ? escaped`<p class="callout">${words.page.firstRequests(mostRows, exchanges)}</p>` : ''}
${exchanges === 0 ? none(words.page.noRequests) : ''}
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
  const whole = escaped`<table class="rows"><caption class="hidden">${name}</caption>
${heads(['No.', 'At', 'Scenario', 'Request', 'Answer', 'Took'])}
<tbody>
${rows}</tbody></table>`
  return escaped`<details class="page"><summary>${name}<span class="found"></span></summary>
<noscript>${scroll(name, whole)}</noscript></details>
`
}

function rowOf(exchange: Exchange, began: number, named: ReadonlySet<number> = new Set()): Html {
  const { n, request, response, failure, scenario, as } = exchange
  const anchor = anchorOf('exchange', n)
  const failures = [...named].map(
    (group) => escaped` <a class="named" href="#${anchorOf('failure', group)}">failure ${group}</a>`,
  )
  return escaped`<tr class="item" id="${anchor}"><th scope="row"><a href="#${anchor}">${n}</a></th><td>${duration(Math.max(0, exchange.startedAt - began))}</td><td>${scenario}</td><td>${bounded(request.method, 10)} <code>${bounded(pathOf(exchange), 140)}</code>${as === 'reseller' ? '' : ` as ${as}`}</td><td>${response?.status ?? ''}${failure === undefined ? '' : ` ${failure.kind}`}${failures}</td><td>${duration(exchange.durationMs)}</td></tr>
`
}

function namedExchanges(defects: readonly Defect[]): ReadonlyMap<number, ReadonlySet<number>> {
  const named = new Map<number, Set<number>>()
  for (const { number, checks } of defects)
    for (const { exchange } of checks.flatMap(({ findings }) => findings))
      if (exchange !== null) named.set(exchange, (named.get(exchange) ?? new Set()).add(number))
  return named
}

export function aboutSection(report: Report): Html {
  const { evidence, requests, durationMs, checks, bookings, tool, contract, effort, seed, strict } = report
  const facts: readonly (readonly [name: string, value: Content])[] = [
    [
      'How much',
      `${plural(requests, 'request')} in ${duration(durationMs)}, ${plural(checks.length, 'check')}, ${plural(bookings.length, 'booking')}`,
    ],
    ['With', `octospec ${tool.version}, Node ${tool.node}`],
    ['Against', escaped`contract ${contract.version}, sha256 <code>${contract.sha256.slice(0, 12)}</code>`],
    ['Settings', `effort ${effort}, seed ${seed}${strict ? ', strict: a convention that is not followed fails' : ''}`],
    ...(evidence.sha256 === ''
      ? []
      : ([
          [
            'Evidence',
            escaped`<code>${evidence.file || 'exchanges.ndjson'}</code>, sha256 <code>${evidence.sha256}</code>`,
          ],
        ] as const)),
  ]
  const defined = (name: Content, value: Content): Html => escaped`<div><dt>${name}</dt><dd>${value}</dd></div>\n`
  // The keys of our own table.
  const outcomes = Object.keys(words.legend) as readonly (keyof typeof words.legend)[]
  const legend = outcomes.map((outcome) => defined(badge(outcome), words.legend[outcome]))
  return section(
    'about',
    'About this report',
    null,
    escaped`<dl class="facts">
${facts.map(([name, value]) => defined(name, value))}</dl>
<details class="item"><summary>How to read it</summary><dl class="legend">${legend}</dl></details>
<details class="item"><summary>The profile of this run, as a file</summary><p class="quiet">${words.page.profile}</p>
${code(profileYaml(report.profile), longestProfile)}</details>
<p class="note">${words.page.verify}</p>`,
  )
}
