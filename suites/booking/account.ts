import type { Json } from '../../src/suite/index.js'
import { HoldTime, onTarget, type Timed } from './holdTime.js'
import type { Channel, Effect, Fields, Held, Shown, Situation, Step } from './step.js'

/**
 * How a value that an answer shows came to be.
 * - `wrote`: an operation wrote it, or its answer showed it first.
 * - `default`: the documents give it as the default of an operation.
 * - `left`: an accepted operation should have left it.
 * - `again`: an operation was accepted once more.
 * - `refused`: a refused operation should have left it.
 * - `done`: an operation failed with a server error, and was carried out.
 * - `stays`: an accepted operation did nothing, as its own answer shows.
 * - `itself`: nothing was done since it was seen last.
 * - `foreign`: somebody whose booking it is not asked for something that should have left it.
 * - `answered`: a get does not show what the last write answered.
 * - `late`: a read shows a write only after a while.
 */
export type How =
  'wrote' | 'default' | 'left' | 'again' | 'refused' | 'done' | 'stays' | 'itself' | 'foreign' | 'answered' | 'late'

/** How a value came to be known: it was sent, the documents give it, or an answer showed it. */
export type Told = 'sent' | 'implied' | 'shown'

/** The value that the account expected, and the one that was found. */
export interface Broken<Field extends string> {
  readonly known: Json
  readonly told: Told
  readonly found: Json
  readonly shown: Shown<Field>
  /** The server worked on the booking for too long. */
  readonly isPending?: true
  /** It still has in it what was sent. */
  readonly isGrown?: true
}

/** One field in one answer, beside what the account knew. */
export interface Said<Field extends string> {
  readonly how: How
  /** The operation that wrote the value, or that should have left it. */
  readonly by: string
  readonly field: Field
  readonly in: Channel
  /** The step that wrote or first showed it, the one that should have left it, and the one that shows it last. */
  readonly steps: readonly Step<Field>[]
  /** The steps of others, one of which changed it. */
  readonly foreign?: readonly Step<Field>[]
  /** null: it is as it should be. */
  readonly broken: Broken<Field> | null
}

/** An operation on a booking of which it is known how it stood. */
export interface Tried<Field extends string> {
  readonly situation: Situation
  readonly step: Step<Field>
  /** The step since which that is known. */
  readonly since: Step<Field>
  /** The booking showed, within the last minute, that it may be done. */
  readonly isFree?: true
}

/** One value that a field may have, and the step that wrote or first showed it. */
interface Option<Field extends string> {
  readonly value: Json
  readonly by: Step<Field>
  readonly how: 'wrote' | 'default'
  readonly told: Told
}

interface Known<Field extends string> {
  /** Its possible values; null: anything. */
  readonly options: readonly Option<Field>[] | null
  readonly isDropped?: true
  /** Its values before the last write: reads may still show them for a while. */
  readonly former: readonly Option<Field>[]
  /** The write since which it is so; null: nobody knows when that was. */
  readonly since: Step<Field> | null
  /** The last read that showed it. */
  readonly read: Step<Field> | null
  /** How get showed it: a server may add to what it was sent, but not from one get to the next. */
  readonly shown?: Json
  /** An answer showed it as it was sent. */
  readonly isCarried?: true
}

/** The booking in one answer. */
interface Seen<Field extends string> {
  readonly step: Step<Field>
  readonly shown: Shown<Field>
  /** Effects that may have happened by then, of which the server said nothing yet. */
  readonly possible: readonly Effect<Field>[]
  /** The settling time of each write was over. */
  readonly isSettled: boolean
  /** It is of a time after the last write. */
  readonly isFresh: boolean
  /** It can be believed. */
  readonly isSure: boolean
}

/** A step in the story of one booking, and how its answer shows the booking. */
export interface Entry<Field extends string> {
  readonly step: Step<Field>
  readonly shown: Shown<Field> | null
  /** A server that finds other bookings says that there is none. */
  readonly isGone?: true
  /** Everything that time has changed is shown by now. */
  readonly isTimeSettled: boolean
  /** It is a write by somebody whose booking it is not. */
  readonly isForeign?: true
}

