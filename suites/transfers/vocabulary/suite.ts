import {
  openSuite as openAny,
  type JudgeContext as AnyJudgeContext,
  type Stage as AnyStage,
  type Suite as AnySuite,
} from '../../../src/suite/index.js'
import type { Context } from '../acts/context.js'
import type { TransferAnswer } from '../answer.js'
import type { TransferProfile } from '../transferProfile.js'

/** A suite of this service. */
export type Suite = AnySuite<TransferProfile, TransferAnswer, Context>

/** One stage of a timeline of this service. */
export type Stage<Data extends object = object> = AnyStage<Context, Data>

/** What a judge may know besides the trial. */
export type JudgeContext = AnyJudgeContext<TransferProfile>

/** A suite in which nothing is declared yet. */
export function openSuite(): Suite {
  return openAny<TransferProfile, TransferAnswer, Context>()
}
