import {
  checkFilled,
  exclusiveOf,
  expect,
  openSuite,
  orNone,
  pass,
  reserveUnused,
  unjudged,
  untested,
  unusable,
  withFillers,
  withRoom,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Filled, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { mostTried, moveElsewhere, change } from '../update/updater.js'
import { heldAs, idIn, replayHeld, textIn, type Holds } from './held.js'
import { judgeAge, judgeTooLate, keepsTime } from './judgeHold.js'
import { momentsOf } from './moments.js'
import { judgeWanted, refusedOnce, reserveAs, takenTwice, unlasting, wantFreed } from './wantFreed.js'

const suite: Suite = openSuite()
const { timeline } = suite
const check = checkFilled(suite)

interface KeptAvailability extends Holds<'over' | 'extended' | 'confirmed' | 'moved' | 'twin' | 'second'> {
  /**
   * Held, sent again with its key, and left alone; its availability is wanted once its hold is over, before anybody reads anything since
   * then, which also shows whether one can be reserved again at all.
   */
  readonly over: Answer
  readonly overReplayed: Answer | null
  readonly overAgain: Answer | null
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
   * Moved, sent again and extended, so that it shows what any of these does to a place. What it left, and what it has, are wanted only
   * where the same of another hold was refused.
   */
  readonly twin: Answer
  readonly twinMove: Answer | null
  readonly twinLeft: Answer | null
  readonly twinLeftSlot: string
  readonly twinFreed: Answer | null
  /** Moved and sent again, and over with the first: what it has is wanted right after that, before anybody reads, or at the end. */
  readonly second: Answer
  readonly secondMove: Answer | null
  readonly secondFreed: Answer | null
  /** The checks that named all of these. */
  readonly named: readonly Answer[]
  readonly filled: Filled
}

/** Availabilities that one booking at a time can hold, wanted by another while a booking has them still. */
const keptAvailability = timeline<KeptAvailability>(
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
          return {
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
          // Offered at the beginning, it shows whether an availabilityId lasts until now, too.
          const overControl = await spareBeside(context, textIn(soFar, 'spare'), bookable, overAgain)
          // A hold that is over may go on holding: what was held to show something is no control any more.
          const lastSpare = textIn(soFar, overControl === null ? 'spare' : 'otherSpare')
          return { overAgain, secondFreed, overControl, lastSpare }
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
  { needs: ['exclusive'], bookings: withFillers(16, 6 + 3 * mostTried) },
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
  name: 'extended' | 'confirmed',
  bookable: Bookable,
): Promise<Answer | null> {
  const availabilityId = textIn(soFar, `${name}Slot`)
  return availabilityId === null ? null : reserveAs({ target }, availabilityId, bookable)
}

/** Where something was refused, what nobody has had, right after it: others would leave some of theirs in between. */
async function spareBeside(
  context: Context,
  spare: string | null,
  bookable: Bookable,
  wanted: Answer | null | undefined,
  as: 'reseller' | 'other' = 'reseller',
): Promise<Answer | null> {
  return wanted?.refused === true && spare !== null ? reserveAs(context, spare, bookable, as) : null
}

/** Judges that what a booking has was refused to another; one that is free again, and is given, shows that it is not refused for ever. */
function refused(
  again: Answer | null | undefined,
  { overAgain, movedLeft }: { readonly [Name in 'overAgain' | 'movedLeft']: Answer | null | undefined },
  what: string,
): Judgement {
  // That it was accepted needs no such proof.
  const free = overAgain?.accepted !== true && movedLeft?.accepted === true ? movedLeft : overAgain
  const control = again?.refused === true ? (free ?? null) : null
  return expect(again).toBeRefused(control, `although a booking ${what} has that availability`)
}

/** Untested unless what nobody had since it was named was reserved at last. */
function unlastingBy(control: Answer | null | undefined): Judgement | null {
  if (!control)
    return untested(
      'nothing else was left that nobody had, to show that an availabilityId of this target lasts so long',
    )
  return control.accepted ? null : unlasting
}

function noRoomBy(control: Answer | null | undefined): Judgement | null {
  return control?.accepted === true ? null : untested('nothing else was reserved either: there may have been no room')
}

/** Untested unless one of these was accepted, all of which wanted what another booking had before. */
function usedOnce(...again: readonly (Answer | null | undefined)[]): Judgement | null {
  return again.some((each) => each?.accepted === true)
    ? null
    : untested('an availabilityId of this target can be reserved once only')
}

/** Untested unless what the twin had was refused as well. */
function twinRefused({ twin, twinMove, twinFreed }: Partial<KeptAvailability>, profile: Profile): Judgement | null {
  const { short, extension } = momentsOf(profile)
  return alsoRefused(twin, twinMove, twinFreed, short + extension)
}

/** Untested unless what the second hold had was refused as well. */
function secondRefused(
  { second, secondMove, secondFreed }: Partial<KeptAvailability>,
  profile: Profile,
): Judgement | null {
  return alsoRefused(second, secondMove, secondFreed, momentsOf(profile).unseen)
}

function alsoRefused(
  held: Answer | undefined,
  move: Answer | null | undefined,
  freed: Answer | null | undefined,
  minutes: number,
): Judgement | null {
  if (held && move && !(move.exchange.input['expirationMinutes'] === undefined && keepsTime(held, move)))
    return refusedOnce(null)
  return (freed ? judgeAge(held, minutes, freed) : null) ?? refusedOnce(freed)
}

check(keptAvailability, {
  id: 'hold.frees-availability-unread',
  clause: '3/availability-free-after-end',
  title: 'the availability of a hold that has run out can be reserved again before anybody reads a booking',
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ over, overAgain, overControl, movedLeft, movedFreed, extendedFreed, ...others }, { profile }) => {
    const { unseen } = momentsOf(profile)
    const cannot = unusable(over) ?? judgeWanted(over, unseen, overAgain)
    if (cannot !== null || !overAgain) return cannot ?? unjudged(overAgain)
    if (overAgain.accepted) return pass
    const unproven =
      unlastingBy(overControl) ?? usedOnce(movedLeft, movedFreed, extendedFreed) ?? secondRefused(others, profile)
    if (unproven !== null) return unproven
    return expect(overAgain).toBeAccepted('though the hold on it ran out without confirmation')
  },
})

