import { momentOf, readPointer, timeOf, checksOf } from '../vocabulary/index.js'
import type { Answer, Bookable, Json } from '../vocabulary/index.js'
import { aheadByDate } from '../vocabulary/times.js'

/** An item whose window closes within so many minutes of the answer is left out, the first where others are left. */
const tooSoon = [30, 10] as const

/**
 * Offers of checks whose cancellation windows close at several times, the soonest first. Those that had closed by the
 * target's time of their answer are left out, unless nothing else is left. As it came where no window is known.
 * @param ahead `TargetSession.ahead`; null: the target's time follows from the Date of the answer
 */
export function soonestFirst(
  ids: readonly string[],
  checked: readonly Answer[],
  bookable: Bookable,
  ahead: number | null,
): readonly string[] {
  if (bookable.cutOffAt === undefined) return ids
  const closing = windowsOf(checked, bookable, ahead)
  const closes = (id: string): number => closing.get(id)?.at ?? Infinity
  const inOrder = ids.toSorted(bySoonest(closes))
  return openOf(inOrder, (id) => closing.get(id)?.ahead ?? Infinity)
}

/**
 * Those that have not closed, or are about to; all of them where that leaves nothing.
 * @param ahead so many minutes ahead it closes; Infinity: that is not known
 */
export function openOf<Closing>(all: readonly Closing[], ahead: (each: Closing) => number): readonly Closing[] {
  const open = tooSoon.map((margin) => all.filter((each) => ahead(each) > margin))
  return open.find((left) => left.length > 0) ?? all
}

/** The order of closing, soonest first. No closing, or none known (`Infinity`), comes last, as it came. */
export function bySoonest<Closing>(closes: (each: Closing) => number): (a: Closing, b: Closing) => number {
  return (a, b) => (closes(a) === closes(b) ? 0 : closes(a) - closes(b))
}

/** Whether the window of each of them had closed when it was answered, as the answers say themselves. */
export function areClosed(
  ids: readonly string[],
  checked: readonly Answer[],
  bookable: Bookable,
  ahead: number | null,
): boolean {
  const closing = windowsOf(checked, bookable, ahead)
  return ids.length > 0 && ids.every((id) => (closing.get(id)?.ahead ?? Infinity) <= 0)
}

/** So many minutes after the answer the window closes of what is booked of it first; null: that is not known. */
export function soonestCloses(checked: Answer, bookable: Bookable, ahead: number | null): number | null {
  const [first = ''] = soonestFirst(checked.freeAvailabilityIds, [checked], bookable, ahead)
  return windowsOf([checked], bookable, ahead).get(first)?.ahead ?? null
}

/** When the window of each closes of which the answer says so, in minutes since the epoch by the target's clock. */
export function closingOf(checked: Answer, bookable: Bookable): (id: string) => number | undefined {
  const closing = windowsIn(checked, bookable, null)
  return (id) => closing.get(id)?.at
}

interface Closing {
  readonly at: number
  /** Minutes after the answer; undefined: the target's time is not known. */
  readonly ahead?: number
}

function windowsOf(checked: readonly Answer[], bookable: Bookable, ahead: number | null): ReadonlyMap<string, Closing> {
  return new Map(checked.flatMap((each) => [...windowsIn(each, bookable, ahead ?? aheadByDate(each))]))
}

function windowsIn(
  checked: Answer,
  { cutOffAt = '', cutOffBefore = 0 }: Bookable,
  ahead: number | null,
): ReadonlyMap<string, Closing> {
  const now = ahead === null ? null : momentOf(checked).earliest + ahead
  return new Map(
    checked.items.flatMap((item): [string, Closing][] => {
      const start = timeOf(readPointer<Json>(item, cutOffAt))
      const id = checked.availabilityIdOf(item)
      if (id === undefined || start === undefined) return []
      const at = start - cutOffBefore
      return [[id, { at, ...(now !== null && { ahead: at - now }) }]]
    }),
  )
}

/** Asks the checks of a bookable, one after the other, until `isEnough` says so; all of them where it never does. */
export async function checkEach<Own extends Answer>(
  bookable: Bookable,
  ask: (one: Bookable) => Promise<Own>,
  isEnough: (answer: Own) => boolean = () => false,
): Promise<readonly Own[]> {
  const answers: Own[] = []
  for (const availability of checksOf(bookable)) {
    const answer = await ask({ ...bookable, availability })
    answers.push(answer)
    if (isEnough(answer)) break
  }
  return answers
}

/** The answer that names what closes soonest; where none says when, the first that names something free. */
export function soonestOf<Own extends Answer>(
  answers: readonly Own[],
  bookable: Bookable,
  ahead: number | null,
): Own | undefined {
  const { offering, closes } = offersOf(answers, bookable, ahead)
  return firstOf(offering.toSorted(bySoonest(closes)), answers)
}

/** The same among those that name something whose window is open, and not about to close; of all where none does. */
export function soonestOpenOf<Own extends Answer>(
  answers: readonly Own[],
  bookable: Bookable,
  ahead: number | null,
): Own | undefined {
  const { offering, closes } = offersOf(answers, bookable, ahead)
  return firstOf(openOf(offering, closes).toSorted(bySoonest(closes)), answers)
}

function offersOf<Own extends Answer>(answers: readonly Own[], bookable: Bookable, ahead: number | null) {
  const offering = answers.filter(({ accepted, freeAvailabilityIds: free }) => accepted && free.length > 0)
  const closes = (each: Own): number => soonestCloses(each, bookable, ahead) ?? Infinity
  return { offering, closes }
}

function firstOf<Own extends Answer>(inOrder: readonly Own[], answers: readonly Own[]): Own | undefined {
  return inOrder[0] ?? answers.find(({ accepted }) => accepted) ?? answers[0]
}
