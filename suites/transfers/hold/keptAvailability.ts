import { exclusiveOf, inWords, openSuite, orNone, reserveUnused, withFillers, withRoom } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Filled, Suite, Trials } from '../vocabulary/index.js'
import { mostTried, moveElsewhere, change } from '../update/updater.js'
import { heldAs, idIn, replayHeld, textIn, type Holds, reserveAs, wantFreed } from './held.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline } = suite

export interface KeptAvailability extends Holds<
  'held' | 'over' | 'extended' | 'confirmed' | 'moved' | 'twin' | 'second'
> {
  /** What is held and left alone, wanted shortly before its end. */
  readonly heldAgain: Answer
  /**
   * Held, sent again with its key, and left alone. Its availability is wanted after the end, before anybody reads
   * anything since then. That also shows whether one can be reserved again at all.
   */
  readonly over: Answer
  readonly overReplayed: Answer | null
  readonly overAgain: Answer | null
  /** Where that was accepted, once more. */
  readonly overTwice: Answer | null
  /** Where that was refused: what nobody has had. */
  readonly overControl: Answer | null
  /** Extended at once; its availability is wanted after its first end. */
  readonly extended: Answer
  readonly extend: Answer
  readonly extendedAgain: Answer | null
  /** Once that hold is over as well, by another account where there is one. */
  readonly extendedFreed: Answer | null
  /** Where that was refused: what nobody has had, which shows whether an availabilityId lasts so long at all. */
  readonly spare: string | null
  /** Another, so that what the first has come to says nothing of it. */
  readonly otherSpare: string | null
  /** Which of them nobody has had by the end. */
  readonly lastSpare: string | null
  readonly control: Answer | null
  /** Confirmed at once, and updated; its availability is wanted after the end that its hold had. */
  readonly confirmed: Answer
  readonly confirm: Answer
  readonly confirmedUpdate: Answer | null
  readonly confirmedAgain: Answer | null
  /** Moved at once to another availability, which is wanted then. */
  readonly moved: Answer
  readonly move: Answer | null
  readonly movedAgain: Answer | null
  /** What it left, wanted at once; and where it went, once its hold is over. */
  readonly movedLeft: Answer | null
  readonly movedFreed: Answer | null
  /** Where that was refused: what nobody has had. */
  readonly movedControl: Answer | null
  readonly movedToSlot: string
  /**
   * Moved, sent again and extended, so that it shows the effect of each on a place. The place that it left, and the one
   * it has, are wanted only where the same of another hold was refused.
   */
  readonly twin: Answer
  readonly twinMove: Answer | null
  readonly twinLeft: Answer | null
  readonly twinLeftSlot: string
  readonly twinFreed: Answer | null
  /** Moved and sent again, over with the first. Its place is wanted right after that, before reads, or at the end. */
  readonly second: Answer
  readonly secondMove: Answer | null
  readonly secondFreed: Answer | null
  /** The checks that named all of these. */
  readonly named: readonly Answer[]
  readonly filled: Filled
}

