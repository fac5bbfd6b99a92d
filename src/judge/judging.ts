import { asRecorded } from '../profile/recordedProfile.js'
import type { Profile } from '../profile/profile.js'
import type { Finding, Remark } from '../suite/finding.js'
import type { Check, CourseCheck, Observation, SweepCheck, TrialCheck } from '../suite/check.js'
import { fail, type Judgement, type Obstacle, untested } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'
import { reviveTrial } from '../suite/trial.js'
import { comeAgain, type Answer } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import { lookedUp, type LookedUp } from '../wire/body.js'
import { Ledger } from '../wire/ledger.js'
import { ConfirmedKeys, NotOffered, UncertainWrites } from './doubt.js'
import type { EvidenceLine, Phase, Plan } from '../evidence/evidence.js'
import { LifecycleSeen, Tallied, type CheckRecord, WholeRun } from './seen.js'
import { completed, completedObstacle } from './findings.js'
import { messageOf, faultOf } from '../contract/messageOf.js'

/** Findings beyond this many per check are counted but not kept, so that a hostile target cannot fill the memory. */
const keptPerCheck = 60
/** Of all of those together: one answer may show tens of thousands. */
const mostFindings = 1000

export interface ScenarioRecord {
  stop?: {
    readonly reason: string
    readonly remedy: string
    readonly exchange: number | null
    readonly obstacle?: Obstacle
    readonly key?: string
  }
  crash?: string
  smallest?: { readonly trial: number; readonly replay: string }
  trials: number
  done: boolean
}

/** Of one observation; a target may answer as much as it likes. */
const mostSeen = 40

/** Judges evidence line by line, live or read again, and keeps the exchanges of open scenarios alone. */
export class Judging {
  readonly plan: Plan
  readonly profile: Profile
  /** The profile to judge by: without values from the environment, as answers and later judges have it. */
  readonly judged: Profile
  readonly registry: Pack
  readonly confirmedKeys: ConfirmedKeys
  readonly lifecycle: LifecycleSeen
  readonly notOffered: NotOffered
  readonly tallies: readonly Tallied[]
  readonly #uncertain: UncertainWrites
  readonly checks: Map<string, CheckRecord> = new Map()
  readonly scenarios: Map<string, ScenarioRecord> = new Map()
  /** By scenario: how long its answers took, in milliseconds. */
  readonly times: Map<string, number> = new Map()
  readonly observed: Map<string, Set<string>> = new Map()
  readonly remarks: Map<string, readonly Remark[]> = new Map()
  pending: readonly Extract<EvidenceLine, { type: 'pending' }>[] = []
  bookings: Extract<EvidenceLine, { type: 'bookings' }>['bookings'] = []
  end: Extract<EvidenceLine, { type: 'end' }> | null = null
  readonly notes: Set<string> = new Set()
  exchanges = 0
  readonly purposes: Set<string> = new Set()
  /** The highest number of an exchange: a run that was killed did not record each. */
  lastNumber = 0
  /** The bookings of the run, as far as the evidence shows them. */
  readonly books: Ledger

  /** By check that looks on: its shares in the time of what it looked at, in milliseconds. */
  readonly #shares = new Map<string, number>()
  readonly #answers = new WeakMap<Exchange, LookedUp<Answer>>()
  readonly #open = new Map<string, Map<number, Exchange>>()
  readonly #sweeps = new Map<string, SweepCheck[]>()
  readonly #trials = new Map<string, TrialCheck[]>()
  readonly #courses: CourseCheck[] = []
  readonly #foundOnce = new Set<string>()
  readonly #whole: WholeRun

