import type { CauseRule, OpenCheck } from './vocabulary/index.js'

/** So many checks that say the same of one thing say it of that thing. */
const several = 4

const isForeign = ({ clause, outcome }: OpenCheck): boolean => clause.startsWith('5/foreign-') && outcome !== 'untested'
/** Whatever was done or asked before, the answer is as if it had not been. */
const forgets = ({ clause, outcome }: OpenCheck): boolean =>
  outcome !== 'untested' &&
  /unknown-(id|availability)-refused|different-keys|leaves-on-hold|changes-status/.test(clause)
const rests = ({ clause, outcome }: OpenCheck): boolean =>
  outcome !== 'untested' && /-refused$|-refused-|still-ends|not-on-hold|-kept|-echoed|persisted|expired/.test(clause)

/** What comes of holds that are shown after their end. */
const outlasts = ({ clause, outcome }: OpenCheck): boolean =>
  outcome !== 'untested' &&
  /not-on-hold-after-end|still-ends|availability-free-after-end|same-key-hold-unchanged|sequence-follows/.test(clause)

/** What stands behind many findings at once, where no single one of them says it. */
export const causes: readonly CauseRule[] = [
  {
    text: 'bookings are not scoped by reseller: one account sees or changes what another made',
    when: (open) => open.filter(isForeign).length >= several,
    covers: isForeign,
  },
  {
    text: 'the target keeps no state: what was reserved, confirmed or cancelled does not change its answers (a mock?)',
    when: (open) =>
      open.filter(forgets).length >= several &&
      open.some(
        ({ clause, outcome }) => outcome !== 'untested' && clause.endsWith('/different-keys-different-bookings'),
      ),
    covers: (check) => forgets(check) || rests(check),
  },
  {
    text: 'holds do not end when their time is over',
    when: (open) =>
      open.filter(outlasts).length >= several &&
      open.some(({ clause, outcome }) => outcome === 'fail' && clause === '1.3/not-on-hold-after-end-get'),
    covers: outlasts,
  },
]