const minute = 60_000
/** Timers of two machines agree no better than this, in milliseconds. */
const early = 100

/**
 * One booking, step by step. The account keeps each value that is possible.
 * Steps that overlap happened in either order. A write without an answer may happen at any time. A read may be late. A
 * value that no order explains is broken.
 */
export class Account<Field extends string> {
  readonly said: Said<Field>[] = []
  readonly tried: Tried<Field>[] = []
  readonly #time: HoldTime
  readonly #fields: Fields<Field>
  readonly #isShown: (field: Field, value: Json) => boolean
  /** Each write of the story that may be carried out. */
  readonly #performed: readonly Step<Field>[]
  readonly #known = new Map<Field, Known<Field>>()
  /** Writes that were answered so far. */
  readonly #writes: Step<Field>[] = []
  /** Effects of writes without an answer. */
  readonly #lost: Effect<Field>[] = []
  /** Bookings in the answers of writes, by the number of the step. */
  readonly #answered = new Map<number, Shown<Field>>()
  readonly #again = new Set<Step<Field>>()
  /** Writes by others, which count as refused here, as they were answered. */
  readonly #foreign = new Map<Step<Field>, Step<Field>>()
  /** Writes that were answered while the server still worked on them, and when a read first showed them done. */
  readonly #underWay = new Map<Step<Field>, number>()
  /** Reads that showed a former value. */
  readonly #late = new Map<string, Step<Field>>()
  /** The last step after which it is known how the booking stands, whatever its state is called. */
  #became: Pick<Tried<Field>, 'situation' | 'since'> | null = null
  /** What the booking showed of its hold time before the last write that left it. */
  #timesBefore: ReadonlyMap<Field, Json> | null = null
  readonly #times = new Map<Field, Json>()

  /**
   * @param story the steps of one booking and one caller, by their numbers
   * @param isShown whether any booking of the run shows this value of a field
   */
  constructor(
    story: readonly Entry<Field>[],
    fields: Fields<Field>,
    isShown: (field: Field, value: Json) => boolean = () => true,
  ) {
    this.#fields = fields
    this.#time = new HoldTime(fields.settle.end)
    this.#isShown = isShown
    this.#performed = story
      .filter(({ isForeign }) => isForeign !== true)
      .map(({ step }) => step)
      .filter(({ effect, outcome }) => effect !== null && effect.isReplay !== true && outcome !== 'refused')
    for (const entry of story) {
      const { step, shown } = entry
      if (step.effect?.isReplay === true) {
        this.#time.try(step)
        continue
      }
      if (entry.isForeign === true) this.#writeForeign(step)
      else if (step.effect !== null) this.#write(step, step.effect)
      if (shown !== null || entry.isGone === true) this.#lookAtTime(entry)
      if (step.channel === 'get' && step.outcome === 'refused') this.#readGone(step)
      if (shown === null) continue
      if (!fields.isPending(shown)) this.#read(step, shown)
      else if (step.effect === null) this.#readPending(step, shown)
      else this.#underWay.set(step, Number.POSITIVE_INFINITY)
      if (step.effect !== null) this.#answered.set(step.n, shown)
    }
  }

  /** What the answers say of the hold time. */
  get timed(): readonly Timed[] {
    return this.#time.said
  }

