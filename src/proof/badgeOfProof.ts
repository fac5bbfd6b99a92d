import { badgeColours, drawBadge } from '../report/formats/drawBadge.js'
import type { ProofSummary } from './proofSummary.js'

/** The badge of the proof: how many faults the suite catches for the right reason, and how many legal servers it fails. */
export function badgeOfProof({ headline, caught, faults, alarms, chapters }: ProofSummary): string {
  const holds = caught === faults && alarms === 0 && chapters.every(({ checks, proven }) => checks === proven)
  return drawBadge({
    left: 'proof',
    right: `${caught}/${faults} faults caught, ${alarms} false alarms`,
    colour: holds ? badgeColours.conforms : badgeColours.fails,
    title: `octospec: ${headline}`,
  })
}
