import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parsePublished, proofChanges } from '../proof/proofChanges.js'
import { proofMarkdown } from '../proof/proofMarkdown.js'
import type { PublishedProof } from '../proof/publishedProof.js'
import { rankScenarios } from '../proof/rankScenarios.js'
import { pack } from '../pack.js'
import { rankingFile } from '../suite/ranking.js'
import { badgeOfProof } from '../proof/badgeOfProof.js'
import { usage } from './cliError.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { renewReadme } from './renewReadme.js'

/**
 * Writes `proof.json`, `proof.md` and `badge.svg` into a folder, and, beside that folder, the headline into the README and the ranking of
 * the scenarios into `spec/`.
 *
 * @param check write nothing
 * @returns with `check`, in what the published proof differs from this one, one sentence each
 */
export async function publishProof(
  published: PublishedProof,
  folder: string,
  check: boolean,
): Promise<readonly string[]> {
  const file = join(folder, 'proof.json')
  const readme = renewedReadme(folder, published.headline)
  const badge = { path: join(folder, 'badge.svg'), text: badgeOfProof(published) }
  if (check) {
    const stale = [...readme, badge].filter(({ path, text }) => read(path) !== text)
    return [
      ...proofChanges(read(file), published),
      ...stale.map(({ path }) => `${basename(path)} says something else than the proof`),
    ].map((change) => `${change}: renew the published proof with npm run prove`)
  }
  await mkdir(folder, { recursive: true })
  const everybody = 0o666
  await writeWhole(file, `${JSON.stringify(published, null, 2)}\n`, everybody)
  await writeWhole(join(folder, 'proof.md'), proofMarkdown(published), everybody)
  const ranking = { path: join(dirname(folder), 'spec', rankingFile(pack.name)), text: rankingText(published) }
  const beside = existsSync(dirname(ranking.path)) ? [ranking] : []
  for (const { path, text } of [badge, ...readme, ...beside]) await writeWhole(path, text, everybody)
  return []
}

/** The proof that is published in a folder. @throws CliError where there is none */
export function readPublished(folder: string): PublishedProof {
  return publishedIfAny(folder) ?? unpublished(folder)
}

/** The proof that is published in a folder; null: the folder has none. @throws CliError where the file is something else */
export function publishedIfAny(folder: string): PublishedProof | null {
  const text = read(join(folder, 'proof.json'))
  return text === null ? null : (parsePublished(text) ?? unpublished(folder))
}

function unpublished(folder: string): never {
  throw usage(
    `${join(folder, 'proof.json')} is no published proof`,
    'make one with npm run prove, or name its folder by --out',
  )
}

/** The ranking that follows from a proof, as it stands in `spec/`. */
export function rankingText(published: PublishedProof): string {
  return `${JSON.stringify(rankScenarios(published, pack), null, 2)}\n`
}

/** The README beside the folder of the proof, as it should be; nothing where there is none or it does not speak of the proof. */
function renewedReadme(folder: string, headline: string): readonly { readonly path: string; readonly text: string }[] {
  const path = join(dirname(folder), 'README.md')
  const text = renewReadme(read(path) ?? '', headline, `${basename(folder)}/proof.md`)
  return text === null ? [] : [{ path, text }]
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
