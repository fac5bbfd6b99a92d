import type { CauseRule, Finding, OpenCheck } from './vocabulary/index.js'

/** So many checks that say the same of one thing say it of that thing. */
const several = 4

const isForeign = ({ clause, outcome }: OpenCheck): boolean => clause.startsWith('5/foreign-') && outcome !== 'untested'
/** Whatever was done or asked before, the answer is as if it had not been. */
const forgets = ({ clause, outcome }: OpenCheck): boolean =>
  outcome !== 'untested' &&
  /unknown-(id|availability)-refused|different-keys|leaves-on-hold|changes-status/.test(clause)
const rests = ({ clause, outcome }: OpenCheck): boolean =>
  outcome !== 'untested' && /-refused$|-refused-|still-ends|not-on-hold|-kept|-echoed|persisted|expired/.test(clause)

/** As `shownAfter` says it. */
const shownAgain: These = { of: /^7\/refused-(confirm|extend)-/, where: ({ code }) => code === 'on-hold-again' }

/** It was over before. */
const isRevived = ({ id }: OpenCheck): boolean => id === 'hold.over-not-revived-by-update'

/** What comes of holds that are shown after their end. */
const outlasts = (check: OpenCheck): boolean =>
  check.outcome !== 'untested' &&
  !isRevived(check) &&
  (fits(check, shownAgain) ||
    /not-on-hold-after-end|still-ends|availability-free-after-end|same-key-hold-unchanged|sequence-follows|(confirm|extend)-expired-refused/.test(
      check.clause,
    ))

const isShownOver = (check: OpenCheck): boolean =>
  check.outcome === 'fail' && check.clause === '1.3/not-on-hold-after-end-get' && !isRevived(check)

/** Clauses or checks; or clauses as far as all that was found of them is so. */
type These = RegExp | { readonly of: RegExp; readonly where: (finding: Finding) => boolean }

function fits({ clause, id, findings }: OpenCheck, these: These): boolean {
  if (these instanceof RegExp) return these.test(clause) || these.test(id)
  return these.of.test(clause) && findings.every(these.where)
}

const isOfGet = ({ operation }: Finding): boolean => operation === 'get'

/** What follows from one thing that a check shows by itself: these, whatever else they could be broken by. */
function follows(text: string, shownBy: These, ...others: readonly These[]): CauseRule {
  const shows = (check: OpenCheck): boolean =>
    (check.outcome === 'fail' || check.outcome === 'warn') && fits(check, shownBy)
  const covers = (check: OpenCheck): boolean =>
    shows(check) || (check.outcome !== 'untested' && others.some((each) => fits(check, each)))
  return { text, when: (open) => open.some(shows), covers, shows }
}

const holdsEarly =
  /^1\.3\/on-hold-before|^3\/(hold-outlives|confirm-until|extend-lengthens|extend-outlives|extend-holds|extend-never|extend-twice|update-keeps-hold|update-holds)/
const updatedHold = /^3\/update-(holds-for|still-ends)/
const notCancelled =
  /^3\/(cancel|answer-agrees|sequence)|^4\.3\/list-agrees|^7\/(cancel-once|cancel-not-can|update-not-can|extend-cancelled|refused-(cancel|confirm|extend|update))|^3\/confirm-cancelled/
const notConfirmed =
  /^3\/(confirm-(persisted|once|twice)|confirmed-|answer-agrees|sequence)|^4\.3\/(confirm-re|list-agrees|list-confirmed)|^7\/(extend-confirmed|refused-(confirm|extend|update))/

/** What others than its owner did to a booking, or were not refused. */
const isByOthers = ({ clause, outcome }: OpenCheck): boolean =>
  outcome === 'fail' && /^5\/(foreign|no-credentials|wrong-credentials)-(?!get|list).*(refused|no-effect)$/.test(clause)
/** What its owner could not do to that booking any more. */
const isOwners = ({ clause, outcome, obstacle }: OpenCheck): boolean =>
  outcome === 'untested' && clause.startsWith('5/') && (obstacle?.kind === 'refused' || obstacle?.kind === 'unseen')

const onlyAnswered = follows(
  'cancellable is another one in the answer to a write than in get',
  { of: /^3\/\w+-persisted-get/, where: ({ field, before }) => field === 'cancellable' && before?.value === false },
  /^(cancel|update)\.never-when-read-false$/,
)

const notAsAsked = follows(
  'a reservation does not get the hold time that it asks for',
  /^4\.2\/expiration-minutes-(echoed|kept)/,
  /^4\.2\/hold-as-long-as-asked/,
)

