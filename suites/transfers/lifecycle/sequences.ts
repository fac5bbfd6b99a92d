import type { Tried } from '../../booking/account.js'
import { judgeStory } from '../../booking/outcomeRules.js'
import type { Step as BookingStep } from '../../booking/step.js'
import { accounts } from '../bookingReading.js'
import { getOver } from '../hold/held.js'
import { momentsOf } from '../hold/moments.js'
import { outcomes } from '../rules.js'
import { fc, isOnHold, isUnderWay, openSuite, isListedAs, unseen } from '../vocabulary/index.js'
import type { Answer, Context, Profile, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { property, check } = suite

/** What may be done to a booking; `age` moves the target's test clock. */
type Step = 'extend' | 'confirm' | 'update' | 'cancel' | 'list' | 'age-within-hold' | 'age-past-hold'

const longest = 10

function stepsOffered(profile: Profile): readonly Step[] {
  const operations: Step[] = (['extend', 'confirm', 'update', 'cancel', 'list'] as const).filter(
    (operation) => profile.operations[operation] !== null,
  )
  return profile.clock === null ? operations : [...operations, 'age-within-hold', 'age-past-hold']
}

/** Sequences that every run tries: each leads through doors that the table of section 3 does not have. */
function certainSequences(profile: Profile): readonly (readonly Step[])[] {
  const offered = new Set(stepsOffered(profile))
  const wanted: readonly (readonly Step[])[] = [
    ['update', 'extend', 'update', 'confirm', 'extend', 'update', 'cancel', 'update', 'confirm', 'extend'],
    ['extend', 'extend', 'age-within-hold', 'confirm', 'age-past-hold', 'cancel'],
    ['extend', 'age-past-hold', 'extend', 'confirm'],
  ]
  return wanted.map((steps) => steps.filter((step) => offered.has(step))).filter((steps) => steps.length > 0)
}

/**
 * Sequences of operations on one booking, also with time between them. They are plain names, no fast-check commands:
 * the evidence must hold them to be judged again. A failing one shrinks to the shortest that still does.
 */
const lifecycle = property(
  'lifecycle.sequences',
  {
    edges: certainSequences,
    arbitrary: (profile) =>
      fc.array(fc.constantFrom(...stepsOffered(profile)), { minLength: 1, maxLength: longest, size: '-1' }),
    samples: { low: 0, normal: 1, high: 25 },
    shrinks: 24,
    apart: true,
    prepare: async () => ({}),
    act: performSequence,
  },
  { uses: ['confirm', 'get'], bookings: 4, ages: true },
)

check(lifecycle, {
  id: 'lifecycle.sequence-follows-table',
  clause: '3/sequence-follows-table',
  title: 'in every sequence of operations, each is accepted and answered as the table of states says',
  judge: ({ answers }, { profile }) =>
    answers.slice(1).some(({ outcome }) => outcome !== 'none')
      ? judgeStory(answers, profile, accounts, Object.values(outcomes), mustAccept)
      : unseen('no step of the sequence got an answer', 'run again when the target answers in time'),
})

/**
 * What the table of section 3 allows. The documents do not say which fields an update may leave out: one like it must
 * have been accepted before. Nor do they say how often a hold can be extended (3/extend-twice-accepted), or what a
 * cancel must carry: a sequence has but one, so that it has no control.
 */
function mustAccept({ situation, step, isFree }: Tried<string>, before: readonly BookingStep<string>[]): boolean {
  const wasAccepted = before.some(({ operation, outcome }) => operation === step.operation && outcome === 'accepted')
  const isHeld = situation === 'held'
  if (step.operation === 'confirm') return isHeld
  if (step.operation === 'extend') return isHeld && !wasAccepted
  return step.operation === 'update' && isFree === true && wasAccepted && (isHeld || situation === 'confirmed')
}

/** Minutes of the reservation and of each extension: at most 200 in sum, so that a server may also add them up. */
const minutes = { reserve: 30, extend: [60, 90] } as const

/** Minutes after the reservation when the hold is over, extensions added up. Other holds are looked at soon after. */
const pastHold = 195

const writes: ReadonlySet<Step | undefined> = new Set(['extend', 'confirm', 'update', 'cancel'])

/**
 * Reserves a booking and does one step after the other to it, whatever is answered. Get follows every other write in a
 * row that leaves the status as it is: it shows what the one before broke, too. None comes before a hold runs out. A
 * booking that is over is read once after all that it refuses in a row; after two if not read since its end.
 * @returns all that was answered about this booking alone
 */
async function performSequence(
  context: Context,
  steps: readonly Step[],
): Promise<{ readonly answers: readonly Answer[] }> {
  const { target } = context
  const { reserved } = await context.hold({ expirationMinutes: minutes.reserve })
  const id = reserved.bookingId
  const answers = [reserved]
  /** What showed the booking last. */
  let last = reserved
  let [extensions, passed] = [0, 0]
  /** So many steps since its hold ran out without a look at it. */
  let unseenFor = 0
  const look = async (isPast: boolean): Promise<void> => {
    last = await (isPast ? getOver(context, id) : target.get(id))
    answers.push(last)
  }
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (step === 'age-within-hold' || step === 'age-past-hold') {
      passed += await letPass(context, step, passed)
      // A server may notice only in a read that a hold is over: an extension of it must be refused without one, too.
      unseenFor = step === 'age-past-hold' && next === 'extend' && isOnHold(last) ? 1 : 0
      if (unseenFor === 0) await look(step === 'age-past-hold')
      // What the clock did may take its time all the same.
      else if (!context.isSettled(id)) await context.settle(id)
      continue
    }
    const answer = await perform(context, id, step, extensions, last)
    if (step === 'extend') extensions += 1
    // A list changes nothing, and shows other bookings as well.
    if (step === 'list') continue
    answers.push(answer)
    if (unseenFor === 1 && answer.refused && writes.has(next)) {
      unseenFor = 2
      continue
    }
    const isSeen = unseenFor === 0 && (last === reserved || last.exchange.purpose === 'get')
    const isKept = answer.accepted && !isUnderWay(answer) && answer.read('status') === last.read('status')
    if (isSeen && isKept && (writes.has(next) || next === 'age-past-hold')) last = answer
    else if (next === undefined || !answer.refused || !isOver(last)) await look(unseenFor > 0)
    unseenFor = 0
  }
  return { answers }
}

