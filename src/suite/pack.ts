import { existsSync, readFileSync } from 'node:fs'
import { specFile } from '../contract/specFile.js'
import type { Profile } from '../profile/profile.js'
import type { Answer } from '../wire/answer.js'
import type { Service } from '../wire/service.js'
import type { Contract } from '../contract/contract.js'
import type { ContractFilling } from '../contract/fillContract.js'
import type { Payloads } from '../contract/payload.js'
import type { ProfileKeys } from '../profile/profileKeys.js'
import type { Acquaint } from './interview.js'
import type { Finding } from './finding.js'
import type { Obstacle } from './judgement.js'
import type { ReferenceService } from './referenceService.js'
import type { Acts } from './acts.js'
import type { Registry } from './suite.js'
import type { Tally } from './check.js'

/** One scenario: what it costs, and what the proof shows it to find. */
export interface Ranked {
  readonly id: string
  /** That it sends on the reference service, with those that end what it made. */
  readonly requests: number
  /** Faults that it shows, and none before it in the ranking. */
  readonly faults: number
}

/** The scenarios, those first that find most by fewest requests (`reports/kills.csv`). `octospec prove` writes it. */
export interface Ranking {
  /** How many of them, from the first, a smoke run has. */
  readonly smoke: number
  readonly scenarios: readonly Ranked[]
}

/** The place of a pack's ranking, in `spec/`. */
export function rankingFile(folder: string): string {
  return `${folder}/ranking.json`
}

/** The ranking of the pack with this folder in `spec/`; of one that was never proven, an empty one. */
export function readRanking(folder: string): Ranking {
  const path = specFile(rankingFile(folder))
  if (!existsSync(path)) return { smoke: 0, scenarios: [] }
  // Our own file, written by `octospec prove`.
  return JSON.parse(readFileSync(path, 'utf8')) as Ranking
}

/** Whether a run may send what commits somebody to something: never to a live target, unless that was allowed. */
export function mayCommit({ target }: Pick<Profile, 'target'>, plan: { readonly allowLiveBookings: boolean }): boolean {
  return target.environment !== 'live' || plan.allowLiveBookings
}

const mark = '#taken'

/** Marks a key of a profile as read from a request that the target took. */
export function takenKey(key: string): string {
  return `${key}${mark}`
}

/** The key of the profile, either way. */
export function plainKey(key: string): string {
  return key.endsWith(mark) ? key.slice(0, -mark.length) : key
}

/** One service as the engine takes it. What the engine knows of a service, it knows from this value. */
export interface Pack extends Registry, Service {
  /** The name of its folders, `transfers`. */
  readonly name: string
  readonly profile: ProfileKeys
  readonly contract: Contract
  /** How a target fills the contract's gaps, as far as its own file says so: a gap left to a default stays a gap. */
  fillingOf(profile: Profile): ContractFilling
  /** An extra of the service that a client may ask for: its name, and the option of our commands that leaves it out. */
  readonly capability: { readonly name: string; readonly without: string }
  readonly payloads: Payloads
  /** Things outside the operations that scenarios cannot do without, by the name under which they ask for it. */
  readonly needs: Readonly<Record<string, Need>>
  /** What a profile says that answers do not show, by the key that says it: the clauses that nothing else shows. */
  unshown?(profile: Profile): Readonly<Record<string, readonly string[]>>
  /** Which of octospec's own defaults the answers of a run rest on, and which they confirm. */
  readonly defaults: Defaults
  /** Possible causes of many findings at once. */
  readonly causes: readonly CauseRule[]
  /** What is worth seeing of a run as a whole, whatever it is: shown in the report, in this order. */
  readonly tallies: readonly Tally[]
  readonly acts: Acts
  /** Times of visits, without a test clock, that together see all that must be seen, where that can be foreseen. */
  visits?(profile: Profile): readonly Visit[]
  readonly acquaint: Acquaint
  readonly ranking: Ranking
  readonly reference: ReferenceService
}

/** A time to come back in: minutes after the run began to wait. Without an end it is never too late. */
export interface Visit {
  readonly from: number
  readonly until?: number
  /** What is seen then, and lost otherwise: `when an extended hold outlives its former end`. */
  readonly sees: string
}

/** A check that is not as it should be, as a report has it. */
export interface OpenCheck {
  readonly id: string
  readonly clause: string
  readonly outcome: string
  readonly obstacle?: Obstacle
  readonly findings: readonly Finding[]
}

/** Something that many checks go back to, and that none of them can know alone. */
export interface CauseRule {
  readonly text: string
  /** Whether it is so, from all that is not as it should be. */
  readonly when: (open: readonly OpenCheck[]) => boolean
  readonly covers: (check: OpenCheck) => boolean
  /** Whether a check shows it by itself: it then means what breaking that clause means, not the worst that follows. */
  readonly shows?: (check: OpenCheck) => boolean
}

/** Something that a target must have, by its profile, for a scenario to act. A method: a pack may take its own. */
export interface Need {
  readonly key: string
  has(profile: Profile): boolean
  readonly reason: string
  /** The way to change that. */
  readonly remedy: string
  /** `not-applicable`: without it there is nothing to verify. */
  readonly outcome?: 'untested' | 'not-applicable'
  /** It is something to send: without it nothing can be told of what came back, whatever it looks like. */
  readonly isSent?: true
  /** Profiles have it as a rule, so that a smoke run may ask for it. */
  readonly usual?: true
}

/** A field that was written at a place which may not be the target's. */
export interface Written {
  readonly key: string
  /** The field, as findings call it. */
  readonly field: string
  /** Whether a later answer shows what was sent. */
  isShownIn(answer: Answer): boolean
}

/** Profile keys whose defaults fill what the documents leave open. Methods, so that a pack may take its own answers. */
export interface Defaults {
  /** Those that were in the request of an answer: a refusal may be due to any of them. */
  sent(answer: Answer): readonly string[]
  /** Those of the places where an accepted answer has something of the right kind. */
  shown(answer: Answer): readonly string[]
  /**
   * Those at whose places a target may well show nothing, whatever its profile says, and whether an accepted answer has
   * something there, be it null. Empty: the answer shows nothing that could be there.
   */
  carried(answer: Answer): ReadonlyMap<string, boolean>
  /** What an accepted answer's request wrote, at our own undeclared places, into what answers may show. */
  written(answer: Answer): readonly Written[]
  /** Whether the default of a key is octospec's own, and not stated by the documents. */
  readonly isOurs: (key: string) => boolean
}
