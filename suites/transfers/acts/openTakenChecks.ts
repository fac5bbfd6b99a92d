import { checksOf, type Answer, type Bookable } from '../vocabulary/index.js'

/** Which availability checks named what a booking of the run then took: by now all of it may be sold out. */
export interface TakenChecks {
  /** Takes note of what a check of this named. */
  readonly see: (checked: Answer, of: Bookable) => void
  /** A booking was made of it, or moved to it. */
  readonly take: (availabilityId: string) => void
  readonly isTaken: (of: Bookable) => boolean
  /** What was checked last that named it, with the payload of that check alone; null: that is not known. */
  readonly namedBy: (availabilityId: string) => Bookable | null
}

/** Of so many, those that a booking may be made of are not all kept: any may be. */
const most = 1000

/** Nothing was seen yet. */
export function openTakenChecks(): TakenChecks {
  const checks = new Map<string, Bookable>()
  const taken = new Set<string>()
  return {
    see: (checked, of) => {
      const ids = checked.accepted ? checked.availabilityIds : []
      if (ids.length > most) taken.add(checkOf(of))
      else for (const id of ids) checks.set(id, of)
    },
    take: (availabilityId) => {
      const of = checks.get(availabilityId)
      if (of !== undefined) taken.add(checkOf(of))
    },
    isTaken: (of) => taken.has(checkOf(of)),
    namedBy: (availabilityId) => checks.get(availabilityId) ?? null,
  }
}

function checkOf(bookable: Bookable): string {
  return JSON.stringify([bookable.productId, bookable.optionId, checksOf(bookable)[0]])
}
