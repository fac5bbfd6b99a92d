import type { ProofSummary } from './proofSummary.js'

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
