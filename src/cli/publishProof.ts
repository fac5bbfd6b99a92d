import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '../evidence/writeWhole.js'
import { pack } from '../pack.js'
import { badgeOfProof } from '../proof/badgeOfProof.js'
import { killsCsv, parseKills, type Kill } from '../proof/kills.js'
import { proofSummary, proofTotals } from '../proof/proofSummary.js'
import { rankScenarios } from '../proof/rankScenarios.js'
import type { ScenarioCost } from '../proof/scenarioCosts.js'
import { rankingFile } from '../suite/ranking.js'
import { usage } from './errorCodes.js'

/** Writes the matrix, the totals and the badge of a proof, and the headline and the ranking beside them. */
export async function publishProof(
  kills: readonly Kill[],
  costs: readonly ScenarioCost[],
  folder: string,
): Promise<void> {
  const summary = proofSummary(kills, pack)
  const beside = dirname(folder)
  const readme = join(beside, 'README.md')
  const renewed = renewReadme(read(readme) ?? '', summary.headline, `${basename(folder)}/README.md`)
  const ranking = join(beside, 'spec', rankingFile(pack.name))
  const files = [
    { path: killsFile(folder), text: killsCsv(kills) },
    { path: join(folder, 'README.md'), text: proofTotals(summary) },
    { path: join(folder, 'badge.svg'), text: badgeOfProof(summary) },
    ...(renewed === null ? [] : [{ path: readme, text: renewed }]),
    ...(existsSync(dirname(ranking))
      ? [{ path: ranking, text: `${JSON.stringify(rankScenarios(kills, costs, pack), null, 2)}\n` }]
      : []),
  ]
  await mkdir(folder, { recursive: true })
  const everybody = 0o666
  for (const { path, text } of files) await writeWhole(path, text, everybody)
}

/** The matrix that is published in a folder; nothing where none is. @throws CliError where the file is something else */
export function publishedKills(folder: string): readonly Kill[] {
  const text = read(killsFile(folder))
  try {
    return text === null ? [] : parseKills(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw usage(`${killsFile(folder)} is no matrix of kills: ${error.message}`, 'renew it with npm run prove')
  }
}

function killsFile(folder: string): string {
  return join(folder, 'kills.csv')
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const marked = /(<!-- proof -->)[\s\S]*?(<!-- \/proof -->)/

/** The README with the headline of the proof between its marks; null where it has no marks. */
export function renewReadme(readme: string, headline: string, link: string): string | null {
  if (!marked.test(readme)) return null
  return readme.replace(marked, (_all, begin: string, end: string) => `${begin}[${headline}](${link})${end}`)
}
