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

/** What moves a booking: an operation of the client, time, or something outside the service. */
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
  readonly conditionText?: string
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