  constructor(plan: Plan, profile: Profile, registry: Pack) {
    this.plan = plan
    this.profile = profile
    this.judged = asRecorded(profile, registry.profile)
    this.registry = registry
    this.books = new Ledger(registry)
    this.confirmedKeys = new ConfirmedKeys(registry.defaults)
    this.lifecycle = new LifecycleSeen(registry)
    this.notOffered = new NotOffered(registry)
    this.tallies = registry.tallies.map((tally) => new Tallied(tally))
    this.#uncertain = new UncertainWrites(registry)
    const ids = new Set(plan.checks)
    const chosen = [...registry.checks.values()].filter(({ id }) => ids.has(id))
    this.#whole = new WholeRun(
      chosen.filter((check) => check.kind === 'whole'),
      this.judged,
    )
    for (const check of chosen) {
      if (check.kind === 'trial') group(this.#trials, check.scenario, check)
      else if (check.kind === 'course') this.#courses.push(check)
      else if (check.kind === 'sweep') for (const purpose of check.of) group(this.#sweeps, purpose, check)
    }
  }

  /**
   * Takes one line. For a trial it returns what each check says of it, by check id, so that a driver can steer by it.
   */
  take(line: EvidenceLine): ReadonlyMap<string, Judgement> {
    switch (line.type) {
      case 'intent':
        this.#note(line.exchange)
        break
      case 'exchange':
        this.#exchange(line.exchange)
        break
      case 'trial':
        return this.#trial(line)
      case 'smallest':
        this.#scenario(line.scenario).smallest = line
        break
      case 'stop':
        this.#stop(line)
        break
      case 'crash':
        this.#scenario(line.scenario).crash = line.message
        break
      case 'done':
        this.#scenario(line.scenario).done = true
        this.#course(line.scenario)
        this.#open.delete(line.scenario)
        this.confirmedKeys.forget(line.scenario)
        this.pending = this.pending.filter(({ scenario }) => scenario !== line.scenario)
        break
      case 'pending':
        this.pending = [...this.pending.filter(({ scenario }) => scenario !== line.scenario), line]
        break
      case 'bookings':
        this.bookings = line.bookings
        break
      case 'end':
        this.end = line
        for (const note of line.notes ?? []) this.notes.add(note)
        break
      case 'plan':
      case 'seal':
        break
    }
    return new Map()
  }

  /**
   * An answer of a scenario that is not done yet.
   * @param by the exchange that shows what it did, where it says nothing of that itself
   */
  answerOf(scenario: string, n: number, by?: number): Answer | undefined {
    const open = this.#open.get(scenario)
    const exchange = open?.get(n)
    const answer = exchange && this.#answer(exchange)
    if (answer === undefined || by === undefined) return answer
    const read = open?.get(by)
    const shown = read && answer.shownIn(this.#answer(read))
    if (shown !== undefined) this.confirmedKeys.see(shown)
    return shown
  }

  checksOf(scenario: string): readonly TrialCheck[] {
    return this.#trials.get(scenario) ?? []
  }

  recordOf(check: Check): CheckRecord {
    if (check.kind === 'whole') return this.#whole.recordOf(check)
    return this.checks.get(check.id) ?? { judged: [], passes: 0, failures: 0 }
  }

  /** A check's share in the time of answers, in milliseconds: of its scenario's time, or of all that it looks on at. */
  shareOf(check: Check): number {
    if (check.kind !== 'trial') return this.#shares.get(check.id) ?? 0
    return (this.times.get(check.scenario) ?? 0) / (this.#trials.get(check.scenario)?.length ?? 1)
  }

  #exchange(exchange: Exchange): void {
    this.exchanges += 1
    this.purposes.add(exchange.purpose)
    // A later visit goes on after the end of an earlier one, and must come to an end of its own.
    this.end = null
    const open = this.#open.get(exchange.scenario) ?? new Map<number, Exchange>()
    this.#open.set(exchange.scenario, open.set(exchange.n, exchange))
    add(this.times, exchange.scenario, exchange.durationMs)
    const answer = this.#note(exchange)
    if (this.#isOfNone(exchange)) return
    this.confirmedKeys.see(answer)
    this.lifecycle.add(answer)
    this.notOffered.see(answer, this.books.isOwn(exchange.bookingId ?? '', exchange.as))
    for (const tallied of this.tallies) this.#tally(tallied, answer)
    this.#share(this.#whole.see(answer), exchange.durationMs)
    this.#uncertain.see(answer)
    for (const observation of this.registry.observations.values())
      if (observation.of?.includes(exchange.purpose) === true) this.#observe(observation, answer)
    const looking = (this.#sweeps.get(exchange.purpose) ?? []).filter(
      ({ id, judge }) =>
        this.#judge(id, { trial: null, phase: 'once', exchangeOf: () => exchange }, () =>
          this.#foundAgain(id, answer, judge(answer, { profile: this.judged })),
        ) !== null,
    )
    this.#share(looking, exchange.durationMs)
  }

  /** A failure that the network may have caused counts only once it is found again; null until then. */
  #foundAgain(id: string, answer: Answer, judgement: Judgement | null): Judgement | null {
    if (judgement?.outcome !== 'fail' || !answer.mayBeOfNetwork) return judgement
    const kind = JSON.stringify([id, answer.exchange.purpose, answer.status])
    if (this.#foundOnce.has(kind)) return judgement
    this.#foundOnce.add(kind)
    return null
  }

  /** Its method is not its operation's: it is the answer of no operation, and only its scenario judges it. */
  #isOfNone({ purpose, request }: Exchange): boolean {
    const operation = Object.hasOwn(this.judged.operations, purpose) ? this.judged.operations[purpose] : null
    return operation !== null && operation !== undefined && request.method !== operation.method
  }

  #share(looking: readonly Check[], time: number): void {
    for (const { id } of looking) add(this.#shares, id, time / looking.length)
  }

  #tally(tallied: Tallied, answer: Answer): void {
    try {
      tallied.see(answer)
    } catch (error) {
      this.notes.add(`octospec could not count what request ${answer.n} shows: ${faultOf(error)}`)
    }
  }

