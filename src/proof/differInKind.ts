import { isDeepStrictEqual } from 'node:util'
import type { Proof } from './proof.js'

type Broken = Pick<Proof['faults'][number], 'kind' | 'shows'>

/**
 * Do at least two of these faults break their clause in different ways? Not where they do the same with another value and show
 * it at the same place.
 */
export function differInKind(faults: readonly Broken[]): boolean {
  const [first, ...others] = faults
  return others.some(
    ({ kind, shows }) => kind === null || kind !== first?.kind || !isDeepStrictEqual(shows, first.shows),
  )
}