/** What stands behind many findings at once, where no single one of them says it. */
export const causes: readonly CauseRule[] = [
  {
    text: 'the target keeps no state: what was reserved, confirmed or cancelled does not change its answers (a mock?)',
    when: (open) =>
      open.filter(forgets).length >= several &&
      open.some(
        ({ clause, outcome }) => outcome !== 'untested' && clause.endsWith('/different-keys-different-bookings'),
      ),
    // It knows no accounts either.
    covers: (check) => forgets(check) || rests(check) || isForeign(check) || isOwners(check),
  },
  {
    text: 'bookings are not scoped by reseller: one account sees or changes what another made',
    when: (open) => open.filter(isForeign).length >= several,
    covers: (check) => isForeign(check) || isOwners(check),
  },
  {
    text: 'a booking was changed by others than its owner',
    when: (open) => open.some(isByOthers) && open.some(isOwners),
    covers: (check) => isByOthers(check) || isOwners(check),
    shows: isByOthers,
  },
  {
    ...notAsAsked,
    // Where holds end early as well as late, they last as long as they say, which is not what was asked for.
    when: (open) =>
      notAsAsked.when(open) &&
      open.some(isShownOver) &&
      open.some(({ clause, outcome }) => outcome === 'fail' && clause === '1.3/on-hold-before-end'),
    covers: (check) =>
      notAsAsked.covers(check) || outlasts(check) || (check.outcome !== 'untested' && fits(check, holdsEarly)),
  },
  {
    text: 'holds do not end when their time is over',
    when: (open) => open.filter(outlasts).length >= several && open.some(isShownOver),
    covers: outlasts,
    shows: isShownOver,
  },
  {
    text: 'a hold does not end when its time is over',
    when: (open) => open.some(isShownOver),
    covers: outlasts,
    shows: isShownOver,
  },
  follows(
    'an availability that a booking holds is given to others too',
    /^3\/availability-held$/,
    /^3\/availability-(held|kept|taken)-/,
    /^update\.refused-move-keeps-availability$/,
  ),
  follows(
    'a new reservation is answered with a booking that there is already',
    /^4\.2\/different-keys-different-bookings/,
    /^1\.3\/on-hold-before|^3\/(extend|sequence|update)|^4\.2\/(currency|expiration|new-booking|notes)/,
    /^4\.3\/(confirm|extend|get-equals|texts|update)|^7\/refused|^8\/expiration/,
  ),
  follows(
    'one key makes several bookings',
    /^4\.2\/same-key-one-booking/,
    /^4\.2\/same-key-(many-times|concurrent)-one-booking/,
  ),
  follows(
    'get does not answer the booking that was asked for',
    /^4\.3\/get-accepted/,
    holdsEarly,
    notCancelled,
    notConfirmed,
    /-kept$|-persisted-get$/,
  ),
  follows('bookings do not show their status as they should', /^2\.5\/status$/, holdsEarly, notCancelled, notConfirmed),
  follows(
    'new bookings are not on hold',
    /^4\.2\/new-booking-on-hold/,
    holdsEarly,
    /^4\.3\/extend-accepted|^8\/expiration-(min|max|accepted)-extend/,
  ),
  follows('extended bookings are not on hold any more', /^3\/extend-stays-on-hold/, holdsEarly, {
    of: /^3\/confirm-not-cancellable-accepted/,
    where: ({ operation, wanted }) => operation === 'confirm' && wanted?.answer === 'accepted',
  }),
  follows('holds end before their time is over', /^1\.3\/on-hold-before-end/, holdsEarly),
  follows(
    'a confirm is carried out, and answered as a failure of the server',
    /^confirm\.done-is-answered$/,
    /^4\.3\/confirm-/,
    notConfirmed,
  ),
  follows('a cancel is answered and not kept', /^3\/cancel-persisted-get/, notCancelled),
  follows('a confirmation is answered and not kept', /^3\/confirm-persisted-get/, notConfirmed),
  {
    ...follows(
      'an update is answered and not kept',
      // What it books says best what that means; of all the fields that are not kept, a reference says least.
      { of: /^4\.3\/update-((availability|option|product)-id|expiration-minutes)-kept/, where: isOfGet },
      /^3\/update-persisted-get/,
      updatedHold,
      { of: /^3\/answer-agrees-with-get/, where: ({ after }) => after?.at(-1) === 'update' },
    ),
    when: (open) =>
      [/^3\/update-persisted-get/, updatedHold].every((each) =>
        open.some(({ clause, outcome }) => outcome === 'fail' && each.test(clause)),
      ),
  },
  follows(
    'the cancellation window does not close when it should',
    /^3\/(window-over|late-start)-not-cancellable/,
    /^3\/(window|late-start)-|^7\/(cancel|update)-(window|not-can)/,
  ),
  follows(
    'the currencies that an option is offered in are not those of the documents',
    /^2\.3\/available-currencies-exact-set/,
    /^2\.[34]\/.*currenc.*is-available/,
  ),
  follows(
    'an option has a currency that it is not offered in',
    /^2\.3\/default-currency-is-available|^2\.4\/currency-is-available/,
    /^4\.1\/currency-(omitted|unavailable)/,
  ),
  follows(
    'a booking does not keep its currency',
    /^4\.2\/currency-kept/,
    /^2\.5\/price-kept|^8\/booking-precision-is-the/,
    // They are compared currency by currency.
    { of: /^4\.3\/list-sort-price/, where: ({ wanted }) => wanted?.before !== undefined || wanted?.ofMany === true },
  ),
  follows('items of the list are no bookings', /^4\.3\/list-items-are-bookings/, /^1\.5\/pricing-in-list/),
  follows(
    'a page beyond the last repeats bookings of earlier ones',
    /^4\.3\/list-beyond-end-repeats-nothing/,
    /^4\.3\/list-beyond-end-empty/,
  ),
  follows(
    'an update does not move the booking to the availability that it was sent',
    { of: /^4\.3\/update-availability-id-kept/, where: isOfGet },
    /^3\/availability-(taken-by-a|free-after)-move/,
  ),
  follows(
    'an update does not keep what it was sent to book',
    /^4\.3\/update-option-id-kept/,
    /^3\/window-follows-start/,
  ),
  follows(
    'an extend does not lengthen the hold',
    /^3\/extend-(lengthens-hold|outlives-former-end|holds-until)/,
    /^hold\.extended-(confirmed|again)-after-former-end$/,
    /^3\/availability-kept-when-extended/,
    { of: /^3\/extend-persisted-get/, where: ({ field }) => field === 'expirationMinutes' || field === 'holdEnd' },
  ),
  follows('a refused request brings back a hold that is over', shownAgain, {
    of: /^3\/sequence-follows/,
    where: ({ after = [] }) => after.includes('age-past-hold'),
  }),
  follows(
    'a confirmed booking changed when the hold time ran out that it had before',
    /^3\/confirmed-outlives-hold/,
    { of: /^3\/sequence-follows/, where: ({ code, after = [] }) => code === 'time-alone' && after.includes('confirm') },
    /^3\/availability-kept-when-confirmed/,
    {
      of: /^3\/(cancellable-inside-window|window-follows-start)/,
      where: ({ operation, field, received }) => operation === 'get' && field === 'cancellable' && received === false,
    },
  ),
  follows('the list does not begin with page 1', /^4\.3\/list-first-page-is-1/, {
    of: /^3\/\w+-persisted-list|^4\.3\/list-confirmed-listed/,
    where: ({ wanted }) => wanted?.listed !== undefined,
  }),
  follows(
    'a redeemed booking is usable again after a confirm',
    /^3\/confirm-redeemed-changes-nothing/,
    /^7\/update-redeemed-refused/,
  ),
  follows(
    'a redeemed booking counts as cancellable',
    /^3\/redeemed-not-cancellable/,
    /^7\/(update|cancel)-redeemed-refused/,
  ),
  follows('a cancelled booking can be confirmed', /^3\/confirm-cancelled-refused/, {
    of: /^3\/cancel-persisted-concurrent/,
    where: ({ overwrittenBy }) => overwrittenBy === 'confirm',
  }),
  {
    ...onlyAnswered,
    // Where they do not heed get either, that is another defect.
    when: (open) =>
      onlyAnswered.when(open) &&
      !open.some(
        ({ id, outcome }) => outcome === 'fail' && /^(cancel|update)\.(window-\w+|redeemed)-refused$/.test(id),
      ),
  },
  ...['cancel', 'update'].map((write) =>
    follows(
      `${write} is accepted when it may not be any more`,
      new RegExp(`^7/${write}-(window-passed|window-over|not-cancellable)-refused`),
      {
        of: /^3\/window-follows-start|^7\/\w+-once-concurrent/,
        where: ({ operation, wanted }) => operation === write && wanted?.answer === 'refused',
      },
      new RegExp(`^hold\\.over-not-revived-by-${write}$`),
    ),
  ),
  ...['reserve', 'update', 'extend'].map((write) =>
    follows(
      `${write} takes a hold time that is none`,
      new RegExp(`^8/expiration-outside-never-booked-${write}`),
      new RegExp(`^8/expiration-outside-refused-not-clamped-${write}`),
    ),
  ),
  follows('amounts of bookings are no integers', /^8\/booking-amounts-are-integers/, {
    of: /^2\.5\/(final-price|price-kept)|^3\/answer-agrees-with-get/,
    where: ({ received, before }) =>
      [received, before?.value].some((value) => typeof value === 'number' && !Number.isInteger(value)),
  }),
  notAsAsked,
  follows('lists are not sorted by price', /^4\.3\/list-sort-price-ascending/, /^4\.3\/list-sort-/),
]
