/** A state of what the service keeps; `none` is the time before there is any. */
export interface LifecycleState {
  readonly id: string
  readonly title: string
  readonly start?: true
  /** True where the documents name the status. */
  readonly known?: true
  /** The status, where the documents name it. */
  readonly status?: string
  /** The key of the profile that names the status, `booking.statuses.…`. */
  readonly profile?: string
  /** Column and row in a drawing. */
  readonly at?: readonly [column: number, row: number]
  /** A fact about the booking that no status need show. */
  readonly condition?: string
  /** The gap that leaves the status open. */
  readonly clause?: string
}

/** What moves a booking: an operation of the client, time, or something outside the service. */
export interface LifecycleTrigger {
  readonly id: string
  readonly by: 'client' | 'clock' | 'outside'
  readonly title?: string
  /** True for the operations that the documents call optional. */
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
  /** The trigger is refused, and the booking stays as it was. */
  readonly refused?: true
  /** Refused, or answered with the same booking unchanged. */
  readonly repeat?: true
  /** Accepted or refused: the documents do not say. */
  readonly outcome?: 'open'
  /** The clause that the row rests on. */
  readonly clause: string
  /** The gap that leaves the resulting status open. */
  readonly stateClause?: string
}

/** Section 3 of the documents as data. */
export interface Lifecycle {
  readonly start: string
  readonly states: readonly LifecycleState[]
  readonly triggers: readonly LifecycleTrigger[]
  readonly rows: readonly LifecycleRow[]
}

/** A row as the file has it: several states at once, and `same` for a state that does not change. */
interface FileRow extends Omit<LifecycleRow, 'from'> {
  readonly from: string | readonly string[]
}

/** `lifecycle.yaml`. */
export interface LifecycleFile extends Omit<Lifecycle, 'rows'> {
  readonly rows: readonly FileRow[]
}

/** The lifecycle with a row for each state that a row of the file names. */
export function readLifecycle(file: LifecycleFile): Lifecycle {
  return { ...file, rows: file.rows.flatMap(eachFrom) }
}

function eachFrom(row: FileRow): LifecycleRow[] {
  const states = typeof row.from === 'string' ? [row.from] : row.from
  return states.map((from) => ({ ...row, from, to: row.to === 'same' ? from : row.to }))
}
