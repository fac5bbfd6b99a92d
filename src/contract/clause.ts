import type { ContractOperation } from './contractOperations.js'

/** The weight of a broken clause: `must` and `derived` fail, `convention` warns, `gap` is only recorded. */
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
  /** A clause that says the same of another case: where it holds, this one is verified even without its own case. */
  readonly verifiedBy?: string
  /** The source of a convention, or of the default of a gap. */
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
  /** Its statements on states, as data. */
  readonly transitions?: readonly Transition[]
}

/** `clauses.yaml`. */
export interface Clauses {
  readonly clauses: readonly Clause[]
  /** The titles of the documents' sections, by number: `4` and `4.2`. */
  readonly sections: Readonly<Record<string, string>>
}

/** The meaning of a broken clause for a business. */
export interface Impact {
  readonly id: string
  /** The consequence, in one line for somebody who does not know the documents. */
  readonly title: string
  readonly means: string
  readonly next: string
  /** Whose work that is. */
  readonly who: string
  /** Clauses by id, `*` is any text. A clause belongs to the impact with the longest fitting text, else the first. */
  readonly clauses: readonly string[]
  /** Those of its clauses that hold for every field of an answer: which one is wrong may mean something else. */
  readonly byField?: readonly string[]
  /** Fields that are wrong where such a clause is broken, as findings call them: then it means this. */
  readonly fields?: readonly string[]
  /** It means this as well where such a field is not there at all. */
  readonly orGone?: boolean
  /** Its clauses about several requests together: another check that shows the same leads before them. */
  readonly aside?: readonly string[]
}

/** `impacts.yaml`: the worst first. */
export interface Impacts {
  readonly impacts: readonly (Omit<Impact, 'clauses'> & Partial<Pick<Impact, 'clauses'>>)[]
}

export function readImpacts({ impacts }: Impacts, clauses: readonly Clause[]): readonly Impact[] {
  return impacts.map((each) => {
    const own = clauses.flatMap(({ id, impact }) => (impact === each.id ? [id] : []))
    return { ...each, clauses: [...(each.clauses ?? []), ...own] }
  })
}

/** A state of what the service keeps; `none` is the time before there is any. */
export interface LifecycleState {
  readonly id: string
  readonly title: string
  readonly start?: true
  readonly known?: true
  readonly status?: string
  /** The key of the profile that names the status, `booking.statuses.…`. */
  readonly profile?: string
  /** A fact about the booking that no status need show. */
  readonly condition?: string
  readonly clause?: string
}

/** The mover of a booking: an operation of the client, time, or something outside the service. */
export interface LifecycleTrigger {
  readonly id: string
  readonly by: 'client' | 'clock' | 'outside'
  readonly title?: string
  readonly optional?: true
}

/** One row of the table: in this state, this trigger under this condition does that. */
export interface LifecycleRow {
  readonly from: string
  readonly trigger: string
  /** Without one, the row holds always. */
  readonly condition?: string
  /** `adopted`: the documents do not name the state, the model takes over the one that is answered. */
  readonly to: string
  readonly effect?: string
  readonly refused?: true
  /** Refused, or answered with the same booking unchanged. */
  readonly repeat?: true
  /** Accepted or refused: the documents do not say. */
  readonly outcome?: 'open'
  readonly clause: string
  readonly stateClause?: string
}

/** A row of the lifecycle as its clause has it, which says whether the outcome is open: of one state or several. */
export interface Transition extends Omit<LifecycleRow, 'from' | 'to' | 'outcome' | 'clause'> {
  readonly from: string | readonly string[]
  /** Without one, the state stays what it was. */
  readonly to?: string
}

/** Section 3 of the documents as data. */
export interface Lifecycle {
  readonly start: string
  readonly states: readonly LifecycleState[]
  readonly triggers: readonly LifecycleTrigger[]
  readonly rows: readonly LifecycleRow[]
}

/** `lifecycle.yaml`. What leads from one state to another, the clauses say. */
export interface LifecycleFile extends Pick<Lifecycle, 'start' | 'states'> {
  readonly clock: Pick<LifecycleTrigger, 'id' | 'title'>
}

/** The lifecycle: the file's states, and the clauses' transitions with a row for each state that one names. */
export function readLifecycle(
  { start, states, clock }: LifecycleFile,
  clauses: readonly Clause[],
  operations: readonly Pick<ContractOperation, 'id' | 'clause'>[],
): Lifecycle {
  const rows = clauses.flatMap(rowsOf)
  const optional = new Map(clauses.map((clause) => [clause.id, clause.optional]))
  const triggerOf = (id: string): LifecycleTrigger => {
    if (id === clock.id) return { ...clock, by: 'clock' }
    const operation = operations.find((each) => each.id === id)
    if (operation === undefined) return { id, by: 'outside' }
    return { id, by: 'client', ...(optional.get(operation.clause) === id && { optional: true }) }
  }
  return { start, states, triggers: [...new Set(rows.map(({ trigger }) => trigger))].map(triggerOf), rows }
}

function rowsOf({ id, level, transitions = [] }: Clause): readonly LifecycleRow[] {
  return transitions.flatMap(({ from: states, to, ...row }) =>
    (typeof states === 'string' ? [states] : states).map((from) => ({
      ...row,
      from,
      // What is refused, or has been done already, leaves the booking as it was.
      to: to ?? from,
      ...(level === 'gap' && { outcome: 'open' }),
      clause: id,
    })),
  )
}
