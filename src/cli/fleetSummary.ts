import type { FleetRun } from '../fleet/fleetIndex.js'
import { changedInWords } from '../fleet/renderFleet.js'
import { exitCodeOf } from './exitCodes.js'
import type { Style } from './terminal/style.js'

const worstFirst = ['fails', 'suite-error', 'aborted', 'unverified', 'conforms'] as const

export function fleetLines(
  runs: readonly FleetRun[],
  shown: {
    readonly style: Style
    /** null: there is none yet. */
    readonly index: string | null
    readonly folder: string
    readonly cutShort: boolean
  },
): readonly string[] {
  const counts = worstFirst.flatMap((verdict) => {
    const count = runs.filter((run) => run.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  const unknown = runs.reduce((sum, run) => sum + run.unknown, 0)
  return [
    `targets   ${runs.length}: ${counts.join(', ') || 'none'}`,
    `changed   ${changedInWords(runs)}`,
    ...(unknown > 0 ? [`unknown   ${unknown} ${unknown === 1 ? 'booking' : 'bookings'}: see octospec resume`] : []),
    shown.index === null ? `folder    ${shown.folder}` : `wrote     ${shown.index}`,
    ...(shown.cutShort ? [shown.style('yellow', 'cut short: give the same command once more to go on from here')] : []),
  ]
}

/** A target that could not be run, or broke octospec, is one that was not verified: the fleet as a whole was gone through. */
export function fleetExit(runs: readonly Pick<FleetRun, 'verdict'>[]): number {
  if (runs.some(({ verdict }) => verdict === 'fails')) return exitCodeOf('fails')
  return runs.every(({ verdict }) => verdict === 'conforms') ? exitCodeOf('conforms') : exitCodeOf('unverified')
}
