import {
  answerOfKey,
  allJudged,
  describeValue,
  expect,
  fail,
  notApplicable,
  openSuite,
  orNone,
  pass,
  shownIn,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Listed, Stage, Suite } from '../vocabulary/index.js'
import { judgePriced } from '../list/items.js'
import { heldAs, idIn, listedOver, readHeld, readOver, replayHeld, type Holds } from './held.js'
import { judgeAge, judgeOver, judgeStillHeld, onceLooked, stillOnHold, type Seen } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check, observe } = suite

/** Which holds are read when, as `shortBefore`, which is before the end of the short one. */
type Look =
  'shortBefore' | 'shortAfter' | 'mediumMeanwhile' | 'mediumBefore' | 'mediumAfter' | 'longBefore' | 'longAfter'

/** `unseen` is as long as `long`, and confirmed after its end, before anything is read: with a test clock, where confirm is offered. */
interface RunsOut extends Holds<'short' | 'medium' | 'long' | 'unseen'>, Readonly<Record<Look, Answer | null>> {
  readonly shortListed: Listed | null
  /** After all that: its reservation sent again with its key, and get of it once more. */
  readonly shortReplayed: Answer | null
  readonly shortReread: Answer | null
  /** Its reservation sent again while it is on hold. */
  readonly mediumReplayed: Answer | null
  readonly unseenConfirmed: Answer | null
  /** Number of an exchange of the run in which a booking was confirmed: plain data, for no trial has answers of others. null: there is none. */
  readonly confirmedIn: number | null
}

const runsOut = timeline<RunsOut>(
  'hold',
  (profile) => {
    const at = momentsOf(profile)
    // Nobody waits three hours for it: without a test clock the longest hold is left out.
    const quick = profile.clock !== null
    const stages: Stage[] = [
      {
        at: 0,
        act: async (context) => ({
          ...(await heldAs(context, 'short', at.short)),
          ...(await heldAs(context, 'medium', at.medium)),
          ...(quick && (await heldAs(context, 'long', at.long))),
          ...(quick && context.offers('confirm') && (await heldAs(context, 'unseen', at.long))),
        }),
      },
      {
        at: at.before,
        before: at.beforeLatest,
        act: async (context, soFar) => ({ shortBefore: await readHeld(context, soFar, 'short') }),
      },
      {
        at: at.after,
        act: async (context, soFar) => {
          const id = idIn(soFar, 'short')
          // First the list, which must not wait for somebody to read the booking; the others are read without it.
          const shortListed = id !== null && context.offers('list') ? await listedOver(context, id) : null
          const shortAfter = await readOver(context, soFar, 'short')
          // Without a test clock a later visit may come too late for the next look at it.
          const mediumMeanwhile = quick ? null : await readHeld(context, soFar, 'medium')
          const [mediumReplayed, shortReplayed] = await Promise.all([
            replayHeld(context, soFar, 'medium', at.medium),
            replayHeld(context, soFar, 'short', at.short),
          ])
          const shortReread = await readOver(context, soFar, 'short')
          // What is over is cancelled once it was tried to confirm it; here, where nothing may be confirmed. The checks of cancel judge it.
          if (id !== null && context.offers('cancel') && !context.offers('confirm')) await context.target.cancel(id)
          return { shortListed, shortAfter, mediumMeanwhile, mediumReplayed, shortReplayed, shortReread }
        },
      },
      {
        at: at.mediumBefore,
        before: at.medium - 1,
        act: async (context, soFar) => ({ mediumBefore: await readHeld(context, soFar, 'medium') }),
      },
      {
        at: at.mediumAfter,
        act: async (context, soFar) => ({ mediumAfter: await readOver(context, soFar, 'medium') }),
      },
    ]
    if (quick)
      stages.push(
        {
          at: at.longBefore,
          before: at.long - 2,
          act: async (context, soFar) => ({ longBefore: await readHeld(context, soFar, 'long') }),
        },
        {
          at: at.longAfter,
          act: async (context, soFar) => {
            const id = idIn(soFar, 'unseen')
            // The first request of all since these holds were over, as nothing else waits for this moment.
            const unseenConfirmed = id === null ? null : await context.confirm(id)
            const longAfter = await readOver(context, soFar, 'long')
            // Without a control, the refusal would prove nothing.
            if (unseenConfirmed?.refused === true && context.confirmedIn() === null)
              await context.confirmed().catch(orNone)
            return { unseenConfirmed, longAfter, confirmedIn: context.confirmedIn() }
          },
        },
      )
    return stages
  },
  { uses: ['get'], needs: ['operations.reserve.expirationMinutes'], bookings: 5 },
)

check(runsOut, {
  id: 'hold.on-hold-before-end',
  clause: '1.3/on-hold-before-end',
  title: 'a booking that was not confirmed is still ON_HOLD shortly before its hold time runs out',
  judge: ({ short, medium, long, shortBefore, mediumMeanwhile, mediumBefore, longBefore }, { profile }) => {
    const at = momentsOf(profile)
    return allJudged(
      judgeStillHeld(short, at.short, shortBefore),
      judgeStillHeld(medium, at.medium, mediumMeanwhile),
      judgeStillHeld(medium, at.medium, mediumBefore),
      judgeStillHeld(long, at.long, longBefore),
    )
  },
})

