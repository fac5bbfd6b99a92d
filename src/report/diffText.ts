import { escapeText } from '../contract/escapeText.js'
import type { Change, ChangeKind, Comparison } from '../judge/compareReports.js'
import type { Report } from '../judge/report.js'
import type { Json } from '../profile/profile.js'
import { inWords } from '../suite/words.js'
import { plural, words } from '../words.js'
import { checkMessage } from './checkText.js'
import { codeMarkdown, plainMarkdown } from './escape.js'

/** What broke comes first. */
const order: readonly ChangeKind[] = [
  'broke',
  'broken-in-others',
  'unwaived',
  'became-untested',
  'appeared',
  'vanished',
  'mended',
  'became-tested',
  'waived',
  'other',
]

/** A comparison for people: what broke first, new failures marked, counts last. */
export function diffText(before: Report, after: Report, comparison: Comparison, format: 'text' | 'md'): string {
  const { checks, clauses, newFailures, stillFailing } = comparison
  const markdown = format === 'md'
  const line = (label: string, text: string): string =>
    markdown ? `- ${label}: ${plainMarkdown(text)}` : `${label.padEnd(7)} ${escapeText(text, 1000)}`
  const sections = [...sectionsOf('check', checks, after, markdown), ...sectionsOf('clause', clauses, after, markdown)]
  const tally = words.diff.tally(newFailures.length, stillFailing.length)
  const lines = [
    ...(markdown ? [`## octospec diff: ${tally}`, ''] : []),
    line('before', before.headline),
    line('after', after.headline),
    ...identityNotes(before, after).map((note) => line('note', note)),
    ...sections,
    ...(sections.length === 0 ? ['', words.diff.nothing] : []),
    ...(markdown ? [] : ['', tally]),
  ]
  return `${lines.join('\n')}\n`
}

function sectionsOf(what: string, changes: readonly Change[], after: Report, markdown: boolean): readonly string[] {
  return order.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind)
    if (own.length === 0) return []
    const title = `${plural(own.length, what)} ${words.diff[kind]}`
    return ['', markdown ? `### ${title}\n` : title, ...own.map((change) => itemText(change, after, markdown))]
  })
}

function itemText({ id, before, after, newFailure }: Change, report: Report, markdown: boolean): string {
  const change = `${before ?? words.diff.absent} -> ${after ?? words.diff.absent}`
  const failed = newFailure ? report.checks.find((check) => check.id === id) : undefined
  const message = failed === undefined ? '' : checkMessage(failed)
  if (!markdown) return `  ${escapeText(id)}: ${escapeText(change)}${message === '' ? '' : `  NEW FAILURE: ${message}`}`
  return `- ${codeMarkdown(id)}: ${plainMarkdown(change)}${message === '' ? '' : ` **new failure**: ${codeMarkdown(message)}`}`
}

function identityNotes(before: Report, after: Report): readonly string[] {
  const differs = (what: string, a: Json, b: Json): string[] =>
    a === b ? [] : [words.diff.differs(what, inWords(a), inWords(b))]
  return [
    ...differs('targets', before.target.url, after.target.url),
    ...differs('versions of octospec', before.tool.version, after.tool.version),
    ...(before.contract.sha256 === after.contract.sha256 ? [] : [words.diff.otherContracts]),
    ...differs('seeds', before.seed, after.seed),
    ...(before.partial || after.partial ? [words.diff.partial] : []),
  ]
}
