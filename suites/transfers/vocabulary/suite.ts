import { openSuite as openAny, type Stage as AnyStage, type Suite as AnySuite } from '../../../src/suite/index.js'
import type { Context } from '../acts/context.js'
import type { TransferAnswer } from '../answer.js'
import type { TransferProfile } from '../profile.js'

/** A suite of this service. */
export type Suite = AnySuite<TransferProfile, TransferAnswer, Context>

/** One stage of a timeline of this service. */
export type Stage = AnyStage<Context>

/** A suite in which nothing is declared yet. */
export function openSuite(): Suite {
  return openAny<TransferProfile, TransferAnswer, Context>()
}