check(runsOut, {
  id: 'hold.over-by-get',
  clause: '1.3/not-on-hold-after-end-get',
  title: 'get does not show ON_HOLD once the hold time has run out',
  judge: ({ short, medium, long, shortAfter, mediumAfter, longAfter, ...seen }, { profile }) => {
    const [at, others] = [momentsOf(profile), meanwhile(seen)]
    return allJudged(
      judgeOver(short, at.short, shortAfter, others),
      judgeOver(medium, at.medium, mediumAfter, others),
      judgeOver(long, at.long, longAfter, others),
    )
  },
})

/** Gets of holds that go on meanwhile. */
function meanwhile({ shortBefore, mediumMeanwhile, mediumBefore, longBefore }: Partial<RunsOut>): readonly Seen[] {
  return [shortBefore, mediumMeanwhile, mediumBefore, longBefore]
}

check(runsOut, {
  id: 'hold.over-unseen-not-confirmed',
  clause: '3/confirm-expired-refused',
  title: 'confirm is refused once the longest hold time has run out, also where it is the first to ask since then',
  uses: ['confirm'],
  judge: ({ unseen, unseenConfirmed, confirmedIn = null }, { profile }) => {
    if (!unseenConfirmed) return notApplicable('the longest hold is waited for with a test clock only')
    const cannot = unusable(unseen) ?? judgeAge(unseen, momentsOf(profile).long, unseenConfirmed)
    if (cannot !== null) return cannot
    const judged = expect(unseenConfirmed).toBeRefused(null, 'though the hold time had run out')
    return unseenConfirmed.refused && confirmedIn !== null ? pass : judged
  },
})

check(runsOut, {
  id: 'hold.over-by-list',
  clause: '1.3/not-on-hold-after-end-list',
  title: 'the list does not show ON_HOLD once the hold time has run out',
  uses: ['list'],
  judge: ({ short, shortListed }, { profile }) => {
    const { short: minutes } = momentsOf(profile)
    const page = shortListed?.page
    const cannot = unusable(short) ?? judgeAge(short, minutes, page) ?? unusable(page)
    if (cannot !== null || !page || !shortListed) return cannot ?? untested('the list was not asked for')
    const shown = shownIn(shortListed)
    if (shown !== null)
      return shown.read('status') === 'ON_HOLD' ? fail(stillOnHold(minutes, page, shown.place('status'))) : pass
    // A hold that is over may be left out; but then all of the list must have been seen.
    return shortListed.complete ? pass : untested('the booking was not found in the part of the list that was read')
  },
})

check(runsOut, {
  id: 'hold.same-key-starts-nothing-anew',
  clause: '4.2/same-key-hold-unchanged',
  title: 'the same key again neither starts a hold anew nor brings back one that has run out',
  needs: ['operations.reserve.idempotencyKey'],
  judge: ({ short, medium, shortAfter, shortReplayed, shortReread, mediumReplayed, mediumAfter, ...seen }, context) => {
    if (!shortReplayed && !mediumReplayed) return unseen('no reservation was sent again with its key')
    const at = momentsOf(context.profile)
    const others = meanwhile(seen)
    const over = judgeOver(short, at.short, shortAfter, others)
    const judged = allJudged(
      over.outcome === 'pass' && shortReplayed
        ? judgeOver(short, at.short, shortReread, others)
        : untested('the short hold was not over before its reservation was sent again'),
      mediumReplayed ? judgeOver(medium, at.medium, mediumAfter, others) : untested('it was not sent again'),
    )
    // The one shows that nothing is brought back, the other alone that nothing is started anew.
    return onceLooked(mediumAfter, judged)
  },
})

check(runsOut, {
  id: 'hold.over-priced-in-list',
  clause: '1.5/pricing-in-list',
  title: 'a hold that has run out carries price data in the list, where it is listed and octo/pricing is asked for',
  uses: ['list'],
  judge: ({ shortListed }) => {
    const shown = shownIn(shortListed)
    return shown === null
      ? notApplicable('a hold that is over is not listed')
      : judgePriced(shown, 'a hold that has run out')
  },
})

observe(runsOut, {
  id: 'hold.same-key-after-end',
  clause: '4.2/same-key-after-end',
  observe: ({ short, shortReplayed }) => answerOfKey(short, shortReplayed),
})

observe(runsOut, {
  id: 'hold.state-after-end',
  clause: '3/state-expired',
  observe: ({ shortAfter }) => {
    if (!shortAfter || shortAfter.outcome === 'none') return null
    return shortAfter.accepted
      ? `status ${describeValue(shortAfter.read('status'))}`
      : `gone: get answers ${shortAfter.describe()}`
  },
})

export default suite
