import { fc, isOnHold, isUnderWay, sameInList, type Profile, type Answer, type Context } from '../vocabulary/index.js'
import { momentsOf } from '../hold/moments.js'
import { getOver } from '../hold/held.js'

/** What may be done to a booking; `age` moves the target's test clock. */
export type Step = 'extend' | 'confirm' | 'update' | 'cancel' | 'list' | 'age-within-hold' | 'age-past-hold'

const longest = 10

function stepsOffered(profile: Profile): readonly Step[] {
  const operations: Step[] = (['extend', 'confirm', 'update', 'cancel', 'list'] as const).filter(
    (operation) => profile.operations[operation] !== null,
  )
  return profile.clock === null ? operations : [...operations, 'age-within-hold', 'age-past-hold']
}

/**
 * Random sequences; they shrink to the shortest that still fails. They are plain names and no fast-check commands, since the evidence must hold
 * them to be judged again.
 */
export function sequences(profile: Profile): fc.Arbitrary<readonly Step[]> {
  return fc.array(fc.constantFrom(...stepsOffered(profile)), { minLength: 1, maxLength: longest, size: '-1' })
}

/** Sequences that every run tries: each leads through doors that the table of section 3 does not have. */
export function certainSequences(profile: Profile): readonly (readonly Step[])[] {
  const offered = new Set(stepsOffered(profile))
  const wanted: readonly (readonly Step[])[] = [
    ['update', 'extend', 'update', 'confirm', 'extend', 'update', 'cancel', 'update', 'confirm', 'extend'],
    ['extend', 'extend', 'age-within-hold', 'confirm', 'age-past-hold', 'cancel'],
    ['extend', 'age-past-hold', 'extend', 'confirm'],
  ]
  return wanted.map((steps) => steps.filter((step) => offered.has(step))).filter((steps) => steps.length > 0)
}

/** Minutes of the reservation, and of each extension in turn: in sum within 200, so that a target may also add them up. */
export const minutes = { reserve: 30, extend: [60, 90] } as const

/** After so many minutes the hold of a reservation is not over, and after twice as many it is. Other holds are looked at then as well. */
function withinHold(profile: Profile): number {
  return Math.min(momentsOf(profile).after, minutes.reserve - 5)
}

/** So many minutes after the reservation the hold is over, its extensions added up. Other holds are looked at soon after that. */
export const pastHold = 195

const writes: ReadonlySet<Step | undefined> = new Set(['extend', 'confirm', 'update', 'cancel'])

/** A step that was done, its answer, and what showed the booking then: get, or that answer itself. */
export interface Done {
  readonly step: Step
  readonly answer: Answer
  readonly read: Answer
  /** What was let pass before it, without a look at the booking. */
  readonly after?: Step
}

export interface Sequence {
  readonly reserved: Answer
  readonly done: readonly Done[]
}

/**
 * Reserves a booking and does one step after the other to it, whatever is answered; what the model expects is not known here. Where a
 * write leaves the status as it is, every other one in a row is followed by get: that shows what the one before it broke, too; and none
 * where the hold runs out next. A booking that is over is read once after all that it refuses in a row, and one that nobody has looked at
 * since then after two of them.
 */
export async function performSequence(context: Context, steps: readonly Step[]): Promise<Sequence> {
  const { target } = context
  const { reserved } = await context.hold({ expirationMinutes: minutes.reserve })
  const id = reserved.bookingId
  const done: Done[] = []
  let extensions = 0
  let passed = 0
  let aged = false
  let unread: Omit<Done, 'read'> | null = null
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    const unseen = aged
    aged = false
    if (step === 'age-within-hold' || step === 'age-past-hold') {
      passed += await letPass(context, step, passed)
      // A server may notice only in a read that a hold is over: an extension of it must be refused without one, too.
      if (step === 'age-past-hold' && next === 'extend' && isOnHold(done.at(-1)?.read ?? reserved)) {
        // What the clock did may take its time all the same.
        if (!context.isSettled(id)) await context.settle(id)
        aged = true
        continue
      }
      // Time has no answer of its own: what get then shows is what came of it.
      const read = await (step === 'age-past-hold' ? getOver(context, id) : target.get(id))
      done.push({ step, answer: read, read })
      continue
    }
    const answer = await perform(context, id, step, extensions, done.at(-1)?.read ?? reserved)
    if (step === 'extend') extensions += 1
    if (unseen && answer.refused && writes.has(next)) {
      unread = { step, answer, after: 'age-past-hold' }
      continue
    }
    const before = done.at(-1)?.read
    // A list changes nothing: what was read before it still holds.
    const holds = step === 'list' || (next !== undefined && answer.refused && isOver(before))
    const wasRead = unread === null && (before === undefined || before.exchange.purpose === 'get')
    const isKept =
      answer.accepted && !isUnderWay(answer) && answer.read('status') === (before ?? reserved).read('status')
    const shown = wasRead && isKept && (writes.has(next) || next === 'age-past-hold') ? answer : undefined
    const isPast = unseen || unread !== null
    const read = (holds ? before : shown) ?? (await (isPast ? getOver(context, id) : target.get(id)))
    if (unread !== null) done.push({ ...unread, read })
    unread = null
    done.push({ step, answer, read, ...(unseen && { after: 'age-past-hold' as const }) })
  }
  return { reserved, done }
}

function isOver(read: Answer | undefined): boolean {
  return read?.accepted === true && read.read('cancellable') === false && read.read('status') !== 'ON_HOLD'
}

/** Lets time pass, which the test clock answers for all that wait for it. @returns so many minutes */
async function letPass(
  { age, profile }: Context,
  step: 'age-within-hold' | 'age-past-hold',
  passed: number,
): Promise<number> {
  const within = withinHold(profile)
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
  const stale = sameInList(read, listed, ['status'], '').outcome === 'fail'
  return stale && (await settle(id)) ? ask() : list
}
