import { recordedAs, idText, type Exchange } from '../wire/exchange.js'
import { readPointer } from '../contract/json.js'
import { findingsOf, Judging } from '../judge/judging.js'
import { makePlan } from '../judge/plan.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'
import type { Pack } from '../suite/pack.js'
import type { CheckRecord } from '../judge/seen.js'
import { judgesRecordings } from '../suite/check.js'
import { Cleaner, type SeenExchange } from './cleaner.js'
import { clientBreaches, type ClientBreach, type ShownBooking } from './clientBreaches.js'

/** Something that was found of the server's. */
export interface RecordedFinding {
  readonly check: string
  readonly clause: string
  /** A convention that is not followed only warns. */
  readonly outcome: 'fail' | 'warn'
  readonly finding: Finding
}

/** What one exchange came to. */
export interface Taken {
  readonly server: readonly RecordedFinding[]
  readonly client: readonly ClientBreach[]
}

/** What a {@link Recording} is judged by. */
export interface RecordingOptions {
  readonly profile: Profile
  readonly pack: Pack
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Bookings that are followed at once; the one that was longest ago is let go of. */
const mostBookings = 500
/** Exchanges of one booking, or of none, that are kept. */
const mostKept = 100
/** Idempotency keys that are remembered. */
const mostKeys = 50_000

interface Followed {
  readonly scenario: string
  exchanges: number
  shown: ShownBooking | null
}

export function recordableChecks({ checks }: Pick<Pack, 'checks'>): readonly string[] {
  return [...checks.values()].filter(judgesRecordings).map(({ id }) => id)
}

/**
 * Judges traffic that others made, exchange by exchange, as the evidence of a run: it follows each booking through its
 * life. It keeps only what is under way.
 */
export class Recording {
  readonly judging: Judging
  readonly #options: RecordingOptions
  readonly #cleaner: Cleaner
  readonly #bookings = new Map<string, Followed>()
  readonly #keys = new Set<string>()
  readonly #told = new Map<string, number>()
  readonly #other: Followed = { scenario: recordedAs('other'), exchanges: 0, shown: null }
  #made = 0
  #clockMinutes = 0
  #strange = 0

  constructor(options: RecordingOptions) {
    this.#options = options
    this.#cleaner = new Cleaner(options)
    const { profile, pack, startedAt } = options
    const only = recordableChecks(pack)
    const plan = {
      // Nobody is to blame for what the traffic does not show.
      ...makePlan(profile, pack, startedAt, { only, allowUntested: ['*'] }),
      nonce: 'recorded',
    }
    this.judging = new Judging(plan, profile, pack)
  }

  get strange(): number {
    return this.#strange
  }

