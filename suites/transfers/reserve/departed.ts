import {
  checksOf,
  expect,
  idText,
  momentOf,
  notApplicable,
  openSuite,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Profile, Suite } from '../vocabulary/index.js'
import { closingOf } from '../acts/soonestFirst.js'
import { asOf, closesIn, hadClosed, soonKey, type Taken } from '../cancel/edge.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

/** Something that starts within a day: reserved before, wanted again once started and named by no check any more. */
interface Departed {
  /** Its place in bookable.closing; null: nothing that is said to start within a day has another start after it. */
  readonly which: number | null
  /** The place of its availability check among those of that. */
  readonly check: number
  /** Something tells its start, and is not seen to start so. */
  readonly isTold: boolean
  readonly checked: Answer
  readonly held: Answer
  /** `Context.ahead` by then. */
  readonly ahead: number | null
  readonly rechecked: Answer
  readonly wanted: Answer
}

/** It is looked for between so many minutes ahead, and wanted so many after its start. */
const [soonest, latest, after] = [3, 24 * 60, 6]

/** So many of bookable.closing are looked at for it, and so many checks of each. */
const [looks, mostChecks] = [3, 7]

const departed = timeline<Departed>(
  'reserve.departed',
  (profile, soFar) => {
    const starts = closesIn(startOf(soFar, profile), profile)
    return [
      {
        at: 0,
        act: async ({ target, ahead }) => {
          const told = [...profile.bookable.closing.keys()].flatMap((which) => {
            const all = startsOf(profile, which)
            return all.length === 0
              ? []
              : [all.slice(0, mostChecks).map((bookable, check) => ({ which, check, bookable }))]
          })
          for (const { which, check, bookable } of told.slice(0, looks).flat()) {
            const checked = await target.availability({}, { bookable })
            const next = nextOf(checked, bookable, ahead())
            if (next === null) continue
            const held = await target.reserve({ availabilityId: next, expirationMinutes: 20 }, { bookable })
            return { which, check, checked, held, ahead: ahead() }
          }
          return { which: null, isTold: told.length > 0 }
        },
      },
      {
        at: (starts ?? 0) + after,
        // Without a test clock, whenever somebody comes back.
        ...(profile.clock === null && { orLater: true }),
        act: async ({ target }, { which, check, checked, held, ahead }) => {
          const own = startsOf(profile, which ?? null)[check ?? 0]
          const availabilityId = held?.exchange.input['availabilityId']
          if (own === undefined || checked === undefined || availabilityId === undefined || starts === null) return {}
          const bookable = asOf(own, checked, ahead ?? null, profile)
          const rechecked = await target.availability({}, { bookable })
          return { rechecked, wanted: await target.reserve({ availabilityId, expirationMinutes: 20 }, { bookable }) }
        },
      },
    ]
  },
  { needs: ['starts'], bookings: 2 },
)

/** One of bookable.closing by each check, its start in place of its cut-off; none: it does not say when it starts. */
function startsOf(profile: Profile, which: number | null): readonly Bookable[] {
  const soon = which === null ? undefined : profile.bookable.closing[which]
  if (soon?.cutOffBefore === undefined) return []
  return checksOf(soon).map((availability) => ({ ...soon, cutOffBefore: 0, availability }))
}

/** The start of what was held, as the window of something that is taken. */
function startOf(trial: Partial<Departed>, profile: Profile): Taken & { readonly by: Bookable } {
  const { which = null, checked, held, ahead } = trial
  const [by = profile.bookable.standard] = startsOf(profile, which)
  return { checked, taken: held, reserved: held, ahead, by }
}

/** The next start on offer, if it is within a day and something starts later; null: there is none. */
function nextOf(checked: Answer, bookable: Bookable, ahead: number | null): string | null {
  if (!checked.accepted || ahead === null) return null
  const now = momentOf(checked).latest + ahead
  const starts = closingOf(checked, bookable)
  const inOrder = checked.freeAvailabilityIds
    .flatMap((id) => ({ id, at: starts(id) ?? -Infinity }))
    .filter(({ at }) => at > now + soonest)
    .toSorted((one, other) => one.at - other.at)
  const [next, last] = [inOrder[0], inOrder.at(-1)]
  return next === undefined || last === undefined || next.at === last.at || next.at > now + latest ? null : next.id
}

check(departed, {
  id: 'reserve.refuses-what-has-started',
  clause: '7/reserve-started-refused',
  title: 'reserve of what has started, and is on offer no more, is refused',
  judge: (trial, { profile }) => {
    const { which, isTold, checked, held, rechecked, wanted } = trial
    if (which === null || which === undefined)
      return isTold === true
        ? untested(
            'nothing that bookable.closing is asked for begins within a day, with something after it',
            'name in bookable.closing.availability the day that it is, and the one after it, where several things start on each',
          )
        : notApplicable('nothing of bookable.closing tells its start')
    const cannot = unusable(checked) ?? unusable(held) ?? unusable(rechecked)
    if (cannot !== null || !checked || !held || !rechecked || !wanted)
      return cannot ?? untested('it was not looked at once it had started', 'run it with a test clock')
    const start = startOf(trial, profile)
    if (!hadClosed(start, rechecked))
      return untested(`when it was wanted, what ${soonKey(which)} names may not have started yet`)
    const [before, now] = [closingOf(checked, start.by), closingOf(rechecked, start.by)]
    const own = before(idText(held.exchange.input['availabilityId']) ?? '')
    const offered = rechecked.freeAvailabilityIds.map(now)
    // By its own word it is not available: something that is open all day might be sold until its end.
    if (offered.includes(own)) return notApplicable('this target offers what has started')
    // Were other days asked for by then, that it is not named would say nothing.
    if (!checked.freeAvailabilityIds.some((id) => offered.includes(before(id))))
      return untested(
        'what the availability check names once something has started is nothing that it named before',
        `see what the availability check of ${soonKey(which)} names of a day once something has started on it`,
      )
    return expect(wanted).toBeRefused(held, 'although it has started, and the availability check names it no more')
  },
})

export default suite