function isOver(read: Answer): boolean {
  return read.accepted && read.read('cancellable') === false && read.read('status') !== 'ON_HOLD'
}

/** Lets time pass, which the test clock answers for all that wait for it. @returns so many minutes */
async function letPass(
  { age, profile }: Context,
  step: 'age-within-hold' | 'age-past-hold',
  passed: number,
): Promise<number> {
  // After so many minutes the hold of a reservation is not over. Other holds are looked at then as well.
  const within = Math.min(momentsOf(profile).after, minutes.reserve - 5)
  const most = step === 'age-within-hold' ? within : Math.max(within, pastHold - passed)
  await age(most, step === 'age-past-hold')
  return most
}

async function perform(
  context: Context,
  id: string,
  step: Exclude<Step, 'age-within-hold' | 'age-past-hold'>,
  extensions: number,
  last: Answer,
): Promise<Answer> {
  const { target, marker, confirm } = context
  switch (step) {
    case 'extend':
      return target.extend(id, { expirationMinutes: minutes.extend[extensions] ?? minutes.extend[1] })
    case 'confirm':
      return confirm(id)
    case 'update':
      return target.update(id, { reference: marker('update') })
    case 'cancel':
      return target.cancel(id)
    case 'list':
      return settledList(context, id, last)
  }
}

/** The list; where it does not show the state that get showed, once more after the settling time. */
async function settledList({ target, settle }: Context, id: string, read: Answer): Promise<Answer> {
  const ask = (): Promise<Answer> => target.list({ page: 1, pageSize: 20 })
  const list = await ask()
  const listed = list.bookings.find((each) => each.id === id)
  const stale = !isListedAs(read, listed, ['status'])
  return stale && (await settle(id)) ? ask() : list
}

export default suite
