/** States that the documents give no name, or that a profile may rename. */
export const namedStates = ['confirmed', 'cancelled', 'expired'] as const

export type NamedState = (typeof namedStates)[number]

/** What showed of these states in a run. */
export interface StatesSeen {
  /** Those that some booking showed under the name of the profile. */
  readonly named: Set<NamedState>
  /** What a booking showed first where it should have been in that state, and in which exchange. */
  readonly shown: Map<NamedState, { readonly status: string; readonly exchange: number }>
}
