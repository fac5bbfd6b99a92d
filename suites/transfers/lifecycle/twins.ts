import {
  all,
  checkFilled,
  describeValue,
  exclusiveOf,
  expect,
  fail,
  failAt,
  found,
  isKept,
  isLost,
  need,
  openSuite,
  orLost,
  readSettled,
  sameBooking,
  showsText,
  textNotShown,
  unjudged,
  untested,
  unusable,
  wants,
  withFillers,
  say,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { besides, met, neverMet } from './atOnce.js'

const suite: Suite = openSuite()
const { scenario, check } = suite
const checkPlaces = checkFilled(suite)

/** The same write twice, sent at once, and what get then shows. */
interface Twins {
  readonly answers: readonly Answer[]
  readonly read: Answer
}

/** Two updates of different fields, sent at once. */
interface Round {
  readonly reference: string
  readonly minutes: number
  readonly ofReference: Answer
  readonly ofMinutes: Answer
  readonly read: Answer
}

/** A service reads and writes within milliseconds, so one round may miss the moment. Each update comes first in one. */
const rounds = 2

/** One booking: updates of its reference and of its minutes that meet, then two confirms, then two cancels. */
const twins = scenario(
  'lifecycle.twins',
  async (context) => {
    const { hold, target, offers, marker, profile } = context
    const only = exclusiveOf(profile)
    const held = only && (await hold({ expirationMinutes: 40 }, only).catch(orLost))
    // What else is done to it can be done to any.
    const { reserved, availabilityId } = held === null || isLost(held) ? await hold({ expirationMinutes: 40 }) : held
    const id = reserved.bookingId
    const updates: Round[] = []
    for (let round = 1; offers('update') && round <= rounds; round += 1) {
      const [reference, minutes] = [marker(`round ${round}`), 40 + 10 * round]
      const referring: Act = () => target.update(id, { reference })
      const timing: Act = () => target.update(id, { expirationMinutes: minutes })
      // One that is slow is met only by what comes after it.
      const [one, other] = await both(context, ...inTurn(round, referring, timing))
      const [ofReference, ofMinutes] = inTurn(round, one, other)
      const read = await readSettled(
        context,
        id,
        (each) => !ofReference.accepted || !ofMinutes.accepted || keepsBoth({ reference, minutes, read: each }),
      )
      updates.push({ reference, minutes, ofReference, ofMinutes, read })
      // It takes no such update, or none at all.
      if (!ofReference.accepted || !ofMinutes.accepted) break
    }
    const confirm: Named = (name) => target.confirm(id, { reference: marker(name) })
    const confirms = await twinsOf(context, id, confirm)
    const cancel: Named = (name) => target.cancel(id, { reason: marker(name) })
    const cancels = offers('cancel') ? await twinsOf(context, id, cancel) : null
    // What was given back once can be had once.
    const want = (): Promise<Answer> =>
      target.reserve({ availabilityId, expirationMinutes: 20 }, { bookable: only ?? profile.bookable.standard })
    const unheld = isLost(held) ? held : null
    const places = held !== null && unheld === null && cancels !== null ? [await want(), await want()] : []
    // Nor does a cancel of what is cancelled give back the place that somebody else has now.
    const again = places.at(-1)?.refused === true ? await cancel('again') : null
    const wanted = again === null ? null : await want()
    return { updates, confirms, cancels, unheld, places, again, wanted, filled: context.filled() }
  },
  { uses: ['confirm', 'get'], bookings: withFillers(4, 1) },
)

type Act = () => Promise<Answer>
type Named = (name: string) => Promise<Answer>

function inTurn<Item>(round: number, one: Item, other: Item): readonly [Item, Item] {
  return round % 2 === 1 ? [one, other] : [other, one]
}

async function both({ atOnce }: Context, one: Act, other: Act): Promise<readonly [Answer, Answer]> {
  const [first, second] = await atOnce([one, other])
  if (first === undefined || second === undefined) throw new Error('two requests have two answers')
  return [first, second]
}

async function twinsOf(context: Context, id: string, send: Named): Promise<Twins> {
  const answers = await context.atOnce([() => send('one'), () => send('other')])
  return { answers, read: await readSettled(context, id, (read) => agree({ answers, read }).outcome === 'pass') }
}

check(twins, {
  id: 'lifecycle.updates-at-once-both-kept',
  clause: '3/updates-persisted-concurrent',
  title: 'of two updates of different fields at once, get shows what each set that was accepted',
  uses: ['update'],
  judge: ({ updates }, { profile }) => {
    const judged = updates.flatMap((round) => (met(round.ofReference, round.ofMinutes) ? [bothKept(round)] : []))
    const [first] = judged
    if (first === undefined) return neverMet(profile, 2, 'no two updates met on the booking')
    return judged.find(({ outcome }) => outcome === 'fail') ?? first
  },
})

function bothKept({ reference, minutes, ofReference, ofMinutes, read }: Round): Judgement {
  const cannot = unusable(ofReference) ?? unusable(ofMinutes) ?? unusable(read)
  if (cannot !== null) return cannot
  // What an answer does not show of its own write is not shown here either.
  if (!isKept(reference, ofReference.read('reference')) || ofMinutes.read('expirationMinutes') !== minutes)
    return untested('the answers do not show what was set')
  const kept = all(showsText(read, 'reference', reference), expect(read).field('expirationMinutes').toBe(minutes))
  return besides(kept, [ofReference, ofMinutes])
}

function keepsBoth({ reference, minutes, read }: Pick<Round, 'reference' | 'minutes' | 'read'>): boolean {
  return isKept(reference, read.read('reference')) && read.read('expirationMinutes') === minutes
}

check(twins, {
  id: 'lifecycle.confirms-at-once-agree',
  clause: '3/confirm-once-concurrent',
  title: 'after two confirms at once, get shows the state and the reference of one that was accepted',
  judge: ({ confirms }, { profile }) => ifMet(confirms, profile, agree(confirms)),
})

check(twins, {
  id: 'lifecycle.cancels-at-once-agree',
  clause: '7/cancel-once-concurrent',
  title: 'of two cancels at once, one is accepted at most, where a cancelled booking shows cancellable false',
  uses: ['cancel'],
  judge: ({ confirms, cancels }, { profile }) => {
    if (cancels === null) return unusable(confirms.read) ?? untested('cancel is not offered')
    need(confirms.read)
    const [one, other] = cancels.answers
    if (one?.accepted !== true || other?.accepted !== true || cancels.read.read('cancellable') !== false)
      return ifMet(cancels, profile, agree(cancels))
    return failAt(other, '', {
      ...say`both of two cancels at once were accepted, though a cancelled booking shows cancellable false (request ${cancels.read})`,
      ...wants.refused('one refusal'),
      steps: [one.n, other.n, cancels.read.n],
    })
  },
})

checkPlaces(twins, {
  id: 'lifecycle.cancels-at-once-free-one-place',
  clause: '3/availability-held',
  title: 'an availability that two cancels at once gave back can be reserved once, not twice',
  uses: ['cancel'],
  needs: ['exclusive'],
  judge: ({ cancels, unheld, places: [one, other] }) => {
    found(unheld)
    const because = 'although another booking holds that availability since the two cancels'
    return unusable(one) ?? after(cancels?.answers ?? [], expect(other).toBeRefused(one ?? null, because))
  },
})

checkPlaces(twins, {
  id: 'lifecycle.cancel-again-frees-nothing',
  clause: '3/availability-held',
  title: 'the cancel of what is cancelled gives back no availability that another booking holds by now',
  uses: ['cancel'],
  needs: ['exclusive'],
  judge: ({ unheld, places: [one, other], again, wanted }) => {
    found(unheld)
    if (other?.accepted === true) return untested('it had been given away before')
    const because = 'although another booking holds that availability'
    return unusable(one) ?? after(again === null ? [] : [again], expect(wanted).toBeRefused(one ?? null, because))
  },
})

/** The same judgement, whose findings name the requests that led to them. */
function after(answers: readonly Answer[], judged: Judgement): Judgement {
  const steps = answers.map(({ n }) => n)
  return judged.outcome === 'fail' ? fail(...judged.findings.map((finding) => ({ ...finding, steps }))) : judged
}

/** Judges that get shows the state of an accepted write, and the reference of such a one if any was sent. */
function agree({ answers, read }: Twins): Judgement {
  const accepted = answers.filter((answer) => answer.accepted)
  const [first] = accepted
  if (first === undefined) return unjudged(answers[0])
  const because = say`though nothing was done since two of ${first.exchange.purpose} were sent at once (requests ${answers})`
  const same = sameBooking(first, read, ['id', 'status'], because)
  // What an answer does not show of the reference need not be shown here.
  const sent = accepted.flatMap((answer) => {
    const { reference } = answer.exchange.input
    const isSent = answer.profile.operations.confirm?.fields['reference'] !== undefined
    return isSent && typeof reference === 'string' && answer.read('reference') !== undefined ? [reference] : []
  })
  if (sent.length === 0) return same
  const kept =
    textNotShown(read, 'reference') ??
    expect(read)
      .field('reference')
      .toSatisfy(wants.oneOf(sent, `one of ${sent.map((each) => describeValue(each)).join(', ')}`), (found) =>
        sent.some((each) => isKept(each, found)),
      )
  return all(same, besides(kept, answers))
}

function ifMet({ answers: [one, other] }: Twins, profile: Profile, judgement: Judgement): Judgement {
  const isMet = one !== undefined && other !== undefined && met(one, other)
  return judgement.outcome === 'pass' && !isMet ? neverMet(profile, 2) : judgement
}

export default suite