  #answer(exchange: Exchange): Answer {
    const answer = this.#answers.get(exchange)?.deref() ?? this.registry.answer(exchange, this.judged)
    this.#answers.set(exchange, lookedUp(exchange, answer))
    return answer
  }

  #note(exchange: Exchange): Answer {
    const answer = this.#answer(exchange)
    this.lastNumber = Math.max(this.lastNumber, exchange.n)
    this.books.note(answer)
    return answer
  }

  /** What a check says of a timeline so far; null: it does not go on, or octospec could not tell. */
  soFar({ scenario, judge }: TrialCheck): Judgement | null {
    const line = this.pending.find((each) => each.scenario === scenario)
    if (line === undefined) return null
    try {
      const data = reviveTrial(line.data, (n, by) => this.answerOf(scenario, n, by))
      const exchangeOf = (n: number): Exchange | undefined => this.#open.get(scenario)?.get(n)
      return this.#certain(judge(data, { profile: this.judged }), scenario, exchangeOf)
    } catch {
      // It is judged once more when all of it is there, and a fault of octospec's is told then.
      return null
    }
  }

  #trial(line: Extract<EvidenceLine, { type: 'trial' }>): ReadonlyMap<string, Judgement> {
    const said = new Map<string, Judgement>()
    const record = this.#scenario(line.scenario)
    record.trials += 1
    const open = this.#open.get(line.scenario)
    const exchangeOf = (n: number): Exchange | undefined => open?.get(n)
    const data = reviveTrial(line.data, (n, by) => this.answerOf(line.scenario, n, by))
    for (const check of this.checksOf(line.scenario)) {
      const judgement = this.#judge(check.id, { ...line, exchangeOf }, () =>
        this.#certain(check.judge(data, { profile: this.judged }), line.scenario, exchangeOf),
      )
      if (judgement !== null) said.set(check.id, judgement)
    }
    for (const observation of this.registry.observations.values()) {
      if (observation.scenario === line.scenario) this.#observe(observation, data)
    }
    return said
  }

  #course(scenario: string): void {
    const open = this.#open.get(scenario)
    if (open === undefined || this.#courses.length === 0) return
    const answers = [...open.values()]
      .filter((exchange) => !this.#isOfNone(exchange))
      .sort((a, b) => a.n - b.n)
      .map((exchange) => this.#answer(exchange))
    const exchangeOf = (n: number): Exchange | undefined => open.get(n)
    const looking = this.#courses.filter(({ id, of, judge }) => {
      if (!answers.some(({ exchange }) => of.includes(exchange.purpose))) return false
      const judged = this.#judge(id, { trial: null, phase: 'once', exchangeOf }, () => {
        const judgement = judge(answers, { profile: this.judged })
        return judgement && this.#certain(judgement, scenario, exchangeOf)
      })
      return judged !== null
    })
    this.#share(looking, this.times.get(scenario) ?? 0)
  }

  /** The judgement without the findings that may be due to a write of which nobody knows whether it was performed. */
  #certain(judgement: Judgement, scenario: string, exchangeOf: (n: number) => Exchange | undefined): Judgement {
    const found = findingsOf(judgement).map((finding) => {
      const shown = finding.exchange === null ? undefined : exchangeOf(finding.exchange)
      return { finding, cause: this.#uncertain.behind(scenario, shown ?? null, this.judged) }
    })
    const certain = found.filter(({ cause }) => cause === undefined)
    const [doubtful] = found.filter(({ cause }) => cause !== undefined)
    if (doubtful?.cause === undefined) return judgement
    if (certain.length > 0) return fail(...certain.map(({ finding }) => finding))
    const { finding, cause } = doubtful
    const answer = this.#answer(cause)
    return untested(
      `${finding.message}; but nobody knows whether ${cause.purpose} was performed, which got ${answer.describe()} (request ${cause.n})`,
      comeAgain(answer),
    )
  }

  /** An error here is octospec's own fault, and must not keep the evidence from being judged again. */
  #observe(observation: Observation, data: unknown): void {
    const seen = this.#seen(observation, data)
    if (typeof seen === 'object') {
      const known = this.remarks.get(observation.id) ?? []
      this.remarks.set(observation.id, [...known, ...(seen ?? [])].slice(0, mostSeen))
      return
    }
    const all = this.observed.get(observation.id) ?? new Set()
    if (all.size < mostSeen) this.observed.set(observation.id, all.add(seen))
  }

  #seen(observation: Observation, data: unknown): string | readonly Remark[] | null {
    try {
      return observation.observe(data, { profile: this.judged })
    } catch (error) {
      return `octospec could not tell: ${messageOf(error)}`
    }
  }

  #judge(
    id: string,
    {
      trial,
      phase,
      exchangeOf,
    }: { trial: number | null; phase: Phase; exchangeOf: (n: number) => Exchange | undefined },
    judge: () => Judgement | null,
  ): Judgement | null {
    const record = this.checks.get(id) ?? { judged: [], passes: 0, failures: 0 }
    this.checks.set(id, record)
    try {
      const judgement = judge()
      if (judgement === null) return null
      if (judgement.outcome === 'pass') {
        record.passes += 1
        this.confirmedKeys.add(judgement.confirms ?? [], id)
        return judgement
      }
      if (judgement.outcome === 'fail') record.failures += 1
      if (record.judged.length < keptPerCheck)
        record.judged.push({ trial, phase, judgement: completed(someOf(judgement, record), exchangeOf, this) })
      return judgement
    } catch (error) {
      // A judge that throws is octospec's own fault, never the target's: it becomes the outcome `error`.
      record.crash ??= faultOf(error)
      return null
    }
  }

  /** The scenario is still open: what stopped it can be looked at. */
  #stop({ scenario, reason, remedy, exchange, key }: Extract<EvidenceLine, { type: 'stop' }>): void {
    const obstacle =
      exchange === null
        ? undefined
        : completedObstacle({ kind: 'refused', exchange }, (n) => this.answerOf(scenario, n))
    this.#scenario(scenario).stop = {
      reason,
      remedy,
      exchange,
      ...(key !== undefined && { key }),
      ...(obstacle !== undefined && { obstacle }),
    }
  }

  #scenario(id: string): ScenarioRecord {
    const record = this.scenarios.get(id) ?? { trials: 0, done: false }
    this.scenarios.set(id, record)
    return record
  }
}

function someOf(judgement: Judgement, { judged }: CheckRecord): Judgement {
  if (judgement.outcome !== 'fail') return judgement
  const kept = judged.reduce((sum, one) => sum + findingsOf(one.judgement).length, 0)
  return fail(...judgement.findings.slice(0, Math.max(1, mostFindings - kept)))
}

function group<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key) ?? []
  items.push(item)
  map.set(key, items)
}

function add(times: Map<string, number>, key: string, time: number): void {
  times.set(key, (times.get(key) ?? 0) + time)
}

export function findingsOf(judgement: Judgement): readonly Finding[] {
  return judgement.outcome === 'fail' ? judgement.findings : []
}
