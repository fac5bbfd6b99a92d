import type { Acts } from '../../../src/suite/index.js'
import type { TransferProfile } from '../profile.js'
import { walk } from '../walk/index.js'
import { cleanUp } from './cleanUp.js'
import { finishBookings } from './finishBookings.js'
import { openContext } from './openContext.js'
import { openShared } from './shared.js'
import type { TransferStage } from './stage.js'

/** How scenarios act on this service. */
export const acts: Acts = {
  openShared,
  openContext,
  wasCrowdedOut: (scenario, { shared }: TransferStage) => shared.withoutHold.delete(scenario),
  cleanUp,
  finishBookings,
  walk,
  // Where an availability takes one booking, scenarios at once would take it from each other.
  inTurn: (profile: TransferProfile) => profile.availability.exclusive,
}
