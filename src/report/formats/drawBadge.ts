import type { Verdict } from '../../judge/report.js'
import { escapeXml } from './escapeXml.js'

/** Dark enough for white text (contrast at least 4.5). */
export const badgeColours: Readonly<Record<Verdict, string>> = {
  conforms: '#1a7f37',
  fails: '#c62828',
  unverified: '#8a5a00',
  aborted: '#57606a',
  'suite-error': '#57606a',
}

/** Width of a character, roughly: the text is stretched to fit. */
const perCharacter = 6.6

export interface Badge {
  readonly left: string
  readonly right: string
  readonly colour: string
  /** For those who do not see it. */
  readonly title: string
}

/** A badge in the style of shields.io, as SVG. */
export function drawBadge(badge: Badge): string {
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

function widthOf(text: string): number {
  return Math.round(text.length * perCharacter) + 12
}
