export interface FleetTarget {
  /** Names its folder; each name is there once. */
  readonly name: string
  readonly profile: string
  /** Address in place of `target.url` of the profile. */
  readonly target?: string
  /** Its own variables, and no others: path as that of the profile. */
  readonly envFile?: string
  readonly allowUntested: readonly string[]
}

export interface Fleet {
  readonly targets: readonly FleetTarget[]
  /** Variables of the environment that any of the targets may be sent. */
  readonly share: readonly string[]
}
