import {
  all,
  expect,
  fail,
  openSuite,
  pass,
  sameBooking,
  untested,
  unusable,
  type Answer,
  type Context,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { met } from './met.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

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

/** A service reads and writes within milliseconds, so one round alone may miss the moment. */
const rounds = 3

/** One booking: updates of its reference and of its minutes that meet, then two confirms, then two cancels. */
const twins = scenario(
  'lifecycle.twins',
  async (context) => {
    const { hold, target, offers, marker } = context
    const { reserved } = await hold({ expirationMinutes: 40 })
    const id = reserved.bookingId
    const updates: Round[] = []
    for (let round = 1; offers('update') && round <= rounds; round += 1) {
      const [reference, minutes] = [marker(`round ${round}`), 40 + 10 * round]
      const referring: Act = () => target.update(id, { reference })
      const timing: Act = () => target.update(id, { expirationMinutes: minutes })
      // Each comes first in some round: one that is slow is met only by what comes after it.
      const [one, other] = await both(context, ...inTurn(round, referring, timing))
      const [ofReference, ofMinutes] = inTurn(round, one, other)
      const read = await settledRead(context, id, (found) => shows(found, { reference, minutes }))
      updates.push({ reference, minutes, ofReference, ofMinutes, read })
      // It takes no such update, or none at all.
      if (!ofReference.accepted || !ofMinutes.accepted) break
    }
    const confirmed = await both(
      context,
      () => target.confirm(id, { reference: marker('one') }),
      () => target.confirm(id, { reference: marker('other') }),
    )
    const confirms: Twins = { answers: confirmed, read: await settledRead(context, id, asAnswered(confirmed)) }
    const reason = (what: string): Promise<Answer> => target.cancel(id, { reason: marker(what) })
    const cancelled = offers('cancel')
      ? await both(
          context,
          () => reason('one'),
          () => reason('other'),
        )
      : null
    const cancels: Twins | null = cancelled && {
      answers: cancelled,
      read: await settledRead(context, id, asAnswered(cancelled)),
    }
    return { updates, confirms, cancels }
  },
  { uses: ['confirm', 'get'], bookings: 1, alone: true },
)

type Act = () => Promise<Answer>

function inTurn<Item>(round: number, one: Item, other: Item): readonly [Item, Item] {
  return round % 2 === 1 ? [one, other] : [other, one]
}

async function both({ atOnce }: Context, one: Act, other: Act): Promise<readonly [Answer, Answer]> {
  const answers: Answer[] = []
  await atOnce([one, other].map((act, index) => async () => void (answers[index] = await act())))
  const [first, second] = answers
  if (first === undefined || second === undefined) throw new Error('two requests have two answers')
  return [first, second]
}

/** Of writes that met none is known to be the last, so that a read of its own is given the time to settle, where it shows something else. */
async function settledRead(
  { target, settle }: Context,
  id: string,
  isShown: (found: Answer) => boolean,
): Promise<Answer> {
  const read = await target.get(id)
  return !isShown(read) && (await settle(id)) ? target.get(id) : read
}

function shows(read: Answer, { reference, minutes }: { reference: string; minutes: number }): boolean {
  return read.read('reference') === reference && read.read('expirationMinutes') === minutes
}

function asAnswered(answers: readonly Answer[]): (read: Answer) => boolean {
  const accepted = answers.filter((answer) => answer.accepted)
  return (read) =>
    accepted.every((answer) => answer.read('status') === read.read('status')) && oneOf(accepted, read) !== null
}

/** The one of these answers whose reference the booking now has. */
function oneOf(accepted: readonly Answer[], read: Answer): Answer | null {
  return accepted.find((answer) => answer.read('reference') === read.read('reference')) ?? null
}

check(twins, {
  id: 'lifecycle.updates-at-once-both-kept',
  clause: '3/updates-persisted-concurrent',
  title: 'of two updates of different fields at once, get shows what each set that was accepted',
  uses: ['update'],
  judge: ({ updates }) => {
    const judged = updates.flatMap((round) => (met(round.ofReference, round.ofMinutes) ? [bothKept(round)] : []))
    return judged.length === 0
      ? untested('no two updates met on the booking', 'set limits.concurrency to 2 or more')
      : (judged.find(({ outcome }) => outcome === 'fail') ?? judged[0] ?? pass)
  },
})

function bothKept({ reference, minutes, ofReference, ofMinutes, read }: Round): Judgement {
  const cannot = unusable(ofReference) ?? unusable(ofMinutes) ?? unusable(read)
  if (cannot !== null) return cannot
  // What an answer does not show of its own write is not shown here either.
  if (ofReference.read('reference') !== reference || ofMinutes.read('expirationMinutes') !== minutes)
    return untested('the answers do not show what was set')
  return all(expect(read).field('reference').toBe(reference), expect(read).field('expirationMinutes').toBe(minutes))
}

check(twins, {
  id: 'lifecycle.confirms-at-once-agree',
  clause: '3/confirm-once-concurrent',
  title: 'of two confirms at once, get then shows the booking as an accepted one answered it',
  judge: ({ confirms }) => {
    const found = agree(confirms, ['id', 'status'])
    const accepted = confirms.answers.filter((answer) => answer.accepted && answer.read('reference') !== undefined)
    const [first] = accepted
    if (found.outcome !== 'pass' || first === undefined || oneOf(accepted, confirms.read) !== null) return found
    // Where both were accepted the later reference may stand, which nobody knows: but it is one of the two.
    return sameBooking(first, confirms.read, ['reference'], 'though no other confirm was accepted')
  },
})

check(twins, {
  id: 'lifecycle.cancels-at-once-agree',
  clause: '7/cancel-once-concurrent',
  title: 'of two cancels at once, one is accepted at most, where a cancelled booking shows cancellable false',
  uses: ['cancel'],
  judge: ({ confirms, cancels }) => {
    const cannot = unusable(confirms.read) ?? (cancels === null ? untested('cancel is not offered') : null)
    if (cannot !== null || cancels === null) return cannot ?? pass
    const [one, other] = cancels.answers
    if (one?.accepted !== true || other?.accepted !== true || cancels.read.read('cancellable') !== false)
      return agree(cancels, ['id', 'status'])
    return fail({
      message: `both of two cancels at once were accepted, though a cancelled booking shows cancellable false (exchange ${cancels.read.n})`,
      expected: 'one refusal',
      received: other.describe(),
      exchange: other.n,
      pointer: '',
      steps: [one.n, other.n, cancels.read.n],
    })
  },
})

function agree({ answers, read }: Twins, fields: readonly ('id' | 'status')[]): Judgement {
  const [one, other] = answers
  const accepted = answers.filter((answer) => answer.accepted)
  if (one === undefined || other === undefined || accepted.length === 0) return unusable(one) ?? pass
  const because = `though nothing was done but the same twice at once (exchanges ${one.n} and ${other.n})`
  const judged = accepted.map((answer) =>
    sameBooking(
      answer,
      read,
      fields.filter((field) => answer.read(field) !== undefined),
      because,
    ),
  )
  const found = all(...judged)
  return found.outcome === 'pass' && !met(one, other)
    ? untested('the writes came one after the other', 'set limits.concurrency to 2 or more')
    : found
}

export default suite
