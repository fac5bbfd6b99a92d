import { checksOf, type Answer, type Bookable } from '../vocabulary/index.js'
import { bySoonest, openOf, soonestCloses } from './soonestFirst.js'

/** Asks the checks of a bookable, one after the other, until one is answered as `isEnough` says; all of them where none is. */
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

/** Of the answers to several checks, the one that names what closes soonest; the first that names something free where none says when. */
export function soonestOf<Own extends Answer>(
  answers: readonly Own[],
  bookable: Bookable,
  ahead: number | null,
): Own | undefined {
  const { offering, closes } = offersOf(answers, bookable, ahead)
  return firstOf(offering.toSorted(bySoonest(closes)), answers)
}

/** The same among those that name something whose window has not closed, or is about to; of all of them where none does. */
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
