import type { Transition } from './lifecycle.js'

/** What breaking a clause means: `must` and `derived` fail, `convention` warns, `gap` is only recorded. */
export type Level = 'must' | 'derived' | 'convention' | 'gap'

/** One normative statement of the documents, in our own words. */
export interface Clause {
  /** `2.4/original-not-below-retail`: section and name. Public and stable. */
  readonly id: string
  /** The section of the documents that speaks, `2.4`. */
  readonly section: string
  readonly also?: readonly string[]
  readonly level: Level
  readonly text: string
  /** The condition under which the clause applies, in words. */
  readonly when?: string
  /** Level `derived`: how it follows, naming the clauses or sections it follows from. */
  readonly derivation?: string
  /** A clause that says the same of another case: where it holds, this one is verified though its own case could not be had. */
  readonly verifiedBy?: string
  /** Where a convention, or the default of a gap, comes from. */
  readonly source?: string
  /** The operation that the documents call optional, without which the clause is not applicable. */
  readonly optional?: string
  /** `false` where no client can observe the clause; `reason` says why. */
  readonly observable?: false
  readonly reason?: string
  /** Level `gap`: what the documents leave open. */
  readonly question?: string
  /** Level `gap`: what the default profile assumes. */
  readonly default?: string
  /** Id of what it means for a business when the clause is broken, where no family that it is of says so. */
  readonly impact?: string
  /** What it says of states, as data. */
  readonly transitions?: readonly Transition[]
}

/** `clauses.yaml`. */
export interface Clauses {
  readonly clauses: readonly Clause[]
  /** The titles of the documents' sections, by number: `4` and `4.2`. */
  readonly sections: Readonly<Record<string, string>>
}

/** What it means for a business when a clause is broken. */
export interface Impact {
  readonly id: string
  /** What happens, in one line for somebody who does not know the documents. */
  readonly title: string
  readonly means: string
  readonly next: string
  /** Whose work that is. */
  readonly who: string
  /** Clauses by id, `*` is any text; a clause belongs to the impact with the longest text that fits it, else to the first. */
  readonly clauses: readonly string[]
  /** Those of its clauses that hold for every field of an answer: which one is wrong may mean something else. */
  readonly byField?: readonly string[]
  /** Fields that are wrong where such a clause is broken, as findings call them: then it means this. */
  readonly fields?: readonly string[]
  /** It means this as well where such a field is not there at all. */
  readonly orGone?: boolean
  /** Those of its clauses that are about several requests together: another check that shows the same leads before them. */
  readonly aside?: readonly string[]
}

/** `impacts.yaml`: the worst first. */
export interface Impacts {
  readonly impacts: readonly (Omit<Impact, 'clauses'> & Partial<Pick<Impact, 'clauses'>>)[]
}
