import type { Answer } from '../client/answer.js'
import { faultOf } from '../contract/faultOf.js'
import type { Profile } from '../profile/profile.js'
import type { WholeCheck } from '../suite/check.js'
import { fail } from '../suite/judgement.js'
import type { CheckRecord } from './checkRecord.js'

/** What one check keeps of a run: a target may show as much as it likes. */
const mostKept = 5000
/** Findings of it. */
const mostFindings = 60

interface Kept {
  readonly check: WholeCheck
  readonly shown: unknown[]
  isAsked: boolean
  crash?: string
}

export class WholeRun {
  readonly #profile: Profile
  readonly #kept = new Map<string, Kept>()

  constructor(checks: readonly WholeCheck[], profile: Profile) {
    this.#profile = profile
    for (const check of checks) this.#kept.set(check.id, { check, shown: [], isAsked: false })
  }

  /** @returns the checks that keep something of it */
  see(answer: Answer): readonly WholeCheck[] {
    const looking = [...this.#kept.values()].filter(({ check }) => check.of.includes(answer.exchange.purpose))
    return looking.filter((kept) => keepOf(kept, answer)).map(({ check }) => check)
  }

  recordOf({ id }: WholeCheck): CheckRecord {
    const nothing: CheckRecord = { judged: [], passes: 0, failures: 0 }
    const kept = this.#kept.get(id)
    if (kept?.isAsked !== true) return nothing
    const { check, shown, crash } = kept
    if (crash !== undefined) return { ...nothing, crash }
    try {
      const said = check.judge(shown, { profile: this.#profile })
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
function keepOf(kept: Kept, answer: Answer): boolean {
  kept.isAsked = true
  try {
    const shown = kept.check.keep(answer).slice(0, mostKept - kept.shown.length)
    kept.shown.push(...shown)
    return shown.length > 0
  } catch (error) {
    kept.crash ??= faultOf(error)
    return false
  }
}
