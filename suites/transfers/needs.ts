import {
  defaultProfile,
  exclusiveOf,
  fieldNames,
  operationNames,
  otherTypeOf,
  valueAt,
  type Need,
  type Profile,
} from './vocabulary/index.js'

/** Of each input of an operation that the documents have, a place for it: what was never sent is in no answer. */
const places = operationNames.flatMap((name) =>
  (fieldNames[name] ?? []).flatMap((field): readonly [string, Need][] => {
    const key = `operations.${name}.${field}`
    if (typeof valueAt(defaultProfile(), ['operations', name, field]) !== 'string') return []
    const has = ({ operations }: Profile): boolean =>
      operations[name] === null || operations[name].fields[field] !== undefined
    const reason = `the profile has no place for ${field} in ${name}`
    return [[key, { key, has, reason, remedy: `give ${key}, if the target takes it`, isSent: true, usual: true }]]
  }),
)

/** What scenarios of this service may need besides its operations: by its name, or the key of the place of an input. */
export const needs: Readonly<Record<string, Need>> = {
  ...Object.fromEntries(places),
  defaultCurrency: {
    key: 'bookable.standard.defaultCurrency',
    has: (profile: Profile) => profile.bookable.standard.defaultCurrency !== undefined,
    reason: 'the profile does not name the default currency of what is booked',
    remedy: 'give bookable.standard.defaultCurrency',
    usual: true,
  },
  otherReseller: {
    key: 'otherReseller',
    has: (profile: Profile) => profile.otherReseller !== null,
    reason: 'the profile has no second reseller',
    remedy: 'give otherReseller.headers: the credentials of a second account',
  },
  lateStart: {
    key: 'bookable.lateStart',
    has: (profile: Profile) => profile.bookable.lateStart.length > 0,
    reason: 'the profile has nothing to book whose cancellation window has passed',
    remedy: 'give bookable.lateStart: a product and option that start too soon to be cancelled',
  },
  soon: {
    key: 'bookable.soon',
    has: (profile: Profile) => profile.bookable.soon.length > 0,
    reason: 'the profile has nothing to book whose cancellation window closes soon',
    remedy:
      'give bookable.soon: a product and option, and cutOffMinutes or cutOffAt, for how long it can still be cancelled',
  },
  soons: {
    key: 'bookable.soon',
    has: (profile: Profile) => profile.bookable.soon.length > 1,
    // Where all is sold by one policy, in one time zone, there is nothing further to see.
    outcome: 'not-applicable',
    reason: 'the profile names no second thing to book whose cancellation window closes soon',
    remedy: 'give bookable.soon a list: one for each cancellation policy and time zone',
  },
  starts: {
    key: 'bookable.soon',
    has: (profile: Profile) => profile.bookable.soon.some(({ cutOffBefore }) => cutOffBefore !== undefined),
    outcome: 'not-applicable',
    reason: 'the profile does not say where anything tells when it starts',
    remedy: 'give bookable.soon its start as cutOffAt, with cutOffBefore',
  },
  soldOut: {
    key: 'bookable.soldOut',
    has: (profile: Profile) => profile.bookable.soldOut !== null,
    reason: 'the profile has nothing to book that is sold out',
    remedy: 'give bookable.soldOut: a product and option of which the availability check names what is sold out',
  },
  other: {
    key: 'bookable.other',
    has: (profile: Profile) => profile.bookable.other.length > 0,
    reason: 'the profile names nothing else to book, in another currency or of another booking type',
    remedy: 'give bookable.other: another product and option, and its bookingType where that is another one',
  },
  otherType: {
    key: 'operations.list.values.otherType',
    has: (profile: Profile) => otherTypeOf(profile) !== undefined,
    reason: 'the profile names no other booking type',
    remedy:
      'give bookable.other, with its bookingType, and bookable.standard its own where that is not operations.list.values.product; or operations.list.values.otherType: another type that the target knows, or null, if there is one alone',
  },
  clock: {
    key: 'clock',
    has: (profile: Profile) => profile.clock !== null,
    reason: 'the target has no test clock',
    remedy: 'give clock.request, or run with --wait, or come back with octospec settle',
  },
  days: {
    key: 'clock',
    has: (profile: Profile) => profile.clock !== null,
    // The day of the run is seen in any case, and nobody waits for a week.
    outcome: 'not-applicable',
    reason: 'the target has no test clock, so that prices are seen on the day of the run alone',
    remedy: 'give clock.request',
  },
  redeem: {
    key: 'redeem',
    has: (profile: Profile) => profile.redeem !== null,
    reason: 'the profile does not say how a test booking is redeemed',
    remedy: 'give redeem.request',
  },
  exclusive: {
    key: 'availability.exclusive',
    has: (profile: Profile) => exclusiveOf(profile) !== null,
    // A second hold of an availability with room for it is legal: there is nothing to verify.
    outcome: 'not-applicable',
    reason: 'the profile does not say that an availability can be held by one booking at a time only',
    remedy:
      'set availability.exclusive: true if that is so, or give bookable.exclusive, with places where it takes a few',
  },
}