/** Availabilities that one booking at a time can hold, wanted by another while a booking has them still. */
export const keptAvailability: Trials<Partial<KeptAvailability>> = timeline<KeptAvailability>(
  'hold.kept-availability',
  (profile) => {
    const at = momentsOf(profile)
    const bookable = exclusiveOf(profile) ?? profile.bookable.standard
    const other = profile.otherReseller === null ? 'reseller' : 'other'
    return [
      {
        at: 0,
        act: async (context) => {
          const { target, offers } = context
          const named = new Set<Answer>()
          const seen = <Found>(found: Found): Found => {
            const checked = context.checked(bookable)
            if (checked !== null) named.add(checked)
            return found
          }
          const over = seen(await heldAs(context, 'over', at.unseen, bookable))
          const extended = offers('extend') ? seen(await heldAs(context, 'extended', at.short, bookable)) : {}
          const confirmed = offers('confirm') ? await heldAs(context, 'confirmed', at.short, bookable) : {}
          const moved = offers('update') ? seen(await heldAs(context, 'moved', at.short, bookable)) : {}
          const [extendedId, confirmedId] = [idIn(extended, 'extended'), idIn(confirmed, 'confirmed')]
          const written = {
            ...(extendedId !== null && {
              extend: await target.extend(extendedId, { expirationMinutes: at.extension }),
            }),
            overReplayed: await replayHeld(context, over, 'over', at.unseen, bookable),
            ...(confirmedId !== null && { confirm: await context.confirm(confirmedId) }),
            ...(confirmedId !== null &&
              offers('update') && {
                confirmedUpdate: await target.update(confirmedId, change(context, context.marker('confirmed'))),
              }),
          }
          const gone = seen(await moveOne(context, moved, bookable))
          const twin = seen(await holdMoved(context, 'twin', at.short, bookable))
          const twinId = idIn(twin, 'twin')
          if (twinId !== null && offers('extend')) await target.extend(twinId, { expirationMinutes: at.extension })
          const second = seen(await holdMoved(context, 'second', at.unseen, bookable))
          const held = await heldAs(context, 'held', at.short, bookable)
          return {
            ...held,
            ...over,
            ...extended,
            ...confirmed,
            ...moved,
            ...written,
            ...gone,
            ...twin,
            ...second,
            ...(gone.movedLeft?.refused === true && (await wantTwinLeft(context, twin, bookable))),
            named: [...named],
            spare: await context.slot(bookable, { control: true }).catch(orNone),
            otherSpare: await context.slot(bookable, { control: true }).catch(orNone),
            filled: context.filled(),
          }
        },
      },
      {
        // A clock that is moved arrives in the last minute, in which a place may be given away too soon.
        at: profile.clock === null ? at.before : at.beforeLatest,
        before: profile.clock === null ? at.beforeLatest : at.short,
        act: async (context, soFar) => {
          const heldAgain = await wantAgain(context, soFar, 'held', bookable)
          return heldAgain === null ? {} : { heldAgain }
        },
      },
      {
        // After the other timelines have written to their holds: asking what is free may be what ends a hold here.
        at: at.after + 1,
        before: at.extension - 2,
        act: async (context, soFar) => {
          const extendedAgain = await wantAgain(context, soFar, 'extended', bookable)
          const confirmedAgain = await wantAgain(context, soFar, 'confirmed', bookable)
          const { named = [] } = soFar
          const movedFreed = await wantFreed(context, soFar, 'movedTo', bookable, { named })
          // An account may have few holds at a time.
          const movedControl = movedFreed?.refused === true ? await reserveUnused(context, bookable, 20) : null
          return { extendedAgain, confirmedAgain, movedFreed, movedControl }
        },
      },
      {
        // Nothing else is looked at in between: a place that is free only once somebody reads is none that is free.
        at: at.unseenAfter,
        act: async (context, soFar) => {
          const { named = [] } = soFar
          const overAgain = await wantFreed(context, soFar, 'over', bookable, { named })
          const secondFreed =
            overAgain?.refused === true ? await wantFreed(context, soFar, 'second', bookable, { named }) : null
          const taken = overAgain?.accepted === true ? inWords(overAgain.exchange.input['availabilityId']) : null
          const overTwice = taken === null ? null : await reserveAs(context, taken, bookable)
          // Offered at the beginning, it shows whether an availabilityId lasts until now, too.
          const overControl = await spareBeside(context, textIn(soFar, 'spare'), bookable, overAgain)
          // A hold that is over may go on holding: what was held to show something is no control any more.
          const lastSpare = textIn(soFar, overControl === null ? 'spare' : 'otherSpare')
          return { overAgain, overTwice, secondFreed, overControl, lastSpare }
        },
      },
      {
        at: at.extendedAfter + 1,
        act: async (context, soFar) => {
          const { named = [], overAgain, movedFreed } = soFar
          const extendedFreed = await wantFreed(context, soFar, 'extended', bookable, { as: other, named })
          const refusal = [extendedFreed, overAgain, movedFreed].find((each) => each?.refused === true)
          const twinFreed =
            refusal === undefined ? null : await wantFreed(context, soFar, 'twin', bookable, { as: other, named })
          const secondFreed =
            soFar.secondFreed ??
            (movedFreed?.refused === true ? await wantFreed(context, soFar, 'second', bookable, { named }) : null)
          const control = await spareBeside(context, textIn(soFar, 'lastSpare'), bookable, refusal, other)
          return { extendedFreed, twinFreed, secondFreed, control }
        },
      },
    ]
  },
  { needs: ['exclusive'], bookings: withFillers(18, 7 + 3 * mostTried) },
)

