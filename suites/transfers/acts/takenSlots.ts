import { checksOf, type Bookable, type Answer } from '../vocabulary/index.js'
import { isOver, type TransferStage } from './stage.js'

/** An availability check of a bookable, and what it is called as long as what it names is somebody's. */
export interface NamedCheck {
  readonly availability: NonNullable<Bookable['availability']>
  readonly check: string
}

/** Which availabilities are somebody's, as one scenario sees it. */
export class TakenSlots {
  readonly #stage: Pick<TransferStage, 'judging' | 'shared'>
  /** What else an availability goes by, since the next check may call the same by another id: see `namesOf`. */
  readonly #checkOf: Map<string, string>
  readonly #own = new Set<string>()

  constructor(stage: Pick<TransferStage, 'judging' | 'shared'>, checkOf: Map<string, string>) {
    this.#stage = stage
    this.#checkOf = checkOf
  }

  isExclusive(bookable: Bookable): boolean {
    const { profile } = this.#stage.judging
    return profile.availability.exclusive || bookable === profile.bookable.exclusive
  }

  /** Nobody takes it again: who has it is not done. */
  isGone(check: string | undefined): boolean {
    const { takenSlots } = this.#stage.shared
    return check !== undefined && takenSlots.has(check) && !this.#isOver(takenSlots.get(check))
  }

  /** Whether a booking of this run had it, by this id or by another. */
  isHad(slot: string): boolean {
    const { hadSlots } = this.#stage.shared
    return [slot, this.#checkOf.get(slot)].some((each) => each !== undefined && hadSlots.has(each))
  }

  isTaken(bookable: Bookable, slot: string): boolean {
    if (!this.isExclusive(bookable)) return this.#own.has(slot)
    return this.#stage.shared.takenSlots.has(slot) || this.isGone(this.#checkOf.get(slot))
  }

  /** On offer again, though a scenario that is over by now once asked for it. */
  isLeftBehind(slot: string): boolean {
    const holder = this.#stage.shared.takenSlots.get(slot)
    return !this.#own.has(slot) && this.#isOver(holder) && !this.isGone(this.#checkOf.get(slot))
  }

  /** Whether no booking had it, by whichever check it is named. @param wasHad a booking had what this check names anyway */
  isNew(slot: string, wasHad: boolean): boolean {
    const { takenSlots } = this.#stage.shared
    return !takenSlots.has(slot) && !this.isGone(this.#checkOf.get(slot)) && (wasHad || !this.isHad(slot))
  }

  /** The checks of a bookable; those that name what a booking had come last: it may be given back, and taken by somebody else. */
  checksOf(bookable: Bookable): readonly NamedCheck[] {
    const named = checksOf(bookable).map((availability) => ({
      availability,
      check: `check ${JSON.stringify([bookable.productId, bookable.optionId, availability])}`,
    }))
    return named.toSorted((a, b) => Number(this.wasHad(a)) - Number(this.wasHad(b)))
  }

  wasHad({ check }: NamedCheck): boolean {
    return this.#stage.shared.hadSlots.has(check)
  }

  name(names: ReadonlyMap<string, string>): void {
    for (const [slot, name] of names) this.#checkOf.set(slot, name)
  }

  take(slot: string, id: string): void {
    const { takenSlots } = this.#stage.shared
    this.#own.add(slot)
    takenSlots.set(slot, id)
    const check = this.#checkOf.get(slot)
    if (check !== undefined) takenSlots.set(check, id)
  }

  /** All that this scenario took may be taken by it again. */
  beginAnew(): void {
    this.#own.clear()
  }

  /** What is kept for who asks for what no booking had is never over. */
  #isOver(holder: string | Bookable | undefined): boolean {
    return typeof holder !== 'object' && isOver(holder, this.#stage)
  }
}

/** Which availability checks named what a booking of the run then took: by now all of it may be sold out. */
export interface TakenChecks {
  readonly see: (checked: Answer, of: Bookable) => void
  /** A booking was made of it, or moved to it. */
  readonly take: (availabilityId: string) => void
  readonly isTaken: (of: Bookable) => boolean
  /** What was checked last that named it, with the payload of that check alone; null: that is not known. */
  readonly namedBy: (availabilityId: string) => Bookable | null
}

/** Of so many, those that a booking may be made of are not all kept: any may be. */
const most = 1000

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
