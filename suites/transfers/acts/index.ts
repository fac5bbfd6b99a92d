import type { Acts, ActStage } from '../vocabulary/index.js'
import { cleanUp, endHolds } from './cleanUp.js'
import { finishBookings } from './finishBookings.js'
import { isInTurn } from './isInTurn.js'
import { openContext } from './openContext.js'
import { openShared, type Shared } from './shared.js'

/** How scenarios act on this service. */
export const acts: Acts = {
  openShared,
  openContext: (scenario, stage) => openContext(scenario, own(stage)),
  wasCrowdedOut: (scenario, stage) => own(stage).shared.withoutHold.delete(scenario),
  cleanUp: (scenario, stage, mayLapse) => cleanUp(scenario, own(stage), mayLapse),
  cleanUpRest: (stage) => endHolds(stage.clock.now() + stage.session.clockMinutes * 60_000, own(stage)),
  finishBookings,
  inTurn: isInTurn,
}

/** What is shared on a stage of this pack is what `openShared` above made. */
function own(stage: ActStage): ActStage & { readonly shared: Shared } {
  return { ...stage, shared: stage.shared as Shared }
}
