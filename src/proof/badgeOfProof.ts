import { badgeColours, drawBadge } from '../report/formats/drawBadge.js'
import type { PublishedProof } from './publishedProof.js'

/** The badge of the proof: how many faults the suite catches for the right reason, and how many legal servers it fails. */
export function badgeOfProof({ headline, faults, variants, checks }: PublishedProof): string {
  const caught = faults.filter((fault) => fault.caught).length
  const alarms = variants.filter(({ unharmed }) => !unharmed).length
  const holds = caught === faults.length && alarms === 0 && checks.every(({ proven }) => proven)
  return drawBadge({
    left: 'proof',
    right: `${caught}/${faults.length} faults caught, ${alarms} false alarms`,
    colour: holds ? badgeColours.conforms : badgeColours.fails,
    title: `octospec: ${headline}`,
  })
}
