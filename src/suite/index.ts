/** The vocabulary that suites are written in. `suites/` imports this and nothing else of octospec. */
export * from './acts.js'
export * from './answers.js'
export * from './check.js'
export * from './expect.js'
export * from './finding.js'
export * from './flaws.js'
export * from './interview.js'
export * from './judgement.js'
export * from './pack.js'
export * from './random.js'
export * from './referenceService.js'
export * from './scenario.js'
export * from './suite.js'
export * from './words.js'
export * from './wrongValues.js'
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
export {
  cleanUpScenario,
  recordedKind,
  idText,
  readAddress,
  isCounted,
  sentIn,
  type Exchange,
} from '../wire/exchange.js'
export { isGateway } from '../wire/again.js'
export { serverWords } from '../wire/serverWords.js'
export { escapeText } from '../contract/escapeText.js'
export { inlineYaml } from '../profile/recordedProfile.js'
export { demandsOf, saysWanting } from '../wire/demands.js'
export { Stop } from '../wire/stop.js'
export { ClockFault, wrongMove } from '../wire/targetTime.js'
export { lookedUp, type LookedUp } from '../wire/body.js'
export { isMarker, isOfScenario, markerOf, idempotencyKey } from '../wire/marker.js'
export { Answer, type FieldPlace } from '../wire/answer.js'
export type { HelperRequest, Json, Operation, Place, Profile } from '../profile/profile.js'
export { openContract, schemaRef, type Contract, wordsOf } from '../contract/contract.js'
export { contractError, type ContractError } from '../contract/contractSchema.js'
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
export type { Payloads } from '../contract/payload.js'
export { default as fc } from 'fast-check'
export type { RequestInput, Target } from '../wire/target.js'
export type { Complaint } from '../profile/complaint.js'
export { mergeProfile, type Key } from '../profile/key.js'
export type { ContractFilling, OperationFilling } from '../contract/fillContract.js'
export { dayAt, instantIn, isoOf, toInstant, type Instant } from '../contract/instant.js'
export { recallsFrom, overDays } from '../profile/templates.js'
export { templatesFilled } from '../wire/bind.js'
export { formatPlace } from '../profile/place.js'
export { looksLikeCredential } from '../profile/credentials.js'
export { isList, isMap, valueAt, type JsonMap } from '../profile/jsonMap.js'
export { readSpec } from '../contract/builtSpec.js'
export { profileKeys, type ProfileKeys } from '../profile/profileKeys.js'
