import type { EvidenceReader } from './readEvidence.js'
import type { RunKey } from './runKey.js'
import type { Seal } from './evidence.js'

/** Seals a file by the SHA-256, in hex, of all that stands in it so far: nothing of that can be edited, moved or left out any more. */
export function sealOf(key: RunKey, sha256: string): Seal {
  return { type: 'seal', key: key.id, mac: key.mac(sealedText(sha256)) }
}

/** How many lines, from the first on, are proven to be octospec's own; 0: none. */
export function provenLines({ sealed }: EvidenceReader, key: RunKey): number {
  if (sealed === null || sealed.seal.key !== key.id) return 0
  return key.proves(sealedText(sealed.sha256), sealed.seal.mac) ? sealed.lines : 0
}

/** Why the evidence is not proven from its first line to its last; null: it is. */
export function whyUnproven(read: EvidenceReader, key: RunKey): string | null {
  const { sealed, lines } = read
  if (sealed === null) return 'it carries no seal'
  if (sealed.seal.key !== key.id) return `it is sealed with another key (${sealed.seal.key}) than this one (${key.id})`
  const proven = provenLines(read, key)
  if (proven === 0) return 'its seal is not over these lines: it was edited'
  return proven < lines ? `only its first ${proven} of ${lines} lines are sealed: the rest was added` : null
}

function sealedText(sha256: string): string {
  return `octospec evidence 1\n${sha256}`
}
