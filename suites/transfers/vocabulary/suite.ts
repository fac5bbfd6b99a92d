import { openSuite as openAny } from '../../../src/suite/index.js'
import type { JudgeContext as AnyJudgeContext, Stage as AnyStage, Suite as AnySuite } from '../../../src/suite/index.js'
import type { Context } from '../acts/context.js'
import type { TransferAnswer } from '../answer.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Trials } from './words.js'

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

/**
 * Whether one of these scenarios sent it, or made it. What a check must know of another scenario it takes from its file: an id says nothing.
 * @param made an exchange, or an entry of the ledger
 */
export function isOf(scenarios: readonly Trials<unknown>[], made: { readonly scenario: string }): boolean {
  return scenarios.some(({ id }) => id === made.scenario)
}
