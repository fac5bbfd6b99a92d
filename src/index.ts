/**
 * octospec from a program: run the suites, read what they wrote, validate payloads, start the reference service.
 * The command line does nothing that cannot be done from here.
 */
export { outcomesOf, type OwnSuite, type RanSuites, runSuites, type RunSuitesOptions } from './library/runSuites.js'
export { type ResumedRun, resumeRun, type ResumeRunOptions } from './library/resumeRun.js'
export { proveSuites, type ProveSuitesOptions, startReference } from './library/reference.js'
export type { Proof, ProofRow } from './proof/proof.js'
export { openSuite } from './suite/suite.js'
export { expect as expectAnswer } from './suite/expect.js'
export { fail, type Judgement, notApplicable, pass, untested } from './suite/judgement.js'
export type { Answer } from './wire/answer.js'
export { runFleet, type RanFleet } from './library/runFleet.js'
export type { FleetProgress, RunFleetOptions } from './library/fleetTarget.js'
export { mergeFleets, type MergedFleets } from './fleet/fleetPage.js'
export { FleetError } from './fleet/fleetFile.js'
export type { FleetIndex, FleetRecord, FleetRun } from './fleet/fleetFolder.js'
export { startProxy, type Proxy, type ProxyOptions } from './proxy/startProxy.js'
export { Recording, type RecordedFinding, type RecordingOptions, type Taken } from './recording/recording.js'
export type { SeenExchange } from './recording/cleaner.js'
export type { ClientBreach } from './recording/clientBreaches.js'
export { harExchanges, type HarExchange } from './recording/harExchanges.js'
export { OwnRunError } from './library/ownRun.js'
export { systemClock, type Clock } from './wire/clock.js'
export type { Progress } from './act/runContext.js'
export { RunError, type RunErrorCode } from './judge/runError.js'
export { type PlanOptions } from './judge/plan.js'
export { type BookingFate, EvidenceError, type EvidenceLine, type Plan } from './evidence/evidence.js'
export type { TransitionSeen } from './judge/report.js'
export type { CheckResult, ClauseResult, Counts, GapResult, Outcome, Report, Verdict } from './judge/report.js'
export { readEvidence } from './evidence/readEvidence.js'
export { OutputError } from './evidence/files.js'
export { FolderInUse } from './report/reportFolder.js'
export { formats } from './report/formats.js'
export {
  type Change,
  type ChangeKind,
  compareReports,
  type Comparison,
  type Gate,
  gateOn,
} from './judge/compareReports.js'
export { readReport, verifyRun, type VerifyRunOptions } from './library/runOnDisk.js'
export type { Verification } from './report/verifyRun.js'
export { ReportError } from './report/reportFile.js'
export { readProfile, type ReadProfileOptions } from './profile/readProfile.js'
export { ProfileError, type ProfileProblem } from './profile/profileError.js'
export type { Json, Profile, Waiver } from './profile/profile.js'
export { pack } from './pack.js'
export type { Pack } from './suite/pack.js'
export type { Clause, Level } from './contract/clause.js'
export type { Contract, ContractOptions } from './contract/contract.js'
export { validatePayload, type Payload, type Payloads, recognise, type Recognised } from './contract/payload.js'
export type { ContractError } from './contract/contractSchema.js'
export type { ReferenceChoice as ReferenceOptions, RunningReference as Reference } from './suite/referenceService.js'
export type { Exchange } from './wire/exchange.js'
export type { Finding } from './suite/finding.js'
