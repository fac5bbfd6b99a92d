import { checksOf, type Answer, type Bookable } from '../vocabulary/index.js'

/** Which availability checks named what a booking of the run then took: by now all of it may be sold out. */
export interface TakenChecks {
  /** Takes note of what a check of this named. */
  readonly see: (checked: Answer, of: Bookable) => void
  /** A booking was made of it, or moved to it. */
  readonly take: (availabilityId: string) => void
  readonly isTaken: (of: Bookable) => boolean
}

/** Of so many, those that a booking may be made of are not all kept: any may be. */
const most = 1000

/** Nothing was seen yet. */
export function openTakenChecks(): TakenChecks {
  const namedBy = new Map<string, string>()
  const taken = new Set<string>()
  return {
    see: (checked, of) => {
      const [ids, check] = [checked.accepted ? checked.availabilityIds : [], checkOf(of)]
      if (ids.length > most) taken.add(check)
      else for (const id of ids) namedBy.set(id, check)
    },
    take: (availabilityId) => {
      const check = namedBy.get(availabilityId)
      if (check !== undefined) taken.add(check)
    },
    isTaken: (of) => taken.has(checkOf(of)),
  }
}

function checkOf(bookable: Bookable): string {
  return JSON.stringify([bookable.productId, bookable.optionId, checksOf(bookable)[0]])
}
