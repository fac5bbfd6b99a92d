/** The vocabulary that suites are written in. `suites/` imports this and nothing else of octospec. */
export type { Checks, JudgeContext, Remark } from './check.js'
export type { Acts, ActStage } from './actStage.js'
export { effortOf, type Context } from './context.js'
export { openRandom, seedFor } from './random.js'
export type { Clock } from '../wire/clock.js'
export type {
  LedgerEntry,
  SendOptions,
  Fields,
  BookingPlaces,
  Bookings,
  Fate,
  OperationTraits,
  Remembered,
  Requests,
} from '../wire/service.js'
export { expect, unjudged, unusable } from './expect.js'
export {
  cleanUpScenario,
  recordedKind,
  idText,
  readAddress,
  isCounted,
  sentIn,
  type Exchange,
} from '../wire/exchange.js'
export { need, stoppable } from './need.js'
export type { Finding } from './finding.js'
export { failAt, findingAt, type FindingText } from './findingAt.js'
export { remarkAt } from './remarkAt.js'
export { say, type Said, type Words } from './say.js'
export { wants, type Expected } from './wants.js'
export { describeValue, inWords } from './inWords.js'
export {
  all,
  confirming,
  each,
  fail,
  notApplicable,
  pass,
  refusal,
  unseen,
  untested,
  allJudged,
  judgedIfAny,
  type Judgement,
} from './judgement.js'
export type { Stage, Trials } from './scenario.js'
export { openSuite, type Suite } from './suite.js'
export { readRanking, type Ranking } from './ranking.js'
export { registryOf } from './registry.js'
export type { CauseRule, Defaults, Need, OpenCheck, Pack, Visit, Written } from './pack.js'
export type { ReferenceService } from './referenceService.js'
export type { Tally } from './tally.js'
export { takenKey } from './takenKey.js'
export { contractFinding } from './contractFinding.js'
export { unknownFromStart, unknownId, unknownThroughout } from './unknownId.js'
export { flawsOf, type Flaw, type Flawed, type FlawsOf, type FlawTable, type GivenValues } from './flaws.js'
export { boundsOf, mistyped, outside } from './wrongValues.js'
export { answeredAlike, saysNoSuchMethod, saysNoSuchPath } from './walk/answeredAlike.js'
export { idsIn, listsIn } from './walk/candidates.js'
export { reached } from './walk/reached.js'
export type { Walk, WalkRoute } from './walk/walk.js'
export { WalkFault } from './walk/walkFault.js'
export { isGateway } from '../wire/again.js'
export { serverWords } from '../wire/serverWords.js'
export { escapeText } from '../contract/escapeText.js'
export { demandsOf, saysWanting } from '../wire/demands.js'
export { mayCommit } from './mayCommit.js'
export { momentOf, surelyPassed, type Moment } from './moment.js'
export { Stop } from '../wire/stop.js'
export { ClockFault, wrongMove } from '../wire/targetTime.js'
export { lookedUp, type LookedUp } from '../wire/body.js'
export { ownFirst } from './ownFirst.js'
export { isMarker, isOfScenario, markerOf, idempotencyKey } from '../wire/marker.js'
export { Answer, type FieldPlace } from '../wire/answer.js'
export type { HelperRequest, Json, Operation, Place, Profile } from '../profile/profile.js'
export { openContract, schemaRef, type Contract, wordsOf } from '../contract/contract.js'
export { contractError, type ContractError } from '../contract/contractError.js'
export type { ContractSchema, ValueSchema, DocumentFormats } from '../contract/contractSchema.js'
export {
  isJsonObject,
  type JsonObject,
  pointerTokens,
  readPointer,
  toPointer,
  placesIn,
  type Found,
  readPlaces,
} from '../contract/json.js'
export type { LifecycleRow } from '../contract/clause.js'
export type { Payloads } from '../contract/payload.js'
export { default as fc } from 'fast-check'
export type { RequestInput, Target } from '../wire/target.js'
export type { Complaint } from '../profile/complaint.js'
export {
  map,
  maybePointer,
  pointerOrHeader,
  maybeText,
  number,
  optional,
  payload,
  payloads,
  place,
  pointer,
  somePlace,
  text,
  texts,
  truth,
} from '../profile/keys.js'
export { entries } from '../profile/entries.js'
export type { Key, Keys, Meanings } from '../profile/key.js'
export { textOf } from '../profile/keyParts.js'
export { operation, request } from '../profile/operationKey.js'
export type { ContractFilling, OperationFilling } from '../contract/fillContract.js'
export { dayAt, instantIn, isoOf, toInstant, type Instant } from '../contract/instant.js'
export { recallsFrom, overDays } from '../profile/templates.js'
export { templatesFilled } from '../wire/bind.js'
export { formatPlace } from '../profile/place.js'
export { looksLikeCredential } from '../profile/credentials.js'
export { isSuccessFlag } from './isSuccessFlag.js'
export { isList, isMap, valueAt, type JsonMap } from '../profile/mergeProfile.js'
export { profileKeys, type ProfileKeys } from '../profile/profileKeys.js'
export {
  NoService,
  type Acquaint,
  type DescribedOperation,
  type DescribedPlace,
  type Heard,
  type Interview,
  type LearningBooking,
  type Question,
} from './interview.js'
