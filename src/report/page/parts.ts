import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Contract } from '../../contract/contract.js'
import { specFile } from '../../contract/specFile.js'
import type { Verdict } from '../../judge/report.js'
import { words } from '../../words.js'
import { changesSince } from '../checkText.js'
import { type Content, escaped, type Html, lines, ours } from '../escape.js'

type Anchored = 'check' | 'clause' | 'failure' | 'gap' | 'exchange' | 'booking' | 'chapter'

/**
 * The id of an item for `report.html#...`: `check-reserve.starts-on-hold`, `clause-4.2_new-booking-on-hold`,
 * `exchange-12`. It is stable: other reports and badges link to it.
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

/** The outcomes that an item may carry in the report. */
export type Shown = keyof typeof words.outcome

/** The outcome in a word, with a mark of its own: never by colour alone. */
export function badge(outcome: Shown): Html {
  return escaped`<span class="badge o-${outcome}">${words.outcome[outcome]}</span>`
}

/** How a verdict is shown beside others, the worst first. */
export const verdictMarks: Readonly<Record<Verdict, readonly [kind: Shown, sign: string]>> = {
  fails: ['fail', '✕'],
  'suite-error': ['error', '‼'],
  aborted: ['warn', '!'],
  unverified: ['untested', '?'],
  conforms: ['pass', '✓'],
}

/** Puts the worst verdict first. */
export function byVerdict(a: { readonly verdict: Verdict }, b: { readonly verdict: Verdict }): number {
  const order = Object.keys(verdictMarks)
  return order.indexOf(a.verdict) - order.indexOf(b.verdict)
}

/** @param ending the verdict as people read it */
export function verdictBadge(verdict: Verdict, ending: string = verdict): Html {
  return escaped`<span class="badge o-${ending === verdict ? verdictMarks[verdict][0] : 'untested'}">${ending}</span>`
}

/** Ids that one cell names. */
const mostNamed = 3

/** What changed from one run to the next, in a cell. */
export function changesCell(since: Parameters<typeof changesSince>[0]): Html {
  const told = changesSince(since)
  return told.length === 0
    ? escaped`nothing`
    : escaped`${told.map(([what, ids]) => escaped`<div><b>${what}:</b> ${some(ids, mostNamed)}</div>`)}`
}

export function selfLink(anchor: string, name: string): Html {
  return escaped`<a class="anchor" href="#${anchor}" aria-label="Link to ${name}">#</a>`
}

/** Requests that the timeline lists, by number; a browser opens so many at once. */
export const mostRows = 5000

/** The number of a request, linked to its row in the timeline where it has one. */
export function exchangeLink(n: number): Html {
  return n <= mostRows ? escaped`<a href="#${anchorOf('exchange', n)}">request ${n}</a>` : escaped`request ${n}`
}

/** The items of a list. */
export function list(items: readonly Content[]): readonly Html[] {
  return items.map((item) => escaped`<li>${item}</li>`)
}

/** The first of many, and how many more there are. */
export function some(all: readonly Content[], most: number, between = ', '): Html {
  const shown = all.slice(0, most).map((each, at) => escaped`${at > 0 ? between : ''}${each}`)
  return escaped`${shown}${all.length > most ? `${between}and ${all.length - most} more` : ''}`
}

/** A text to be copied as it is; the script puts a button beside it. */
export function code(text: string, most: number): Html {
  return escaped`<div class="code"><pre class="command" tabindex="0">${lines(text, most)}</pre></div>`
}

/** What folds away under its summary. */
export function fold(
  summary: Content,
  body: Content,
  { open = false, kind = '' }: { readonly open?: boolean; readonly kind?: string } = {},
): Html {
  return escaped`<details${kind === '' ? '' : escaped` class="${kind}"`}${open ? escaped` open` : ''}><summary>${summary}</summary>${body}</details>`
}

/** A part of the first screen. */
export function part(name: string, title: string, body: Content): Html {
  return escaped`<section class="${name}" aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>
${body}</section>`
}

export function section(id: string, title: string, note: Content, body: Content): Html {
  return escaped`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title} ${selfLink(id, title)}</h2>
${note === null ? '' : escaped`<p class="note">${note}</p>`}
${body}
</section>`
}

/** What scrolls by itself where the page is narrow. */
export function scroll(label: string, body: Content): Html {
  return escaped`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${body}</div>`
}

export function heads(titles: readonly Content[]): Html {
  return escaped`<thead><tr>${titles.map((title) => escaped`<th scope="col">${title}</th>`)}</tr></thead>`
}

interface Row {
  readonly id?: string
  readonly cells: readonly Content[]
}

/**
 * A table that becomes a list of labelled blocks on a narrow screen; roles keep it a table to a screen reader then. The
 * first cell of a row is its head. A row with an id is an item that can be searched and linked to.
 */
export function table(caption: string, columns: readonly string[], rows: readonly Row[]): Html {
  const cellOf = (cell: Content, at: number): Html =>
    at === 0
      ? escaped`<th scope="row" role="rowheader" data-label="${columns[at]}">${cell}</th>`
      : escaped`<td role="cell" data-label="${columns[at] ?? ''}">${cell}</td>`
  return escaped`<table class="stack" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map((title) => escaped`<th scope="col" role="columnheader">${title}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ({ id, cells }) => escaped`
<tr role="row"${id === undefined ? '' : escaped` id="${id}" class="item"`}>${cells.map(cellOf)}</tr>`,
  )}
</tbody>
</table>`
}

/** Cards of one section that paper has room for; the style sheet hides the others there. */
const mostPrinted = 6

/** Under the cards of a section, on paper alone: that there are more of them. */
export function printedNote(count: number): Html {
  return count > mostPrinted ? escaped`<p class="printed">${words.page.printed(mostPrinted, count)}</p>` : escaped``
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
