import { checksOf, type Answer, type Bookable } from '../vocabulary/index.js'
import { bySoonest, soonestCloses } from './soonestFirst.js'

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
  const closes = (each: Own): number => (each.accepted ? (soonestCloses(each, bookable, ahead) ?? Infinity) : Infinity)
  const offering = answers.filter(({ accepted, freeAvailabilityIds }) => accepted && freeAvailabilityIds.length > 0)
  const [soonest] = offering.toSorted(bySoonest(closes))
  return soonest ?? answers.find(({ accepted }) => accepted) ?? answers[0]
}
