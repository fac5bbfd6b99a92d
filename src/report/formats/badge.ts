import { standingOf } from '../../judge/standing.js'
import type { Report } from '../../judge/report.js'
import { badgeColours, drawBadge } from './drawBadge.js'

/** A badge for a README, in the style of shields.io: the verdict and how many must clauses stand behind it. */
export function badgeReport(report: Report): string {
  return drawBadge({
    left: 'octospec',
    right: messageOf(report),
    colour: badgeColours[report.verdict],
    title: `octospec: ${report.headline}`,
  })
}

function messageOf({ verdict, partial, smoke, clauses, summary: { must } }: Report): string {
  const part = smoke === undefined ? (partial ? ' (partial)' : '') : ' (smoke)'
  switch (verdict) {
    case 'conforms':
    case 'unverified':
      return `${verdict} ${must.verified}/${must.total}${part}`
    case 'fails':
      return `fails, ${brokenIn(clauses)} broken${part}`
    case 'aborted':
    case 'suite-error':
      return `${verdict}${part}`
  }
}

/** Of all levels that fail a run: a number of must clauses alone would hide the derived ones. */
function brokenIn(clauses: Report['clauses']): number {
  return standingOf(clauses)
    .filter(({ level }) => level !== 'convention')
    .reduce((sum, { broken }) => sum + broken, 0)
}
