import type { Acts } from '../../../src/suite/index.js'
import { walk } from '../walk/index.js'
import { cleanUp, endHolds, isInTurn, finishBookings } from './cleanUp.js'
import { openContext } from './openContext.js'
import { premisesOf, seeMove } from './premises.js'
import { openShared, type TransferStage } from './stage.js'

export const acts: Acts = {
  openShared,
  openContext,
  wasCrowdedOut: (scenario, { shared }: TransferStage, isAlone) => {
    const [without, turnedDown] = [shared.withoutHold, shared.turnedDown].map((some) => some.delete(scenario))
    return turnedDown === true || (without === true && !isAlone)
  },
  cleanUp: (scenario, stage: TransferStage, mayLapse) => cleanUp(scenario, stage, mayLapse),
  cleanUpRest: (stage: TransferStage) => endHolds(stage.clock.now() + stage.session.clockMinutes * 60_000, stage),
  finishBookings,
  premises: (stage: TransferStage) => premisesOf(stage),
  seeMove: (stage: TransferStage, minutes, move) => seeMove(stage, minutes, move),
  walk,
  inTurn: isInTurn,
}