  #writeForeign(step: Step<Field>): void {
    const asRefused = { ...step, outcome: 'refused' } as const
    this.#foreign.set(asRefused, step)
    this.#writes.push(asRefused)
    if (step.outcome !== 'refused') this.#time.lose()
  }

  #write(step: Step<Field>, effect: Effect<Field>): void {
    this.#try(step, effect)
    this.#writeTime(step, effect)
    if (step.outcome === 'none') {
      this.#lost.push(effect)
      return
    }
    const { state } = this.#fields
    const isAgain = effect.writes.has(state) && this.#isDecidedBy(step)
    this.#writes.push(step)
    if (isAgain) this.#again.add(step)
    if (step.outcome === 'refused') return
    if (effect.becomes !== undefined) this.#became = { situation: effect.becomes, since: step }
    const isContended = isAgain || effect.isLater === true || this.#meanwhile(step).length > 0
    for (const [field, value] of effect.writes) {
      if (isAgain && field === state) continue
      const how = effect.defaults.includes(field) ? 'default' : 'wrote'
      const known = this.#known.get(field)
      if (known !== undefined && this.#fields.isMirror(field) && !(known.isCarried && this.#isShown(field, value))) {
        this.#set(field, null, step)
        continue
      }
      const before = known?.options ?? null
      const told = effect.implied.includes(field) ? 'implied' : 'sent'
      const option = { value, by: step, how, told } as const
      this.#set(
        field,
        isContended || effect.maybe?.includes(field) === true ? before && [...before, option] : [option],
        step,
      )
    }
    if (isAgain) return
    if (effect.isLater === true) this.#lost.push(effect)
    for (const field of effect.opens) if (this.#known.get(field)?.isDropped !== true) this.#set(field, null, step)
    for (const field of effect.drops) this.#drop(field)
  }

  /** Notes an operation, where it is known how the booking stood when it was sent. */
  #try(step: Step<Field>, effect: Effect<Field>): void {
    const { state } = this.#fields
    const option = this.#sure(state)
    if (step.outcome === 'none' || (step.outcome === 'accepted' && this.#asksForNothing(effect))) return
    if (this.#meanwhile(step).length > 0) return
    const { bars, frees } = this.#fields
    const barring = this.#shownLately(step, bars)
    if (barring !== undefined) this.tried.push({ situation: 'barred', step, since: barring })
    if (this.#became !== null) this.tried.push({ ...this.#became, step })
    if (this.#became !== null || option === undefined) return
    const named = this.#fields.situationOf(option.value)
    const leavesIt = ({ writes, opens, drops }: Effect<Field>): boolean =>
      !opens.includes(state) && !drops.includes(state) && (writes.get(state) ?? option.value) === option.value
    // Nothing leads out of a cancellation.
    const isUnsure = named !== 'cancelled' && !this.#lost.every(leavesIt)
    if (isUnsure) return
    const situation = named === 'held' ? this.#time.at(step) : named
    const isFree = this.#shownLately(step, frees) !== undefined && { isFree: true as const }
    const since = this.#known.get(state)?.read ?? option.by
    if (situation !== null) this.tried.push({ situation, step, since, ...isFree })
  }

  /** Whether everything that it asks for is so already. What bookings need not show is false by default. */
  #asksForNothing({ asks }: Effect<Field>): boolean {
    const isSo = ([field, value]: readonly [Field, Json]): boolean => {
      const option = this.#sure(field)
      return option === undefined
        ? value === false && this.#fields.isOptional(field)
        : this.#agrees(field, option, value)
    }
    return asks !== undefined && [...asks].every(isSo)
  }

  /** The step that showed, within the last minute, a value of which `says` is true. */
  #shownLately(step: Step<Field>, says: Fields<Field>['bars']): Step<Field> | undefined {
    // One that is refused in the end may be at work meanwhile.
    if (this.#writes.some(({ to }) => to > step.from)) return undefined
    for (const [field, { read, shown }] of this.#known) {
      const option = this.#sure(field)
      const isSo = (value: Json | undefined): boolean => value !== undefined && says(step.operation, field, value)
      const isLost = this.#lost.some(
        ({ writes, opens, drops }) => writes.has(field) || opens.includes(field) || drops.includes(field),
      )
      if (isLost || option === undefined || !isSo(option.value)) continue
      const by = read ?? option.by
      // A list may be wrong alone.
      const isShown =
        (option.told === 'shown' && option.by.channel !== 'list') ||
        isSo(shown) ||
        (!this.#underWay.has(option.by) && isSo(this.#answered.get(option.by.n)?.values.get(field)))
      if (isShown && onTarget(step, step.to) - onTarget(by, by.from) <= minute) return by
    }
    return undefined
  }

  /** Follows the hold time through a write. */
  #writeTime(step: Step<Field>, { holds, opens }: Effect<Field>): void {
    const isOver = this.#time.at(step) === 'over'
    if (step.outcome === 'refused' || (isOver && this.#isBarred(step))) {
      if (isOver) this.#time.try(step)
    } else if (isOver && holds !== null) {
      this.#time.lose()
      this.#time.forget(false)
    } else if (step.outcome === 'none' || this.#meanwhile(step).length > 0) {
      this.#time.forget(isLengthening(holds) && !opens.includes(this.#fields.state))
    } else {
      this.#time.write(step, holds)
      this.#timesBefore = holds === undefined ? new Map(this.#times) : null
    }
  }

  /** Whether a value of the booking keeps the operation from being done. */
  #isBarred({ operation }: Step<Field>): boolean {
    return [...this.#known.keys()].some((field) => {
      const option = this.#sure(field)
      return option !== undefined && this.#fields.bars(operation, field, option.value)
    })
  }

  /** The one value that a field can have; undefined: there are none, or several. */
  #sure(field: Field): Option<Field> | undefined {
    const [option, ...others] = this.#known.get(field)?.options ?? []
    return others.length === 0 ? option : undefined
  }

  /** Compares an answer with what is known of the hold time. */
  #lookAtTime({ step, shown, isTimeSettled }: Entry<Field>): void {
    const { state, held, times } = this.#fields
    for (const field of times) {
      const value = shown?.values.get(field)
      const before = this.#timesBefore?.get(field)
      // A write that left the minutes out, and shows others than before, gave it another hold time.
      if (value !== undefined && before !== undefined && !this.#fields.agrees(field, before, value, false))
        this.#time.doubt()
      if (value !== undefined) this.#times.set(field, value)
    }
    const found = shown === null ? null : shown.values.get(state)
    const isPending = shown !== null && this.#fields.isPending(shown)
    // The rules of holds say nothing of a booking that never was one.
    if (step.effect?.makes === true && found !== undefined && found !== held && !isPending) this.#time.lose()
    if (step.effect !== null) return
    this.#timesBefore = null
    if (this.#lost.length > 0 || this.#meanwhile(step).length > 0) return
    if (found === undefined || isPending) return
    const options = this.#known.get(state)?.options ?? null
    this.#time.look(step, {
      state: found,
      pointer: shown?.pointer ?? '',
      isHeld: found === held,
      isAsLeft: shown !== null && (options === null || options.some((each) => this.#agrees(state, each, found))),
      isAskedBy: ({ n }) => this.#asks(this.#writes.find((each) => each.n === n)?.effect ?? null, state, found),
      isSettled: this.#isSettled(step),
      isTimeSettled,
    })
  }

  #set(field: Field, options: readonly Option<Field>[] | null, by: Step<Field>): void {
    const carried = this.#known.get(field)?.isCarried === true && { isCarried: true as const }
    this.#known.set(field, { options, former: this.#formerOf(field), since: by, read: null, ...carried })
  }

  /** Values that reads may show of a field that is written now: each since the last read that had settled. */
  #formerOf(field: Field): readonly Option<Field>[] {
    const { former = [], options = null } = this.#known.get(field) ?? {}
    return [...former, ...(options ?? [])]
  }

  /** Whether the last write that the state may come from is one of this operation. */
  #isDecidedBy({ operation }: Step<Field>): boolean {
    const { state } = this.#fields
    const last = this.#writes.findLast(
      ({ outcome, effect }) => outcome === 'accepted' && (effect?.writes.has(state) || effect?.opens.includes(state)),
    )
    return last?.operation === operation
  }

  #lastToDecide(): Step<Field> | undefined {
    return this.#writes.findLast(
      ({ outcome, effect }) => outcome === 'accepted' && effect?.writes.has(this.#fields.state),
    )
  }

  /** Writes that were under way at the same time as this step. */
  #meanwhile(step: Step<Field>): readonly Step<Field>[] {
    return this.#performed.filter((other) => other !== step && other.from < step.to && other.to > step.from)
  }

  #read(step: Step<Field>, shown: Shown<Field>): void {
    const isSettled = this.#isSettled(step)
    const possible = [...this.#lost, ...this.#meanwhile(step).flatMap(({ effect }) => effect ?? [])]
    const isFresh = step.effect !== null || isSettled || this.#showsLastWrite(shown)
    const seen: Seen<Field> = { step, shown, possible, isSettled, isFresh, isSure: isFresh && possible.length === 0 }
    for (const [write, doneAt] of this.#underWay)
      if (doneAt === Number.POSITIVE_INFINITY && step.effect === null) this.#underWay.set(write, step.to)
    for (const field of this.#fields.names) {
      const found = shown.values.get(field)
      if (found === undefined || this.#mayShowStateBefore(field, step)) continue
      if (step.channel === 'get' && seen.isSure) this.#compareWithAnswer(field, found, step, shown)
      this.#judge(field, found, seen)
    }
  }

  /** A get that is refused, of a booking that get showed before only others asked for something. */
  #readGone(step: Step<Field>): void {
    const { state } = this.#fields
    const known = this.#known.get(state)
    const [option] = known?.options ?? []
    if (known?.read == null || option === undefined || this.#lost.length > 0) return
    const between = this.#since(known, option, step)
    const foreign = this.#foreignIn(between)
    if (foreign.length === 0 || foreign.length < between.length || this.#mayHaveChanged(state, known, step)) return
    const gone = { id: '', values: new Map<Field, Json>(), pointer: '' }
    const broken = { known: option.value, told: 'shown', found: null, shown: gone } as const
    this.#sayForeign(foreign, state, [known.read, step], broken)
  }

  /** Judges one value by what is known of its field, and learns from it. */
  #judge(field: Field, found: Json, seen: Seen<Field>): void {
    const { step, shown, possible, isFresh } = seen
    const known = this.#known.get(field)
    if (known?.isDropped === true) return
    const isOpen = possible.some(({ opens, drops }) => opens.includes(field) || drops.includes(field))
    if (known === undefined || isOpen || this.#mayHaveChanged(field, known, step)) {
      this.#adopt(field, found, seen)
      return
    }
    if (known.options === null) {
      const former = known.former.at(-1)
      if (former !== undefined && seen.isSure && step.effect === null && this.#isNoSuccessor(field, known, found))
        this.#blame(field, known, former, step, found, shown)
      this.#adopt(field, found, seen)
      return
    }
    const agreeing = known.options.filter((each) => this.#agrees(field, each, found))
    const before = step.channel === 'get' ? this.#shownOtherwise(field, known, found) : null
    const held = before === null ? agreeing : []
    const [option] = held
    const [expected] = known.options
    if (option !== undefined) {
      this.#keep(field, known, option, step)
      if (seen.isSure) this.#confirm(field, { ...known, options: held }, option, found, seen)
    } else if (!isFresh && known.former.some((each) => this.#agrees(field, each, found)))
      this.#late.set(`${step.channel} ${field}`, step)
    // A write that was lost or under way explains it.
    else if (possible.some((effect) => this.#asks(effect, field, found))) this.#adopt(field, found, seen)
    else if (this.#fields.isMirror(field) && known.isCarried !== true) this.#drop(field)
    else if (expected !== undefined) {
      // In a recording others may have written it unseen, but not between a write and its answer.
      const isUnseen = step.isRecorded && expected.by !== step && !this.#fields.isFirst(field, found)
      const wanted: Option<Field> = before === null ? expected : { ...expected, value: before, told: 'shown' }
      if (!isUnseen) this.#blame(field, known, wanted, step, found, shown, agreeing.length > 0)
      // A get tells what the booking is. A list may be wrong alone, and an answer says what may be so.
      if (step.channel === 'get') this.#adopt(field, found, seen)
      else if (step.effect !== null && !this.#wasSent(field, step.effect)) this.#allow(field, found, known, step)
    }
  }

  /** The value that get showed before, if it was another. */
  #shownOtherwise(field: Field, { shown }: Known<Field>, found: Json): Json {
    return shown === undefined || this.#fields.agrees(field, shown, found, false) ? null : shown
  }

  /** A read shows what is known. */
  #confirm(field: Field, known: Known<Field>, option: Option<Field>, found: Json, seen: Seen<Field>): void {
    const { step, shown, isSettled } = seen
    this.#sayLate(field, option, step, shown)
    const former = isSettled ? [] : known.former
    const carried = option.told === 'sent' && { isCarried: true as const }
    this.#known.set(field, {
      ...known,
      former,
      ...carried,
      ...(isRead(step) && { read: step }),
      ...(step.channel === 'get' && { shown: found }),
    })
  }

  /** Compares a get with the answer of the last write, if that was the last done. */
  #compareWithAnswer(field: Field, found: Json, step: Step<Field>, shown: Shown<Field>): void {
    const last = this.#writes.at(-1)
    if (last?.outcome !== 'accepted' || this.#meanwhile(last).length > 0 || this.#underWay.has(last)) return
    const told = this.#answered.get(last.n)?.values.get(field)
    const since = { options: null, former: [], since: last, read: null }
    // The answer may show the state before.
    const isBefore = field === this.#fields.state && (last.effect?.writes.get(field) ?? told) !== told
    if (told === undefined || isBefore || this.#mayHaveChanged(field, since, step)) return
    const isSame = step.isRecorded || this.#fields.agrees(field, told, found, false)
    this.#say('answered', last, field, [last, step], isSame ? null : { known: told, told: 'shown', found, shown })
  }

  /** Whether an operation asked for what was found. */
  #asks(effect: Effect<Field> | null, field: Field, found: Json): boolean {
    const written = effect?.writes.get(field)
    return written !== undefined && this.#fields.agrees(field, written, found, true)
  }

  /** A read of a booking that is worked on for too long. */
  #readPending(step: Step<Field>, shown: Shown<Field>): void {
    const { state, settle } = this.#fields
    const write = this.#lastToDecide()
    const known = this.#known.get(state)
    const option = known?.options?.find(({ by }) => by === write)
    const found = shown.values.get(state)
    if (known === undefined || option === undefined || found === undefined) return
    if (
      this.#lost.length === 0 &&
      step.from >= option.by.to + settle.pending - early &&
      this.#meanwhile(step).length === 0
    ) {
      const broken = { known: option.value, told: 'implied', found, shown, isPending: true } as const
      this.#say('wrote', option.by, state, [option.by, step], broken)
    }
  }

  /** Whether the settling time of each write had passed when it was sent. */
  #isSettled(step: Step<Field>): boolean {
    return this.#writes.every(
      (write) => write.outcome === 'refused' || step.from >= this.#doneAt(write) + this.#fields.settle.read,
    )
  }

  /** Whether a read shows something that only the last write can have brought, and no time that has passed. */
  #showsLastWrite(shown: Shown<Field>): boolean {
    const last = this.#writes.findLast(({ outcome }) => outcome === 'accepted')
    return [...(last?.effect?.writes.keys() ?? [])].some((field) => {
      const [known, found] = [this.#known.get(field), shown.values.get(field)]
      if (known?.options == null || known.former.length === 0 || found === undefined) return false
      // A window may have closed without it.
      if (this.#fields.lasts(field) === 'minute' && last?.effect?.implied.includes(field) === true) return false
      const isIn = (options: readonly Option<Field>[]): boolean =>
        options.some((each) => this.#agrees(field, each, found))
      return isIn(known.options) && !isIn(known.former)
    })
  }

  #agrees(field: Field, { value, told }: Option<Field>, found: Json): boolean {
    return this.#fields.agrees(field, value, found, told === 'sent')
  }

  #doneAt(write: Step<Field>): number {
    return this.#underWay.get(write) ?? write.to
  }

  #mayShowStateBefore(field: Field, step: Step<Field>): boolean {
    return field === this.#fields.state && step.effect?.writes.has(field) === true && !this.#again.has(step)
  }

  /** Whether time alone may have changed a value since it was shown. */
  #mayHaveChanged(field: Field, { since, options }: Known<Field>, step: Step<Field>): boolean {
    const lasts = this.#fields.lasts(field)
    if (lasts === 'ever' || since === step) return false
    if (onTarget(step, step.to) >= this.#time.endsFrom(this.#isSettled(step))) return true
    // A value that the documents give an operation stays as it is.
    if (lasts !== 'minute' || options?.every(({ told }) => told === 'implied') === true) return false
    // A server may count the minutes down, or close a window, whenever the first minute is over.
    return since === null || onTarget(step, step.to) - onTarget(since, since.from) > minute
  }

  #adopt(field: Field, value: Json, { step, isSure, isSettled }: Seen<Field>): void {
    if (!isSure) return
    const { former = [], since = step.effect === null ? null : step } = this.#known.get(field) ?? {}
    const read = isRead(step) ? step : null
    this.#known.set(field, { options: [shownIn(step, value)], former: isSettled ? [] : former, since, read })
  }

  /** Whether no operation leads from a state that the booking had to this one, whatever it is called in between. */
  #isNoSuccessor(field: Field, { former }: Known<Field>, found: Json): boolean {
    return field === this.#fields.state && former.every(({ value }) => this.#fields.contradicts(value, found))
  }

  #wasSent(field: Field, { writes, implied }: Effect<Field>): boolean {
    return writes.has(field) && !implied.includes(field)
  }

  /** Beside what is known, it may be this. */
  #allow(field: Field, value: Json, known: Known<Field>, step: Step<Field>): void {
    // The next get may show it, whatever the last one showed.
    const { shown: _, ...others } = known
    this.#known.set(field, { ...others, options: [...(known.options ?? []), shownIn(step, value)] })
  }

  #drop(field: Field): void {
    this.#known.set(field, { options: null, isDropped: true, former: [], since: null, read: null })
  }

  #say(
    how: How,
    { operation: by }: Step<Field>,
    field: Field,
    steps: readonly [Step<Field>, ...Step<Field>[]],
    broken: Broken<Field> | null = null,
  ): void {
    const [first] = steps
    this.said.push({ how, by, field, in: (steps.at(-1) ?? first).channel, steps, broken })
  }

  /** Says by which operations a value is as it should be. */
  #keep(field: Field, known: Known<Field>, option: Option<Field>, step: Step<Field>): void {
    const { how, by } = option
    this.#say(how, by, field, [by, step])
    if (isRead(step) && known.read !== null) this.#say('itself', this.#lastDone(option), field, [known.read, step])
    for (const each of this.#since(known, option, step)) {
      const foreign = this.#foreign.get(each)
      if (foreign === undefined) this.#say(this.#howOf(each), each, field, [by, each, step])
      else if (foreign.outcome !== 'none') this.#sayForeign([foreign], field, [by, step], null)
    }
  }

  #foreignIn(steps: readonly Step<Field>[]): readonly Step<Field>[] {
    return steps.flatMap((each) => this.#foreign.get(each) ?? [])
  }

  #sayForeign(
    foreign: readonly Step<Field>[],
    field: Field,
    [since, step]: readonly [Step<Field>, Step<Field>],
    broken: Broken<Field> | null,
  ): void {
    const [{ operation: by } = since] = foreign
    this.said.push({ how: 'foreign', by, field, in: step.channel, steps: [since, ...foreign, step], foreign, broken })
  }

  /** Says whose doing it is that a value is another: that of the last write since it was seen, or of what wrote it. */
  #blame(
    field: Field,
    known: Known<Field>,
    option: Option<Field>,
    step: Step<Field>,
    found: Json,
    shown: Shown<Field>,
    isGrown = false,
  ): void {
    const { value, told, by } = option
    const broken = { known: value, told, found, shown, ...(isGrown && { isGrown: true as const }) }
    const between = this.#since(known, option, step)
    const [beside, ...others] = this.#meanwhile(step)
    // Nobody knows which of several at the same time it was.
    if (others.length > 0 || (beside !== undefined && !isRead(step))) return
    const foreign = this.#foreignIn(between)
    if (foreign.length > 0) {
      const heeded = foreign.filter(({ effect }) => this.#asks(effect, field, found))
      const isTheirs = heeded.length > 0 || foreign.length === between.length
      if (isTheirs && beside === undefined)
        this.#sayForeign(heeded.length > 0 ? heeded : foreign, field, [by, step], broken)
      return
    }
    const done = between.find((each) => this.#wasDone(each, field, found))
    const culprit = done ?? this.#changer(between, field, found) ?? this.#heeded(between, field, found)
    const answered = this.#answered.get(by.n)
    if (beside !== undefined) this.#say('left', beside, field, [by, beside, step], broken)
    else if (culprit !== undefined) {
      this.#say(culprit === done ? 'done' : this.#howOf(culprit), culprit, field, [by, culprit, step], broken)
      // Refused or not, what was done before is not done once more.
      if (culprit.outcome === 'refused' && this.#again.has(culprit))
        this.#say('again', culprit, field, [by, culprit, step], broken)
    } else if (answered !== undefined && this.#didNothing(field, option, answered, found))
      this.#say('stays', by, field, [by], { ...broken, shown: answered })
    else {
      if (isRead(step) && known.read !== null)
        this.#say('itself', this.#lastDone(option), field, [known.read, step], broken)
      this.#say(option.how, by, field, [by, step], broken)
    }
  }

  /** Which of several accepted writes changed it: the first whose answer shows what is found, or else the last. */
  #changer(between: readonly Step<Field>[], field: Field, found: Json): Step<Field> | undefined {
    const accepted = between.filter(({ outcome }) => outcome === 'accepted')
    const shows = ({ n }: Step<Field>): boolean => {
      const told = this.#answered.get(n)?.values.get(field)
      return told !== undefined && this.#fields.agrees(field, told, found, false)
    }
    return accepted.find(shows) ?? accepted.at(-1)
  }

  /**
   * Which of several refused writes was heeded: the one that asked for what is found, or the only operation that was
   * tried. Where it is none of these, the value was not kept.
   */
  #heeded(refused: readonly Step<Field>[], field: Field, found: Json): Step<Field> | undefined {
    const asked = refused.findLast(({ effect }) => this.#asks(effect, field, found))
    const isOne = new Set(refused.map(({ operation }) => operation)).size === 1
    return asked ?? (isOne ? refused.at(-1) : undefined)
  }

  /** The writes between the read that showed a value last, or the step that wrote it, and this one. */
  #since({ read }: Known<Field>, { by }: Option<Field>, step: Step<Field>): readonly Step<Field>[] {
    const since = Math.max(by.n, read?.n ?? 0)
    // A get tells what a refused write did: a list may be wrong alone.
    const counts = (each: Step<Field>): boolean =>
      each.outcome === 'accepted' || step.channel !== 'list' || this.#foreign.has(each)
    return this.#writes.filter((each) => each.n > since && counts(each) && (each === step || each.to <= step.from))
  }

  #lastDone({ by }: Option<Field>): Step<Field> {
    return this.#writes.findLast(({ outcome }) => outcome === 'accepted') ?? by
  }

  /** Whether the answer of the operation that decided the state shows that it did nothing. */
  #didNothing(field: Field, { by }: Option<Field>, answered: Shown<Field>, found: Json): boolean {
    const claimed = answered.values.get(field)
    if (field !== this.#fields.state || claimed === undefined || this.#underWay.has(by)) return false
    return this.#fields.agrees(field, claimed, found, false)
  }

  #sayLate(field: Field, { value, told, by }: Option<Field>, step: Step<Field>, shown: Shown<Field>): void {
    const late = this.#late.get(`${step.channel} ${field}`)
    this.#late.delete(`${step.channel} ${field}`)
    if (step.effect !== null || (late !== undefined && late.from < by.to)) return
    if (late === undefined) this.#say('late', by, field, [by, step])
    else this.#say('late', by, field, [by, late], { known: value, told, found: null, shown })
  }

  #howOf(step: Step<Field>): How {
    return step.outcome === 'refused' ? 'refused' : this.#again.has(step) ? 'again' : 'left'
  }

  /** Whether a write that failed did what it was asked for. */
  #wasDone({ outcome, isServerError, effect }: Step<Field>, field: Field, found: Json): boolean {
    return outcome === 'refused' && isServerError && this.#asks(effect, field, found)
  }
}

function shownIn<Field extends string>(step: Step<Field>, value: Json): Option<Field> {
  return { value, by: step, how: 'wrote', told: 'shown' }
}

/** Whether a step only reads: what a get showed, the next read shows as well. */
function isRead({ channel }: Pick<Step<string>, 'channel'>): boolean {
  return channel === 'get' || channel === 'list'
}

/** Whether an operation makes a hold end no sooner. */
function isLengthening(held: Held | null | undefined): boolean {
  return held?.how === 'lengthens'
}