check(keptAvailability, {
  id: 'hold.extended-keeps-availability',
  clause: '3/availability-kept-when-extended',
  title: 'a booking that was extended keeps its availability after its first end',
  uses: ['extend'],
  needs: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
  judge: ({ extended, extend, extendedAgain, overAgain, movedLeft }, { profile }) =>
    unusable(extended) ??
    unusable(extend) ??
    judgeTooLate(extended, momentsOf(profile).extension, extendedAgain) ??
    refused(extendedAgain, { overAgain, movedLeft }, 'whose hold was lengthened'),
})

check(keptAvailability, {
  id: 'hold.extended-frees-availability',
  clause: '3/availability-free-after-end',
  title: 'the availability of a booking that was extended can be reserved again once its new hold time has run out',
  uses: ['extend'],
  needs: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
  judge: (
    { extended, extend, extendedAgain, overAgain, movedLeft, movedFreed, extendedFreed, control, ...others },
    { profile },
  ) => {
    const { short, extension } = momentsOf(profile)
    const cannot = unusable(extend) ?? judgeWanted(extended, short + extension, extendedFreed)
    if (cannot !== null || !extendedFreed) return cannot ?? unjudged(extendedFreed)
    if (extendedFreed.accepted) return pass
    if (extendedAgain?.accepted === true) return takenTwice
    const unproven = unlastingBy(control) ?? usedOnce(overAgain, movedLeft, movedFreed) ?? twinRefused(others, profile)
    if (unproven !== null) return unproven
    return expect(extendedFreed).toBeAccepted('though the hold on it, which was extended, ran out without confirmation')
  },
})

check(keptAvailability, {
  id: 'hold.confirmed-keeps-availability',
  clause: '3/availability-kept-when-confirmed',
  title: 'a confirmed booking keeps its availability after the end that its hold had, also where it was updated',
  uses: ['confirm'],
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ confirmed, confirm, confirmedUpdate, confirmedAgain, overAgain, movedLeft }, { profile }) =>
    unusable(confirm) ??
    // The state after an update is not stated.
    (confirmedUpdate?.read('status') === 'ON_HOLD' ? untested('the update made it a hold again') : null) ??
    judgeAge(confirmed, momentsOf(profile).short, confirmedAgain) ??
    refused(confirmedAgain, { overAgain, movedLeft }, 'that is confirmed'),
})

check(keptAvailability, {
  id: 'hold.moved-takes-availability',
  clause: '3/availability-taken-by-a-move',
  title: 'a booking that was moved to another availability holds that',
  uses: ['update'],
  judge: ({ moved, move, movedAgain, overAgain, movedLeft }) =>
    unusable(moved) ?? unusable(move) ?? refused(movedAgain, { overAgain, movedLeft }, 'that was moved to it'),
})

check(keptAvailability, {
  id: 'hold.moved-frees-what-it-left',
  clause: '3/availability-free-after-move',
  title: 'what a booking was moved away from can be reserved by another',
  uses: ['update'],
  judge: ({ moved, move, movedLeft, over, overAgain, twinLeft }) => {
    const cannot = unusable(moved) ?? unusable(move)
    if (cannot !== null || !movedLeft) return cannot ?? untested('what the booking left was not reserved again')
    // By a new id it shows nothing of one that was used.
    const [was, is] = [over, overAgain].map((each) => each?.exchange.input['availabilityId'])
    const unproven = movedLeft.refused ? (usedOnce(was === is ? overAgain : null) ?? refusedOnce(twinLeft)) : null
    return unproven ?? expect(movedLeft).toBeAccepted('though the booking that had it was moved away')
  },
})

check(keptAvailability, {
  id: 'hold.moved-frees-availability',
  clause: '3/availability-free-after-end',
  title: 'what a booking was moved to can be reserved by another once its hold time has run out',
  uses: ['update'],
  needs: ['operations.reserve.expirationMinutes'],
  judge: (trial, { profile }) => {
    const { moved, move, movedAgain, movedLeft, movedFreed, movedControl, overAgain, overControl, control } = trial
    const { short } = momentsOf(profile)
    const cannot = unusable(moved) ?? unusable(move) ?? judgeWanted(move, short, movedFreed)
    if (cannot !== null || !moved || !move || !movedFreed) return cannot ?? unjudged(movedFreed)
    if (movedFreed.accepted) return pass
    if (move.exchange.input['expirationMinutes'] !== undefined)
      return untested('this target takes no update without minutes, so that the move gave the hold others')
    if (!keepsTime(moved, move)) return untested('the answer to the move shows another hold time than before')
    if (movedAgain?.accepted === true) return takenTwice
    // Any of these was reserved later than what the booking was moved to was wanted.
    const lasting = [overAgain, overControl, control].find((each) => each?.accepted === true)
    const unproven =
      noRoomBy(movedControl) ??
      unlastingBy(lasting) ??
      usedOnce(overAgain, movedLeft) ??
      twinRefused(trial, profile) ??
      secondRefused(trial, profile)
    if (unproven !== null) return unproven
    return expect(movedFreed).toBeAccepted('though the hold on it, which was moved there, ran out without confirmation')
  },
})

export default suite
