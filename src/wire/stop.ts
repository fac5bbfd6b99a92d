/** Why a scenario saw nothing in a run that ended early. */
export const runEnded = {
  reason: 'the run ended before this was tested',
  remedy: 'run it again to its end',
  key: 'end',
} as const

/**
 * A prerequisite of a scenario failed: it goes no further, and its checks that saw nothing end as `untested`
 * with this reason. `remedy` says what would change it.
 */
export class Stop extends Error {
  override readonly name = 'Stop'
  readonly remedy: string
  readonly exchange: number | null
  /** The key of the profile, or the option, that would let it go on. */
  readonly key: string | undefined

  constructor(reason: string, remedy: string, exchange: number | null = null, key?: string) {
    super(reason)
    this.remedy = remedy
    this.exchange = exchange
    this.key = key
  }
}

/** Ends a run that took longer than it may. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
  readonly remedy: string = 'give it a longer --time-limit'

  constructor(limit: string) {
    super(`the run took longer than its time limit of ${limit}`)
  }
}
