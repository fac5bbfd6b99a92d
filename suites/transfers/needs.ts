import { defaultProfile, exclusiveOf, fieldNames, operationNames, otherTypeOf, valueAt } from './vocabulary/index.js'
import type { Need, Profile } from './vocabulary/index.js'

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
    remedy: 'give the entry of bookable as: standard its defaultCurrency',
    usual: true,
  },
  otherReseller: {
    key: 'otherReseller',
    has: (profile: Profile) => profile.otherReseller !== null,
    reason: 'the profile has no second reseller',
    remedy: 'give otherReseller.headers: the credentials of a second account',
  },
  late: {
    key: 'bookable.late',
    has: (profile: Profile) => profile.bookable.late.length > 0,
    reason: 'the profile has nothing to book whose cancellation window has passed',
    remedy: 'add to bookable what starts too soon to be cancelled: - { as: late, productId: ..., optionId: ... }',
  },
  closing: {
    key: 'bookable.closing',
    has: (profile: Profile) => profile.bookable.closing.length > 0,
    reason: 'the profile has nothing to book whose cancellation window closes soon',
    remedy:
      'add to bookable, with cutOffMinutes or cutOffAt for how long it can still be cancelled: - { as: closing, productId: ..., optionId: ..., cutOffMinutes: ... }',
  },
  closings: {
    key: 'bookable.closing',
    has: (profile: Profile) => profile.bookable.closing.length > 1,
    // Where all is sold by one policy, in one time zone, there is nothing further to see.
    outcome: 'not-applicable',
    reason: 'the profile names no second thing to book whose cancellation window closes soon',
    remedy:
      'add another one to bookable, of another cancellation policy or time zone: - { as: closing, productId: ..., optionId: ..., cutOffAt: ... }',
  },
  starts: {
    key: 'bookable.closing',
    has: (profile: Profile) => profile.bookable.closing.some(({ cutOffBefore }) => cutOffBefore !== undefined),
    outcome: 'not-applicable',
    reason: 'the profile does not say where anything tells when it starts',
    remedy: 'give an entry of bookable as: closing its start as cutOffAt, with cutOffBefore',
  },
  soldOut: {
    key: 'bookable.soldOut',
    has: (profile: Profile) => profile.bookable.soldOut !== null,
    reason: 'the profile has nothing to book that is sold out',
    remedy:
      'add to bookable what the availability check names as sold out: - { as: soldOut, productId: ..., optionId: ... }',
  },
  other: {
    key: 'bookable.other',
    has: (profile: Profile) => profile.bookable.other.length > 0,
    reason: 'the profile names nothing else to book, in another currency or of another booking type',
    remedy:
      'add to bookable another product or option, with its bookingType where that is another one: - { as: other, productId: ..., optionId: ... }',
  },
  otherType: {
    key: 'operations.list.values.otherType',
    has: (profile: Profile) => otherTypeOf(profile) !== undefined,
    reason: 'the profile names no other booking type',
    remedy:
      'add to bookable - { as: other, productId: ..., optionId: ..., bookingType: ... }, and give the standard entry its own where that is not operations.list.values.product; or give operations.list.values.otherType: another type that the target knows, or null, if there is one alone',
  },
  clock: {
    key: 'clock',
    has: (profile: Profile) => profile.clock !== null,
    reason: 'the target has no test clock',
    remedy: 'give clock.request, or run with --wait, or come back with octospec resume',
  },
  days: {
    key: 'clock',
    has: (profile: Profile) => profile.clock !== null,
    // The day of the run is seen in any case, and nobody waits for a week.
    outcome: 'not-applicable',
    reason: 'the target has no test clock, so that prices are seen on the day of the run alone',
    remedy: 'give clock.request',
  },
  atOnce: {
    key: 'limits.concurrency',
    has: (profile: Profile) => profile.limits.concurrency > 1,
    reason: 'the profile allows one request at a time',
    remedy: 'set limits.concurrency to 2 or more',
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
      'set availability.exclusive: true if that is so; or add to bookable, with places where it takes a few: - { as: exclusive, productId: ..., optionId: ... }',
  },
}
