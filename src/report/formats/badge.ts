import type { PublishedProof } from '../../proof/publishedProof.js'
import type { Report, Verdict } from '../../judge/report.js'
import { escapeXml } from './escapeXml.js'

/** Dark enough for white text (contrast at least 4.5). */
const colours: Readonly<Record<Verdict, string>> = {
  conforms: '#1a7f37',
  fails: '#c62828',
  unverified: '#8a5a00',
  aborted: '#57606a',
  'suite-error': '#57606a',
}

/** Width of a character, roughly: the text is stretched to fit. */
const perCharacter = 6.6

/** A badge for a README, in the style of shields.io: the verdict and how many must clauses stand behind it. */
export function badgeReport(report: Report): string {
  return drawBadge({
    left: 'octospec',
    right: messageOf(report),
    colour: colours[report.verdict],
    title: `octospec: ${report.headline}`,
  })
}

/** The badge of the proof: how many faults the suite catches for the right reason, and how many legal servers it fails. */
export function badgeOfProof({ headline, faults, variants, checks }: PublishedProof): string {
  const caught = faults.filter((fault) => fault.caught).length
  const alarms = variants.filter(({ unharmed }) => !unharmed).length
  const holds = caught === faults.length && alarms === 0 && checks.every(({ provenBy }) => provenBy.length > 0)
  return drawBadge({
    left: 'proof',
    right: `${caught}/${faults.length} faults caught, ${alarms} false alarms`,
    colour: holds ? colours.conforms : colours.fails,
    title: `octospec: ${headline}`,
  })
}

interface Badge {
  readonly left: string
  readonly right: string
  readonly colour: string
  /** For those who do not see it. */
  readonly title: string
}

function drawBadge(badge: Badge): string {
  const [leftWidth, rightWidth] = [widthOf(badge.left), widthOf(badge.right)]
  const width = leftWidth + rightWidth
  const title = escapeXml(badge.title)
  const text = (words: string, from: number, size: number): string =>
    `<text x="${from + size / 2}" y="14" textLength="${size - 12}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#444c56"/>`,
    `<rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${badge.colour}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${text(badge.left, 0, leftWidth)}${text(badge.right, leftWidth, rightWidth)}</g></svg>\n`,
  ].join('')
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

function widthOf(text: string): number {
  return Math.round(text.length * perCharacter) + 12
}
