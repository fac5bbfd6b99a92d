import { escapeXml } from '../report/escape.js'
import type { ProofSummary } from './proofSummary.js'

/** Dark enough for white text (contrast at least 4.5). */
const colours = { holds: '#1a7f37', fails: '#c62828' } as const

/** Width of a character, roughly: the text is stretched to fit. */
const perCharacter = 6.6

/** The badge of the proof as SVG: how many faults the suite catches for the right reason, and how many legal servers it fails. */
export function badgeOfProof({ headline, caught, faults, alarms, chapters }: ProofSummary): string {
  const holds = caught === faults && alarms === 0 && chapters.every(({ checks, proven }) => checks === proven)
  const [left, right] = ['proof', `${caught}/${faults} faults caught, ${alarms} false alarms`]
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(right)]
  const width = leftWidth + rightWidth
  const title = escapeXml(`octospec: ${headline}`)
  const text = (words: string, from: number, size: number): string =>
    `<text x="${from + size / 2}" y="14" textLength="${size - 12}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#444c56"/>`,
    `<rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${holds ? colours.holds : colours.fails}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${text(left, 0, leftWidth)}${text(right, leftWidth, rightWidth)}</g></svg>\n`,
  ].join('')
}

function widthOf(text: string): number {
  return Math.round(text.length * perCharacter) + 12
}