/** Moves a hold to an availability of which nobody knows, and wants that. */
async function moveOne(
  context: Context,
  moved: Holds<'moved'>,
  bookable: Bookable,
): Promise<Partial<KeptAvailability>> {
  const [id, slot] = [idIn(moved, 'moved'), textIn(moved, 'movedSlot')]
  if (id === null || slot === null) return {}
  const went = await moveElsewhere(context, id, slot, bookable)
  if (went === null) return {}
  const { move, to } = went
  if (!move.accepted) return { move }
  const want = (availabilityId: string): Promise<Answer> =>
    context.target.reserve({ availabilityId, expirationMinutes: 20 }, { bookable })
  const movedAgain = await want(to)
  const left = await want(slot)
  return { move, movedAgain, ...(await leftAgain(context, id, left, () => want(slot))), movedToSlot: to }
}

/** It may hear of the move a little later, and an account may have few holds at a time. */
async function leftAgain(
  context: Context,
  id: string,
  left: Answer,
  want: () => Promise<Answer>,
): Promise<{ readonly movedLeft?: Answer }> {
  if (!left.refused) return { movedLeft: left }
  await context.settle(id)
  const movedLeft = await withRoom(context, want).catch(orNone)
  return movedLeft === null ? {} : { movedLeft }
}

/** Wants what the twin left. */
async function wantTwinLeft(
  context: Context,
  twin: Partial<KeptAvailability>,
  bookable: Bookable,
): Promise<Partial<KeptAvailability>> {
  const [id, slot] = [idIn(twin, 'twin'), textIn(twin, 'twinLeftSlot')]
  if (id === null || slot === null) return {}
  const want = (): Promise<Answer> => reserveAs(context, slot, bookable)
  const { movedLeft: twinLeft } = await leftAgain(context, id, await want(), want)
  return twinLeft === undefined ? {} : { twinLeft }
}

/** A hold to which all is done that may take a place for good, but for an extend. */
async function holdMoved<Name extends 'twin' | 'second'>(
  context: Context,
  name: Name,
  minutes: number,
  bookable: Bookable,
): Promise<Partial<KeptAvailability>> {
  const held: Partial<KeptAvailability> = await heldAs(context, name, minutes, bookable)
  const [id, slot] = [textIn(held, `${name}Id`), textIn(held, `${name}Slot`)]
  if (id === null || slot === null) return held
  const went = context.offers('update') ? await moveElsewhere(context, id, slot, bookable) : null
  await replayHeld(context, held, name, minutes, bookable)
  return went?.move.accepted === true
    ? { ...held, [`${name}Move`]: went.move, [`${name}LeftSlot`]: slot, [`${name}Slot`]: went.to }
    : held
}

async function wantAgain(
  { target }: Context,
  soFar: Partial<KeptAvailability>,
  name: 'held' | 'extended' | 'confirmed',
  bookable: Bookable,
): Promise<Answer | null> {
  const availabilityId = textIn(soFar, `${name}Slot`)
  return availabilityId === null ? null : reserveAs({ target }, availabilityId, bookable)
}

/** After a refusal, wants at once what nobody has had: others would leave some of theirs in between. */
async function spareBeside(
  context: Context,
  spare: string | null,
  bookable: Bookable,
  wanted: Answer | null | undefined,
  as: 'reseller' | 'other' = 'reseller',
): Promise<Answer | null> {
  return wanted?.refused === true && spare !== null ? reserveAs(context, spare, bookable, as) : null
}

export default suite
