import type { PublishedProof } from './publishedProof.js'

/** `reports/README.md`: the totals of a proof, by chapter of the suite. */
export function proofTotals({ headline, faults, checks, scenarios }: PublishedProof): string {
  const chapters = [...new Set(checks.map(({ id }) => chapterOf(id)))].toSorted()
  const rows = chapters.map((chapter) => {
    const own = checks.filter(({ id }) => chapterOf(id) === chapter)
    const shown = faults.filter(({ caught, by }) => caught && by.some(({ check }) => chapterOf(check) === chapter))
    const requests = scenarios
      .filter(({ id }) => chapterOf(id) === chapter)
      .reduce((sum, { requests: each }) => sum + each, 0)
    return [chapter, own.length, own.filter(({ proven }) => proven).length, shown.length, requests]
  })
  const lines = [
    '# The proof',
    '',
    `**${headline}.**`,
    '',
    'Written by `npm run prove`; [docs/proof.md](../docs/proof.md) says how. A fault that two chapters catch counts for each of them.',
    '',
    '| chapter | checks | proven | faults that they catch | requests |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ]
  return lines.join('\n')
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}
