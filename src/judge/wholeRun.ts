import type { Level } from '../contract/clause.js'
import type { Contract } from '../contract/contract.js'
import type { Check, WholeCheck } from '../suite/check.js'
import { fail, type Judgement } from '../suite/judgement.js'
import type { Phase } from '../evidence/evidence.js'
import type { Answer } from '../wire/answer.js'
import { faultOf } from '../contract/messageOf.js'
import type { Profile } from '../profile/profile.js'

/** The level of the clause that a check judges. @throws Error when there is no such clause; a test keeps that from happening. */
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
