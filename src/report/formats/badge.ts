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

function messageOf({ verdict, partial, summary: { must } }: Report): string {
  const part = partial ? ' (partial)' : ''
  switch (verdict) {
    case 'conforms':
    case 'unverified':
      return `${verdict} ${must.verified}/${must.total}${part}`
    case 'fails':
      return `fails ${must.broken}/${must.total}${part}`
    case 'aborted':
    case 'suite-error':
      return `${verdict}${part}`
  }
}
