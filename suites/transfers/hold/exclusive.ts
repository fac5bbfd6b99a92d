import {
  checkFilled,
  exclusiveOf,
  expect,
  fail,
  failAt,
  inWords,
  openSuite,
  orNone,
  pass,
  unjudged,
  untested,
  unusable,
  wants,
  withFillers,
} from '../vocabulary/index.js'
import type { Answer, Filled, Suite } from '../vocabulary/index.js'
import { heldAs, holdAs, textIn, type Holds } from './held.js'
import { judgeAge, judgeTooLate } from './judgeHold.js'
import { momentsOf } from './moments.js'
import { judgeWanted, refusedOnce, reserveAs, takenTwice, unlasting, wantFreed } from './wantFreed.js'

const suite: Suite = openSuite()
const { timeline } = suite
const check = checkFilled(suite)

interface Exclusive extends Holds<'held' | 'twin'> {
  /** Was the availabilityId offered twice in a row? One that is made anew each time stands for one reservation only. */
  readonly lasting: boolean
  /** Offered with it, never had by a booking of this run, and left alone until the hold is over; null: there was no such. */
  readonly spare: string | null
  readonly again: Answer
  readonly freed: Answer | null
  /** Where that was accepted, once more; null: it was not. */
  readonly freedTwice: Answer | null
  /** Where `freed` was refused: the spare one, which shows whether an availabilityId lasts so long at all. */
  readonly control: Answer | null
  /** What else was held for as long, wanted where `freed` was refused. */
  readonly twinFreed: Answer | null
  /** The checks that named both. */
  readonly named: readonly Answer[]
  readonly filled: Filled
}

const exclusive = timeline<Exclusive>(
  'hold.exclusive',
  (profile) => {
    const at = momentsOf(profile)
    const bookable = exclusiveOf(profile) ?? profile.bookable.standard
    const quick = profile.clock !== null
    return [
      {
        at: 0,
        act: async (context) => {
          const before = await context.target.availability({}, { bookable })
          const held = await holdAs(context, 'held', at.short, bookable)
          const lasting = before.accepted && before.availabilityIds.includes(textIn(held, 'heldSlot') ?? '')
          const spare = await context.slot(bookable, { unused: true }).catch(orNone)
          const first = context.checked(bookable)
          const twin = await heldAs(context, 'twin', at.short, bookable)
          const named = [before, first, context.checked(bookable)].filter((each) => each !== null)
          return { ...held, lasting, spare, ...twin, named, filled: context.filled() }
        },
      },
      {
        // A clock that is moved arrives in the last minute, in which a place may be given away too soon.
        at: quick ? at.beforeLatest : at.before,
        before: quick ? at.short : at.beforeLatest,
        act: async ({ target }, { heldSlot }) =>
          typeof heldSlot === 'string'
            ? { again: await target.reserve({ availabilityId: heldSlot, expirationMinutes: 60 }, { bookable }) }
            : {},
      },
      {
        // After the other timelines have written to their holds: asking what is free may be what ends a hold here.
        at: at.after + 1,
        act: async (context, soFar) => {
          const { spare, named = [] } = soFar
          const freed = await wantFreed(context, soFar, 'held', bookable, { named })
          if (freed?.refused === true) {
            const twinFreed = await wantFreed(context, soFar, 'twin', bookable, { named })
            return { freed, twinFreed, control: spare ? await reserveAs(context, spare, bookable) : null }
          }
          const taken = inWords(freed?.exchange.input['availabilityId'])
          return { freed, freedTwice: freed?.accepted === true ? await reserveAs(context, taken, bookable) : null }
        },
      },
    ]
  },
  { needs: ['exclusive', 'operations.reserve.expirationMinutes'], bookings: withFillers(4, 1) },
)

check(exclusive, {
  id: 'hold.keeps-availability-until-end',
  clause: '3/availability-held-until-end',
  title: 'the availability is still held shortly before the hold time runs out',
  judge: ({ held, again }, { profile }) =>
    unusable(held) ??
    judgeTooLate(held, momentsOf(profile).short, again) ??
    expect(again).toBeRefused(held ?? null, 'though another booking held its availability'),
})

check(exclusive, {
  id: 'hold.frees-availability',
  clause: '3/availability-free-after-end',
  title: 'the availability can be reserved again once the hold time has run out',
  judge: ({ held, lasting, spare, again, freed, control, twin, twinFreed }, { profile }) => {
    const { short } = momentsOf(profile)
    const cannot = unusable(held) ?? judgeWanted(held, short, freed)
    if (cannot !== null || !freed) return cannot ?? unjudged(freed)
    if (freed.accepted) return pass
    if (again?.accepted === true) return takenTwice
    if (spare === null)
      return untested(
        'nothing else was free that no booking of this run had, to show that an availabilityId lasts so long',
        `offer more in ${profile.bookable.exclusive === null ? 'operations.availability.body' : 'bookable.exclusive.availability'}, and say in operations.availability.full what is full`,
      )
    if (lasting !== true || control?.accepted !== true) return unlasting
    const unproven = judgeAge(twin, short, twinFreed) ?? refusedOnce(twinFreed)
    if (unproven !== null) return unproven
    return failAt(freed, '', {
      message: 'an availability cannot be reserved again, though the hold on it ran out without confirmation',
      ...wants.accepted(),
    })
  },
})

check(exclusive, {
  id: 'hold.frees-availability-once',
  clause: '3/availability-held',
  title: 'an availability whose hold has run out can be reserved again once, not twice',
  judge: ({ held, again, freed, freedTwice }, { profile }) => {
    const cannot = unusable(held) ?? judgeWanted(held, momentsOf(profile).short, freed)
    if (cannot !== null || !held || !freed) return cannot ?? unjudged(freed)
    if (again?.accepted === true) return takenTwice
    const because = 'although another booking holds that availability since the hold on it ran out'
    const judged = expect(freedTwice).toBeRefused(freed, because)
    if (judged.outcome !== 'fail') return judged
    return fail(...judged.findings.map((finding) => ({ ...finding, steps: [held.n, freed.n] })))
  },
})

export default suite
