import { readFileSync } from 'node:fs'
import { specFile } from '../src/contract/specFile.js'
import { pack } from '../src/pack.js'
import type { PublishedProof } from '../src/proof/publishedProof.js'

/**
 * What each chapter costs and shows, by the published proof: a table row each, the dearest first. A fault that several chapters show
 * counts for each of them; what looks on shows it wherever there is an answer, so it counts for none.
 */
export function chapterRows(): readonly string[] {
  // Our own file, written by `octospec prove`.
  const { scenarios, faults } = JSON.parse(readFileSync(specFile('../reports/proof.json'), 'utf8')) as PublishedProof
  const shownBy = (chapter: string): number =>
    faults.filter(({ by }) =>
      by.some(({ check: id }) => {
        const check = pack.checks.get(id)
        return check?.kind === 'trial' && chapterOf(check.scenario) === chapter
      }),
    ).length
  const chapters = [...new Set(scenarios.map(({ id }) => chapterOf(id)))]
  return chapters
    .map((chapter) => {
      const own = scenarios.filter(({ id }) => chapterOf(id) === chapter)
      const sum = (what: 'requests' | 'bookings'): number => own.reduce((total, each) => total + each[what], 0)
      return { chapter, requests: sum('requests'), bookings: sum('bookings'), faults: shownBy(chapter) }
    })
    .sort((a, b) => b.requests - a.requests)
    .map(
      ({ chapter, requests, bookings, faults: shown }) =>
        `| ${chapter} | ${requests} | ${bookings} | ${shown} | ${Math.round((shown / Math.max(1, requests)) * 1000)} |`,
    )
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}
