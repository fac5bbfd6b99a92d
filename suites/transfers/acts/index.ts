import type { Acts, ActStage } from '../vocabulary/index.js'
import { cleanUp } from './cleanUp.js'
import { finishBookings } from './finishBookings.js'
import { openContext } from './openContext.js'
import { openShared, type Shared } from './shared.js'

/** How scenarios act on this service. */
export const acts: Acts = {
  openShared,
  openContext: (scenario, stage) => openContext(scenario, own(stage)),
  wasCrowdedOut: (scenario, stage) => own(stage).shared.withoutHold.delete(scenario),
  cleanUp: (scenario, stage) => cleanUp(scenario, own(stage)),
  finishBookings,
  // Where an availability takes one booking, scenarios at once would take it from each other.
  inTurn: (profile) => profile.availability.exclusive,
}

/** What is shared on a stage of this pack is what `openShared` above made. */
function own(stage: ActStage): ActStage & { readonly shared: Shared } {
  return { ...stage, shared: stage.shared as Shared }
}
