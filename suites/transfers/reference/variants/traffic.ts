import type { Variant } from '../variant.js'

/** Things that go on beside the caller. */
export const trafficVariants: readonly Variant[] = [
  { name: 'long-history', title: 'the account holds 1,000 bookings already', options: { history: 1000 } },
  { name: 'busy-account', title: 'another client books on the same account', options: { busyMs: 50 } },
  { name: 'busy-neighbour', title: 'another reseller books on the same server', options: { busyMs: 50, busyAs: 'b' } },
]
