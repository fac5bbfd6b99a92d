import type { Answer } from '../wire/answer.js'
import type { Pack } from '../suite/pack.js'
import type { Report, TallyResult, TallyRow, TransitionSeen } from './report.js'
import type { Tally, TallyEntry, Check, WholeCheck } from '../suite/check.js'
import type { LedgerEntry, Service } from '../wire/service.js'
import type { BookingFate, Phase } from '../evidence/evidence.js'
import type { Profile } from '../profile/profile.js'
import type { Level } from '../contract/clause.js'
import type { Contract } from '../contract/contract.js'
import { fail, type Judgement } from '../suite/judgement.js'
import { faultOf } from '../contract/messageOf.js'

export class LifecycleSeen {
  readonly #operations: Pack['operations']
  readonly #triggers: ReadonlySet<string>
  readonly #status = new Map<string, string>()
  readonly #times = new Map<string, TransitionSeen>()

  constructor({ contract, operations }: Pick<Pack, 'contract' | 'operations'>) {
    this.#operations = operations
    this.#triggers = new Set(contract.lifecycle.triggers.map(({ id }) => id))
  }

  add(answer: Answer): void {
    const { exchange } = answer
    const traits = this.#operations[exchange.purpose]
    if (!(this.#triggers.has(exchange.purpose) || traits?.shows === true) || exchange.as !== 'reseller') return
    if (answer.outcome === 'none') return
    const answered = answer.accepted ? answer.read('status') : undefined
    const after = typeof answered === 'string' ? answered : null
    const answeredId = answer.accepted ? answer.read('id') : undefined
    const id = exchange.bookingId ?? (typeof answeredId === 'string' ? answeredId : undefined)
    const before = id === undefined ? null : (this.#status.get(id) ?? null)
    if (id !== undefined && after !== null) this.#status.set(id, after)
    if (traits?.shows === true) {
      // A read shows what time alone did; one that finds nothing new is no transition.
      if (before !== null && after !== null && before !== after) this.#count(before, 'time', after)
      return
    }
    if (traits?.creates === true && before !== null) return
    this.#count(before, exchange.purpose, after)
  }

  all(): readonly TransitionSeen[] {
    return [...this.#times.values()].sort((a, b) => b.times - a.times || key(a).localeCompare(key(b)))
  }

  #count(from: string | null, trigger: string, to: string | null): void {
    const seen = { from, trigger, to, times: 1 }
    const before = this.#times.get(key(seen))
    this.#times.set(key(seen), { ...seen, times: (before?.times ?? 0) + 1 })
  }
}

function key({ from, trigger, to }: Omit<TransitionSeen, 'times'>): string {
  return JSON.stringify([from, trigger, to])
}

/** Rows of a tally: a hostile target may answer with new words every time. */
const most = 100

/** Characters of a word. */
const longest = 60

export class Tallied {
  readonly #tally: Tally
  readonly #rows = new Map<string, TallyRow>()

  constructor(tally: Tally) {
    this.#tally = tally
  }

  see(answer: Answer): void {
    for (const entry of this.#tally.of(answer)) this.#count(entry, answer.n)
  }

  result(): TallyResult {
    const { id, title, note, words, numbers } = this.#tally
    const rows = [...this.#rows.values()].sort((a, b) => b.times - a.times || a.exchange - b.exchange)
    return { id, title, note, words, numbers, rows }
  }

  #count({ words: given, numbers }: TallyEntry, exchange: number): void {
    const words = given.map((word) => (word.length <= longest ? word : `${word.slice(0, longest)}…`))
    const key = JSON.stringify(words)
    const row = this.#rows.get(key)
    if (row === undefined && this.#rows.size >= most) return
    this.#rows.set(key, {
      words,
      numbers: numbers.map((number, at) => widened(row?.numbers[at] ?? null, number)),
      times: (row?.times ?? 0) + 1,
      exchange: row?.exchange ?? exchange,
    })
  }
}

type Range = TallyRow['numbers'][number]

function widened(range: Range, number: number | null): Range {
  if (number === null) return range
  return { least: Math.min(range?.least ?? number, number), most: Math.max(range?.most ?? number, number) }
}

/**
 * What became of each booking in the ledger, and what was tried with it, in words a person can act on.
 * @param now by the clock of the target, in milliseconds since the epoch
 */
export function bookingFates(
  entries: readonly LedgerEntry[],
  { bookings }: Pick<Service, 'bookings'>,
  profile: Profile,
  now: number,
): readonly BookingFate[] {
  return entries.map((entry) => {
    const { id, key, scenario, exchange, as } = entry
    const status = entry.status === 'unknown' ? null : entry.status
    return { id, key, scenario, exchange, as, status, ...bookings.fateOf(entry, profile, now) }
  })
}

/** When the first hold is due that still ages, in ISO 8601; null: none does. */
export function firstDue({ pending }: Pick<Report, 'pending'>): string | null {
  return pending.map(({ dueAt }) => dueAt).sort()[0] ?? null
}

/** The level of the clause that a check judges. @throws Error if there is no such clause, which a test rules out */
export function levelOf(contract: Pick<Contract, 'clause'>, { id, clause }: Pick<Check, 'id' | 'clause'>): Level {
  const found = contract.clause(clause)
  if (found === undefined) throw new Error(`check ${id} cites ${clause}, which is no clause`)
  return found.level
}

interface Judged {
  readonly trial: number | null
  readonly phase: Phase
  readonly judgement: Judgement
}

export interface CheckRecord {
  readonly judged: Judged[]
  /** Judgements that were not kept one by one: passes, mostly. */
  passes: number
  failures: number
  crash?: string
}

/** So much is kept of a run at most: a target may show as much as it likes. */
const mostKept = 50_000
/** Findings of one check. */
const mostFindings = 60

/** All that one function keeps of the answers, and the checks that judge by it. */
interface Kept {
  readonly checks: WholeCheck[]
  readonly shown: unknown[]
  isAsked: boolean
  crash?: string
}

/** Judges, when a run is over, what was kept of all its answers. */
export class WholeRun {
  readonly #profile: Profile
  readonly #kept = new Map<WholeCheck['keep'], Kept>()

  constructor(checks: readonly WholeCheck[], profile: Profile) {
    this.#profile = profile
    for (const check of checks) {
      const kept = this.#kept.get(check.keep) ?? { checks: [], shown: [], isAsked: false }
      this.#kept.set(check.keep, kept)
      kept.checks.push(check)
    }
  }

  /** @returns the checks that speak of it */
  see(answer: Answer): readonly WholeCheck[] {
    return [...this.#kept].flatMap(([keep, kept]) =>
      keepOf(keep, kept, answer) ? kept.checks.filter(({ of }) => of.includes(answer.exchange.purpose)) : [],
    )
  }

  recordOf({ keep, judge }: WholeCheck): CheckRecord {
    const nothing: CheckRecord = { judged: [], passes: 0, failures: 0 }
    const kept = this.#kept.get(keep)
    if (kept?.isAsked !== true) return nothing
    const { shown, crash } = kept
    if (crash !== undefined) return { ...nothing, crash }
    try {
      const said = judge(shown, { profile: this.#profile })
      if (said === null) return nothing
      if (said.outcome === 'pass') return { ...nothing, passes: 1 }
      const judgement = said.outcome === 'fail' ? fail(...said.findings.slice(0, mostFindings)) : said
      return { ...nothing, judged: [{ trial: null, phase: 'once', judgement }] }
    } catch (error) {
      // A judge that throws is octospec's own fault, never the target's.
      return { ...nothing, crash: faultOf(error) }
    }
  }
}

/** @returns whether there was anything to keep */
function keepOf(keep: WholeCheck['keep'], kept: Kept, answer: Answer): boolean {
  kept.isAsked = true
  try {
    const shown = keep(answer).slice(0, mostKept - kept.shown.length)
    kept.shown.push(...shown)
    return shown.length > 0
  } catch (error) {
    kept.crash ??= faultOf(error)
    return false
  }
}
