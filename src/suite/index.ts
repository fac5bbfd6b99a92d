/** The vocabulary that suites are written in. `suites/` imports this and nothing else of octospec. */
export type { JudgeContext } from './check.js'
export type { Acts, ActStage } from './actStage.js'
export type { Context, Held, LateRead } from './context.js'
export { openRandom, seedFor } from './random.js'
export type { Clock } from '../client/clock.js'
export type { LedgerEntry } from '../client/ledger.js'
export { describeValue, expect, unjudged, unusable } from './expect.js'
export type { Finding } from './finding.js'
export { inWords } from './inWords.js'
export { all, confirming, each, fail, notApplicable, pass, untested, whatever, type Judgement } from './judgement.js'
export type { Stage, Trials } from './scenario.js'
export { openSuite, type Suite } from './suite.js'
export { registryOf } from './registry.js'
export type { CauseRule, Defaults, Need, OpenCheck, OperationTraits, Pack } from './pack.js'
export type { ReferenceService } from './referenceService.js'
export { takenKey } from './takenKey.js'
export { contractFinding } from './contractFinding.js'
export { unknownId } from './unknownId.js'
export { momentOf } from './moment.js'
export { Stop } from '../client/stop.js'
export { idText } from '../client/idText.js'
export { isCounted } from '../client/isCounted.js'
export { isMarker, isOfScenario, markerOf } from '../client/marker.js'
export { bookingFields, bookingPointer, readBooking, type Answer, type BookingField } from '../client/answer.js'
export {
  operationNames,
  type Bookable,
  type BookableName,
  type Json,
  type OperationName,
  type Profile,
} from '../profile/profile.js'
export { bookablesOf } from '../profile/bookablesOf.js'
export { openContract, schemaRef, type Contract } from '../contract/contract.js'
export { contractError, type ContractError } from '../contract/contractError.js'
export type { ContractSchema } from '../contract/contractSchema.js'
export { isJsonObject, type JsonObject } from '../contract/jsonObject.js'
export type { LifecycleRow } from '../contract/lifecycle.js'
export type { Payloads } from '../contract/validatePayload.js'
export { parseUtcTimestamp } from '../contract/formats.js'
export { readPointer, toPointer } from '../contract/jsonPointer.js'
export { default as fc } from 'fast-check'
export { targetOver, type Target, type TargetOptions } from '../client/target.js'
export type { Exchange, Purpose } from '../client/exchange.js'
export { defaultProfile } from '../profile/defaultProfile.js'
export { fieldNames } from '../profile/fieldNames.js'
export { valueAt } from '../profile/mergeProfile.js'
export { placesIn, type Found } from '../contract/placesIn.js'
export { idempotencyKey } from '../client/idempotencyKey.js'
export {
  NoService,
  type Acquaint,
  type DescribedOperation,
  type DescribedPlace,
  type Draft,
  type Heard,
  type Interview,
  type LearningBooking,
  type Question,
} from './interview.js'
