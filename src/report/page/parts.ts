import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Contract } from '../../contract/contract.js'
import type { ClauseResult } from '../../judge/report.js'
import { specFile } from '../../contract/specFile.js'
import { type Content, escaped, type Html, lines, ours } from '../escape.js'

type Anchored = 'check' | 'clause' | 'failure' | 'gap' | 'exchange' | 'booking' | 'chapter'

/**
 * The id of an item in `report.escaped`, for `report.html#...`: `check-reserve.starts-on-hold`, `clause-4.2_new-booking-on-hold`,
 * `exchange-12`. Stable: other reports and badges link to it.
 */
export function anchorOf(kind: Anchored, id: string | number): string {
  return `${kind}-${String(id)
    .replaceAll('/', '_')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 200)}`
}

export function chaptersOf({
  sections,
}: Pick<Contract, 'sections'>): readonly { readonly number: string; readonly title: string }[] {
  return Object.entries(sections)
    .filter(([number]) => !number.includes('.'))
    .map(([number, title]) => ({ number, title }))
}

/** The chapter of a section or clause id: `4` for `4.2` and for `4.2/name-of-a-clause`. */
export function chapterOf(section: string): string {
  return /^\d+/.exec(section)?.[0] ?? ''
}

/** `section 4.2, Title of the section`. */
export function sectionTitle({ sections }: Pick<Contract, 'sections'>, section: string): string {
  const title = sections[section] ?? sections[chapterOf(section)]
  return title === undefined ? `section ${section}` : `section ${section}, ${title}`
}

/** The outcomes that an item may carry in the report, each with its word. */
export const outcomeWords: Readonly<Record<ClauseResult['outcome'] | 'waived', string>> = {
  fail: 'fails',
  error: 'octospec error',
  warn: 'warns',
  waived: 'waived',
  untested: 'not verified',
  pass: 'passes',
  'not-applicable': 'not applicable',
  unobservable: 'not observable',
  'not-selected': 'not selected',
}
export type Shown = keyof typeof outcomeWords

/** The outcome in a word, with a mark of its own: never by colour alone. */
export function badge(outcome: Shown): Html {
  return escaped`<span class="badge o-${outcome}">${outcomeWords[outcome]}</span>`
}

export function selfLink(anchor: string, name: string): Html {
  return escaped`<a class="anchor" href="#${anchor}" aria-label="Link to ${name}">#</a>`
}

/** Exchanges that the timeline lists, by number; a browser opens so many at once. */
export const mostRows = 5000

/** The number of an exchange, linked to its row in the timeline where it has one. */
export function exchangeLink(n: number): Html {
  return n <= mostRows ? escaped`<a href="#${anchorOf('exchange', n)}">exchange ${n}</a>` : escaped`exchange ${n}`
}

/** `3 checks`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** `1.2 s`, `340 ms`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

/** `21 November 2026 at 03:32 UTC` */
export function dateOf(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

/** A text to be copied as it is; the script puts a button beside it. */
export function code(text: string, most: number): Html {
  return escaped`<div class="code"><pre class="command" tabindex="0">${lines(text, most)}</pre></div>`
}

export function section(id: string, title: string, note: Content, body: Content): Html {
  return escaped` <section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title} ${selfLink(id, title)}</h2>
    ${note === null ? '' : escaped`<p class="note">${note}</p>`} ${body}
  </section>`
}

interface Column {
  readonly title: string
  readonly head?: true
}
interface Row {
  readonly id?: string
  readonly attributes?: Html
  readonly cells: readonly Content[]
}

/**
 * A table that becomes a list of labelled blocks on a narrow screen; the roles keep it a table to a screen reader then.
 */
export function table(caption: string, columns: readonly Column[], rows: readonly Row[]): Html {
  return escaped`<table class="stack" role="table">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ title }) => escaped`<th scope="col" role="columnheader">${title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          escaped`<tr role="row" ${row.id === undefined ? '' : escaped` id="${row.id}"`}${row.attributes ?? ours('')}>
            ${row.cells.map((cell, at) => {
              const column = columns[at]
              return column?.head === true
                ? escaped`<th scope="row" role="rowheader" data-label="${column.title}">${cell}</th>`
                : escaped`<td role="cell" data-label="${column?.title ?? ''}">${cell}</td>`
            })}
          </tr> `,
      )}
    </tbody>
  </table>`
}

/** Cards of one section that paper has room for; the style sheet hides the others there. */
const mostPrinted = 6

/** Under the cards of a section, on paper alone: that there are more of them. */
export function printedNote(count: number): Html {
  return count > mostPrinted
    ? escaped`<p class="printed">Printed are the first ${mostPrinted} of ${count}; the file has all of them.</p>`
    : escaped``
}

/** A file of `spec/report/`, which the pages are made of; it is ours. */
export function pageFile(name: 'page.css' | 'page.js'): string {
  return readFileSync(specFile(`report/${name}`), 'utf8')
}

export interface PageHead {
  readonly title: string
  /** By this a page is known to be one of octospec's, which the next one may replace. */
  readonly generator?: string
  /** Styles beside those of every page. */
  readonly styles?: string
  /** The one script that may run. */
  readonly script?: string
}

/** The head of a page that loads nothing: its policy allows its own styles and its own script alone. */
export function pageHead({ title, generator, styles = '', script }: PageHead): Html {
  const css = `${pageFile('page.css')}${styles}`
  const scripts = script === undefined ? '' : ` script-src '${hashOf(script)}';`
  const policy = `default-src 'none'; style-src '${hashOf(css)}';${scripts} base-uri 'none'; form-action 'none'`
  return escaped`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generator === undefined ? '' : escaped`<meta name="generator" content="${generator}">\n`}<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${ours(css)}</style>
</head>
<body>
`
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** A page without a script. */
export function staticPage(head: PageHead, body: Html): string {
  return String(escaped`${pageHead(head)}${body}
</body>
</html>
`)
}
