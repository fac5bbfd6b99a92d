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
