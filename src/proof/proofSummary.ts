import type { Pack } from '../suite/pack.js'
import { catches, isVariant, type Kill } from './kills.js'

/** What `kills.csv` comes to. */
export interface ProofSummary {
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
  const caughtIn = new Set(right.map(subject))
  const missed = new Set(ofFaults.filter((kill) => !caughtIn.has(subject(kill))).map(({ fault }) => fault))
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

function subject({ fault, dialect }: Kill): string {
  return `${fault} (${dialect})`
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