  take(seen: SeenExchange): Taken {
    const { profile, pack } = this.#options
    const clean = this.#cleaner.clean(seen)
    if (clean === null) {
      this.#strange += 1
      return { server: [], client: [] }
    }
    const seenNow: Exchange = { ...clean, clockMinutes: this.#clockMinutes }
    const followed = this.#followedOf(seenNow)
    const exchange: Exchange = { ...seenNow, scenario: followed.scenario }
    const client = clientBreaches(exchange, followed.shown, profile, pack)
    this.judging.take({ type: 'exchange', exchange })
    followed.exchanges += 1
    this.#see(followed, exchange)
    if (followed.exchanges >= mostKept) this.#close(followed)
    return { server: this.#newFindings(), client }
  }

  /** Ends it: what can only be judged of whole lives of bookings is judged now. */
  end(): readonly RecordedFinding[] {
    for (const followed of [...this.#bookings.values(), this.#other]) this.#close(followed)
    this.#bookings.clear()
    this.judging.take({ type: 'end', reason: 'complete', durationMs: 0, requests: this.judging.exchanges, notes: [] })
    return [...this.#newFindings(), ...this.#wholeFindings()]
  }

  #close(followed: Followed): void {
    if (followed.exchanges === 0) return
    this.judging.take({ type: 'done', scenario: followed.scenario })
    followed.exchanges = 0
  }

  /** Findings since the last call, without those that rest on a guess of ours. */
  #newFindings(): readonly RecordedFinding[] {
    return [...this.judging.checks].flatMap(([id, { judged, failures }]) => {
      if (failures === (this.#told.get(id) ?? 0)) return []
      this.#told.set(id, failures)
      return this.#tell(id, judged.at(-1))
    })
  }

  /** Findings of the checks that judge all of it together. */
  #wholeFindings(): readonly RecordedFinding[] {
    const { plan, registry } = this.judging
    return plan.checks.flatMap((id) => {
      const check = registry.checks.get(id)
      return check?.kind === 'whole' ? this.#tell(id, this.judging.recordOf(check).judged.at(-1)) : []
    })
  }

  #tell(id: string, last: CheckRecord['judged'][number] | undefined): readonly RecordedFinding[] {
    const { registry, confirmedKeys, profile, plan } = this.judging
    const [finding] = findingsOf(last?.judgement ?? { outcome: 'pass' })
    const { clause = '' } = registry.checks.get(id) ?? {}
    if (finding === undefined || confirmedKeys.doubtful(finding.restsOn ?? [], profile).length > 0) return []
    const warns = registry.contract.clause(clause)?.level === 'convention' && !plan.strict
    return [{ check: id, clause, outcome: warns ? 'warn' : 'fail', finding }]
  }

  /** The booking that an exchange is about: its scenario says how much of its life is known. */
  #followedOf(exchange: Exchange): Followed {
    const { pack, profile } = this.#options
    const { creates = false, key: keyField } = pack.operations[exchange.purpose] ?? {}
    const answer = pack.answer(exchange, profile)
    const made =
      creates && answer.accepted ? idText(this.#at(answer.json, pack.bookings.places(profile).id)) : undefined
    const id = exchange.bookingId ?? made
    if (id === undefined) return this.#other
    const key = keyField === undefined ? undefined : exchange.input[keyField]
    const repeated = typeof key === 'string' && this.#keys.has(`${exchange.as} ${key}`)
    if (this.#keys.size > mostKeys) this.#keys.clear()
    if (creates && typeof key === 'string') this.#keys.add(`${exchange.as} ${key}`)
    const name = `${exchange.as} ${id}`
    const known = this.#bookings.get(name)
    this.#bookings.delete(name)
    const followed = known ?? { scenario: this.#scenarioOf(exchange, creates && !repeated), exchanges: 0, shown: null }
    this.#bookings.set(name, followed)
    const [oldest] = this.#bookings
    if (this.#bookings.size > mostBookings && oldest !== undefined) {
      this.#close(oldest[1])
      this.#bookings.delete(oldest[0])
    }
    // The answer to a key that was used before is no new booking.
    return creates && known !== undefined ? this.#other : followed
  }

  #scenarioOf({ request }: Exchange, isNew: boolean): string {
    this.#made += 1
    const wanted = Object.entries(this.#options.pack.requests.headers({}))
    const asked = wanted.every(([name, value]) => request.headers[name] === value)
    return recordedAs(isNew && asked ? 'booking' : 'earlier', this.#made)
  }

  #moveClock({ input }: Exchange): void {
    const { minutes, seconds, at } = input
    if (typeof minutes === 'number') this.#clockMinutes += minutes
    if (typeof seconds === 'number') this.#clockMinutes += seconds / 60
    // Nobody knows from where it was set: what was booked before is followed no further.
    if (at === undefined) return
    for (const followed of this.#bookings.values()) this.#close(followed)
    this.#bookings.clear()
  }

  #see(followed: Followed, exchange: Exchange): void {
    const { pack, profile } = this.#options
    const answer = pack.answer(exchange, profile)
    if (!answer.accepted) return
    if (exchange.purpose === 'clock') this.#moveClock(exchange)
    const traits = pack.operations[exchange.purpose]
    if (traits === undefined || followed === this.#other) return
    const places = pack.bookings.places(profile)
    const status = this.#at(answer.json, places.status)
    const mayEnd = this.#at(answer.json, places.mayEnd)
    followed.shown = {
      n: exchange.n,
      status: typeof status === 'string' ? status : null,
      mayEnd: typeof mayEnd === 'boolean' ? mayEnd : null,
    }
  }

  #at(json: Json | undefined, pointer: string | null): Json | undefined {
    return json === undefined || pointer === null ? undefined : readPointer<Json>(json, pointer)
  }
}
