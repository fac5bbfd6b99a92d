import type { Change, ChangeKind, Comparison } from '../judge/compareReports.js'
import type { Report } from '../judge/report.js'
import { escapeText } from '../contract/escapeText.js'
import { checkMessage } from './checkText.js'
import { codeMarkdown, plainMarkdown } from './escape.js'
import { inWords } from '../suite/words.js'
import { type Json } from '../profile/profile.js'

const titles: readonly (readonly [ChangeKind, string])[] = [
  ['broke', 'broke'],
  ['broken-in-others', 'broken in bookings alone that the later run did not make'],
  ['unwaived', 'no longer waived'],
  ['became-untested', 'became untested'],
  ['appeared', 'appeared'],
  ['vanished', 'vanished'],
  ['mended', 'mended'],
  ['became-tested', 'became tested'],
  ['waived', 'waived now'],
  ['other', 'otherwise changed'],
]

/** A comparison for people: what broke first, new failures marked, counts last. */
export function diffText(before: Report, after: Report, comparison: Comparison, format: 'text' | 'md'): string {
  const markdown = format === 'md'
  const line = (text: string): string => (markdown ? plainMarkdown(text) : escapeText(text, 1000))
  const head = (label: string, report: Report): string =>
    markdown ? `- ${label}: ${line(report.headline)}` : `${label.padEnd(7)} ${line(report.headline)}`
  const sections = (
    [
      ['checks', comparison.checks],
      ['clauses', comparison.clauses],
    ] as const
  ).flatMap(([what, changes]) =>
    titles.flatMap(([kind, title]) => {
      const own = changes.filter((change) => change.kind === kind)
      if (own.length === 0) return []
      const items = own.map((change) => itemText(change, after, markdown))
      return [
        '',
        markdown
          ? `### ${own.length} ${own.length === 1 ? what.slice(0, -1) : what} ${title}\n`
          : `${own.length} ${own.length === 1 ? what.slice(0, -1) : what} ${title}`,
        ...items,
      ]
    }),
  )
  const { newFailures, stillFailing } = comparison
  const tally = `${newFailures.length} new ${newFailures.length === 1 ? 'failure' : 'failures'}, ${stillFailing.length} failing as before`
  const notes = identityNotes(before, after).map((note) =>
    markdown ? `- note: ${line(note)}` : `note    ${line(note)}`,
  )
  const lines = [
    ...(markdown ? [`## octospec diff: ${tally}`, ''] : []),
    head('before', before),
    head('after', after),
    ...notes,
    ...sections,
    ...(sections.length === 0 ? ['', 'no check and no clause changed'] : []),
    ...(markdown ? [] : ['', tally]),
  ]
  return `${lines.join('\n')}\n`
}

function itemText({ id, before, after, newFailure }: Change, report: Report, markdown: boolean): string {
  const change = `${before ?? 'not there'} -> ${after ?? 'not there'}`
  const failed = newFailure ? report.checks.find((check) => check.id === id) : undefined
  const message = failed === undefined ? '' : checkMessage(failed)
  if (!markdown) return `  ${escapeText(id)}: ${escapeText(change)}${message === '' ? '' : `  NEW FAILURE: ${message}`}`
  return `- ${codeMarkdown(id)}: ${plainMarkdown(change)}${message === '' ? '' : ` **new failure**: ${codeMarkdown(message)}`}`
}

function identityNotes(before: Report, after: Report): readonly string[] {
  const differs = (what: string, a: Json, b: Json): string[] =>
    a === b ? [] : [`the runs have different ${what}: ${inWords(a)} and ${inWords(b)}`]
  return [
    ...differs('targets', before.target.url, after.target.url),
    ...differs('versions of octospec', before.tool.version, after.tool.version),
    ...(before.contract.sha256 === after.contract.sha256 ? [] : ['the runs were judged by different contracts']),
    ...differs('seeds', before.seed, after.seed),
    ...(before.partial || after.partial ? ['a run is partial: it has some of the checks alone'] : []),
  ]
}
