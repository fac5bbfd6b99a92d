import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { proofTotals } from '../proof/proofTotals.js'
import type { PublishedProof } from '../proof/publishedProof.js'
import { rankScenarios } from '../proof/rankScenarios.js'
import { pack } from '../pack.js'
import { rankingFile } from '../suite/ranking.js'
import { badgeOfProof } from '../proof/badgeOfProof.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { renewReadme } from './renewReadme.js'

/**
 * Writes `README.md` with the totals and `badge.svg` into a folder, and, beside that folder, the headline into the README and the ranking of
 * the scenarios into `spec/`.
 *
 * @param check write nothing
 * @returns with `check`, the files that say something else than the proof, one sentence each
 */
export async function publishProof(
  published: PublishedProof,
  folder: string,
  check: boolean,
): Promise<readonly string[]> {
  const ranking = { path: join(dirname(folder), 'spec', rankingFile(pack.name)), text: rankingText(published) }
  const files = [
    { path: join(folder, 'README.md'), text: proofTotals(published) },
    { path: join(folder, 'badge.svg'), text: badgeOfProof(published) },
    ...renewedReadme(folder, published.headline),
    ...(existsSync(dirname(ranking.path)) ? [ranking] : []),
  ]
  if (check)
    return files
      .filter(({ path, text }) => read(path) !== text)
      .map(({ path }) => `${path} says something else than the proof: renew it with npm run prove`)
  await mkdir(folder, { recursive: true })
  const everybody = 0o666
  for (const { path, text } of files) await writeWhole(path, text, everybody)
  return []
}

/** The ranking that follows from a proof, as it stands in `spec/`. */
function rankingText(published: PublishedProof): string {
  return `${JSON.stringify(rankScenarios(published, pack), null, 2)}\n`
}

/** The README beside the folder of the proof, as it should be; nothing where there is none or it does not speak of the proof. */
function renewedReadme(folder: string, headline: string): readonly { readonly path: string; readonly text: string }[] {
  const path = join(dirname(folder), 'README.md')
  const text = renewReadme(read(path) ?? '', headline, `${basename(folder)}/README.md`)
  return text === null ? [] : [{ path, text }]
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
