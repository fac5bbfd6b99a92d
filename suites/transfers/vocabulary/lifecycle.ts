/** The states of `lifecycle.yaml`; `none` is the time before there is a booking. */
export const stateIds = ['none', 'on-hold', 'confirmed', 'cancelled', 'expired', 'redeemed'] as const
export type StateId = (typeof stateIds)[number]
