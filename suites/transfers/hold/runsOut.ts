import {
  answerOfKey,
  describeValue,
  fail,
  notApplicable,
  openSuite,
  orNone,
  pass,
  shownIn,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Listed, Stage, Suite } from '../vocabulary/index.js'
import { judgePriced } from '../list/walks.js'
import { heldAs, idIn, listedOver, lookAt, lookAtOver, readHeld, readOver, replayHeld, type Holds } from './held.js'
import { judgeAge, stillOnHold } from './judgeHold.js'
import { momentsOf, type Moments } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check, observe } = suite

/** `unseen` lasts as `long` does and is confirmed after its end, before any read: with a test clock and confirm. */
interface RunsOut extends Holds<'short' | 'medium' | 'long' | 'unseen'> {
  readonly shortListed: Listed | null
  readonly shortAfter: Answer | null
  /** After that, its reservation sent again with its key. */
  readonly shortReplayed: Answer | null
}

const runsOut = timeline<RunsOut>(
  'hold',
  (profile) => {
    const at = momentsOf(profile)
    const quick = profile.clock !== null
    return [
      {
        at: 0,
        act: async (context) => ({
          ...(await heldAs(context, 'short', at.short)),
          ...(await heldAs(context, 'medium', at.medium)),
          ...(quick && (await heldAs(context, 'long', at.long))),
          ...(quick && context.offers('confirm') && (await heldAs(context, 'unseen', at.long))),
        }),
      },
      { at: at.before, before: at.beforeLatest, act: (context, soFar) => lookAt(context, soFar, 'short') },
      { at: at.after, act: (context, soFar) => lookAtShort(context, soFar, at, quick) },
      { at: at.mediumBefore, before: at.medium - 1, act: (context, soFar) => lookAt(context, soFar, 'medium') },
      { at: at.mediumAfter, act: (context, soFar) => lookAtOver(context, soFar, 'medium') },
      // Nobody waits three hours for it: without a test clock the longest hold is left out.
      ...(quick ? longStages(at) : []),
    ]
  },
  { uses: ['get'], needs: ['operations.reserve.expirationMinutes'], bookings: 5 },
)

function longStages({ long, longBefore, longAfter }: Moments): readonly Stage<RunsOut>[] {
  return [
    { at: longBefore, before: long - 2, act: (context, soFar) => lookAt(context, soFar, 'long') },
    { at: longAfter, act: lookAtLong },
  ]
}

/** Looks at the short hold when it is over, and sends reservations again. */
async function lookAtShort(
  context: Context,
  soFar: Partial<RunsOut>,
  at: Moments,
  quick: boolean,
): Promise<Pick<RunsOut, 'shortListed' | 'shortAfter' | 'shortReplayed'>> {
  const id = idIn(soFar, 'short')
  // First the list, which must not wait for somebody to read the booking; the others are read without it.
  const shortListed = id !== null && context.offers('list') ? await listedOver(context, id) : null
  const shortAfter = await readOver(context, soFar, 'short')
  // Without a test clock a later visit may come too late for the next look at it.
  if (!quick) await readHeld(context, soFar, 'medium')
  const [, shortReplayed] = await Promise.all([
    replayHeld(context, soFar, 'medium', at.medium),
    replayHeld(context, soFar, 'short', at.short),
  ])
  await readOver(context, soFar, 'short')
  // If nothing may be confirmed, the hold that is over is cancelled here. The checks of cancel judge it.
  if (id !== null && context.offers('cancel') && !context.offers('confirm')) await context.target.cancel(id)
  return { shortListed, shortAfter, shortReplayed }
}

/** Confirms the longest hold after its end, as the first request of all since then. */
async function lookAtLong(context: Context, soFar: Partial<RunsOut>): Promise<Partial<RunsOut>> {
  const id = idIn(soFar, 'unseen')
  const confirmed = id === null ? null : await context.confirm(id)
  await lookAtOver(context, soFar, 'long')
  // Without a confirm that is accepted, a refusal proves nothing.
  if (confirmed?.refused === true && context.confirmedIn() === null) await context.confirmed().catch(orNone)
  return {}
}

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
