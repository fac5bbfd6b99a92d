import type { Pack } from '../suite/pack.js'
import { catches, isVariant, type Kill, runOf } from './kills.js'
import { escapeXml } from '../report/escape.js'
import type { ProofRow } from './proof.js'

/** What `kills.csv` comes to. */
interface ProofSummary {
  readonly headline: string
  readonly caught: number
  readonly faults: number
  readonly alarms: number
  readonly proven: ReadonlySet<string>
  readonly chapters: readonly {
    readonly chapter: string
    readonly checks: number
    readonly proven: number
    readonly faults: number
  }[]
}

export function proofSummary(kills: readonly Kill[], pack: Pack): ProofSummary {
  const named = new Set(pack.reference.faults.filter((each) => each.missed !== undefined).map(({ name }) => name))
  const ofFaults = kills.filter((kill) => !isVariant(kill) && !named.has(kill.fault))
  const right = ofFaults.filter((kill) => catches(kill, pack))
  const caughtIn = new Set(right.map(runOf))
  const missed = new Set(ofFaults.filter((kill) => !caughtIn.has(runOf(kill))).map(({ fault }) => fault))
  const faults = new Set(ofFaults.map(({ fault }) => fault)).size
  const variants = new Set(kills.filter(isVariant).map(({ fault }) => fault))
  // The service as it is.
  variants.delete('variant:none')
  const alarms = new Set(kills.filter((kill) => isVariant(kill) && kill.check !== '').map(({ fault }) => fault)).size
  const proven = new Set(right.map(({ check }) => check))
  const ids = [...pack.checks.keys()]
  const chapters = [...new Set(ids.map(chapterOf))].toSorted().map((chapter) => {
    const own = ids.filter((id) => chapterOf(id) === chapter)
    const shown = right.filter(({ check }) => chapterOf(check) === chapter).map(({ fault }) => fault)
    return {
      chapter,
      checks: own.length,
      proven: own.filter((id) => proven.has(id)).length,
      faults: new Set(shown).size,
    }
  })
  const caught = faults - missed.size
  const others = named.size === 0 ? '' : `, ${named.size} more named as not yet caught`
  const headline = `${faults} faults, ${caught} caught for the right reason${others}; ${variants.size} legal variants, ${alarms} false alarms`
  return { headline, caught, faults, alarms, proven, chapters }
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

/** `reports/README.md`: the totals of a proof, by chapter of the suite. */
export function proofTotals({ headline, chapters }: ProofSummary): string {
  const lines = [
    '# The proof',
    '',
    `**${headline}.**`,
    '',
    '`npm run prove` writes this page and [kills.csv](kills.csv): [docs/writing-a-check.md](../docs/writing-a-check.md) says how. A fault that two chapters catch',
    'counts for each of them.',
    '',
    '| chapter | checks | proven | faults that they catch |',
    '| --- | ---: | ---: | ---: |',
    ...chapters.map((row) => `| ${row.chapter} | ${row.checks} | ${row.proven} | ${row.faults} |`),
    '',
  ]
  return lines.join('\n')
}

/** Dark enough for white text (contrast at least 4.5). */
const colours = { holds: '#1a7f37', fails: '#c62828' } as const

/** Width of a character, roughly: the text is stretched to fit. */
const perCharacter = 6.6

/** The badge of the proof as SVG: how many faults the suite catches rightly, and how many legal servers it fails. */
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

/** What keeps the proof of all faults from holding, one sentence each; none: it holds. */
export function unproven(rows: readonly ProofRow[], checks: Iterable<string>): string[] {
  const proven = new Set(rows.flatMap(({ holds, by }) => (holds ? by.map(({ check }) => check) : [])))
  const idle = [...checks].filter((id) => !proven.has(id))
  return [
    ...broken(rows),
    ...idle.map((id) => `check ${id}: no fault turns it red for the right reason, so nothing shows that it can fail`),
  ]
}

export function broken(rows: readonly ProofRow[]): string[] {
  return rows.flatMap(({ kind, name, dialect, holds, why }) =>
    holds ? [] : [`${kind} ${name ?? 'none'} (${dialect}): ${why ?? 'does not hold'}`],
  )
}
