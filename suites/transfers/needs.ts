import type { Need } from './vocabulary/index.js'

/** What scenarios of this service may need besides its operations. */
export const needs: Readonly<Record<string, Need>> = {
  otherReseller: {
    has: (profile) => profile.otherReseller !== null,
    reason: 'the profile has no second reseller',
    remedy: 'give otherReseller.headers: the credentials of a second account',
  },
  lateStart: {
    has: (profile) => profile.bookable.lateStart.length > 0,
    reason: 'the profile has nothing to book whose cancellation window has passed',
    remedy: 'give bookable.lateStart: a product and option that start too soon to be cancelled',
  },
  soon: {
    has: (profile) => profile.bookable.soon !== null,
    reason: 'the profile has nothing to book whose cancellation window closes soon',
    remedy: 'give bookable.soon: a product and option, and cutOffMinutes, for how long it can still be cancelled',
  },
  soldOut: {
    has: (profile) => profile.bookable.soldOut !== null,
    reason: 'the profile has nothing to book that is sold out',
    remedy: 'give bookable.soldOut: a product and option of which the availability check names what is sold out',
  },
  clock: {
    has: (profile) => profile.clock !== null,
    reason: 'the target has no test clock',
    remedy: 'give clock.request, or run with --wait, or come back with octospec settle',
  },
  redeem: {
    has: (profile) => profile.redeem !== null,
    reason: 'the profile does not say how a test booking is redeemed',
    remedy: 'give redeem.request',
  },
  exclusive: {
    has: (profile) => profile.availability.exclusive,
    // A second hold of an availability with room for it is legal: there is nothing to verify.
    outcome: 'not-applicable',
    reason: 'the profile does not say that an availability can be held by one booking at a time only',
    remedy: 'set availability.exclusive: true if that is so',
  },
}
