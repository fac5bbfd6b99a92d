import {
  checkFilled,
  exclusiveOf,
  expect,
  fail,
  failAt,
  openSuite,
  orNone,
  pass,
  untested,
  unusable,
  wants,
  withFillers,
  type Answer,
  type Filled,
  type Suite,
} from '../vocabulary/index.js'
import { judgeAge, judgeTooLate } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline } = suite
const check = checkFilled(suite)

interface Exclusive {
  readonly held: Answer
  readonly slot: string
  /** Was the availabilityId offered twice in a row? One that is made anew each time stands for one reservation only. */
  readonly lasting: boolean
  /** Offered with it, never had by a booking of this run, and left alone until the hold is over; null: there was no such. */
  readonly spare: string | null
  readonly again: Answer
  readonly freed: Answer
  /** Where that was accepted, once more; null: it was not. */
  readonly freedTwice: Answer | null
  /** Where `freed` was refused: the spare one, which shows whether an availabilityId lasts so long at all. */
  readonly control: Answer | null
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
          const { availabilityId: slot, reserved: held } = await context.hold({ expirationMinutes: at.short }, bookable)
          const lasting = before.accepted && before.availabilityIds.includes(slot)
          const spare = await context.slot(bookable, { unused: true }).catch(orNone)
          return { held, slot, lasting, spare, filled: context.filled() }
        },
      },
      {
        // A clock that is moved arrives in the last minute, in which a place may be given away too soon.
        at: quick ? at.beforeLatest : at.before,
        before: quick ? at.short : at.beforeLatest,
        act: async ({ target }, { slot }) =>
          typeof slot === 'string'
            ? { again: await target.reserve({ availabilityId: slot, expirationMinutes: 60 }, { bookable }) }
            : {},
      },
      {
        // After the other timelines have written to their holds: asking what is free may be what ends a hold here.
        at: at.after + 1,
        act: async ({ target, alone }, { slot, spare }) => {
          if (typeof slot !== 'string') return {}
          const want = (availabilityId: string): Promise<Answer> =>
            target.reserve({ availabilityId, expirationMinutes: at.short }, { bookable })
          const first = await want(slot)
          // An account may have few holds at a time, and others would leave some of theirs before the control.
          const freed = first.refused && (await alone()) ? await want(slot) : first
          const control = freed.refused && typeof spare === 'string' ? await want(spare) : null
          return { freed, freedTwice: freed.accepted ? await want(slot) : null, control }
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
  judge: ({ held, lasting, spare, again, freed, control }, { profile }) => {
    const cannot = unusable(held) ?? judgeAge(held, momentsOf(profile).short, profile.hold.graceSeconds, freed)
    if (cannot !== null || !freed) return cannot ?? untested('the availability was not reserved again')
    if (freed.accepted) return pass
    if (again?.accepted === true)
      return untested('the availability was taken by a second booking while it was held, which may still hold it')
    if (spare === null)
      return untested(
        'nothing else was free that no booking of this run had, to show that an availabilityId lasts so long',
        `offer more in ${profile.bookable.exclusive === null ? 'operations.availability.body' : 'bookable.exclusive.availability'}, and say in operations.availability.full what is full`,
      )
    if (lasting !== true || control?.accepted !== true)
      return untested(
        'what was held could not be reserved once its hold was over, nor could anything else that was named with it: whether an availabilityId lasts so long cannot be told',
      )
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
    const cannot = unusable(held) ?? judgeAge(held, momentsOf(profile).short, profile.hold.graceSeconds, freed)
    if (cannot !== null || !held || !freed) return cannot ?? untested('the availability was not reserved again')
    if (again?.accepted === true)
      return untested('the availability was taken by a second booking while it was held, which may still hold it')
    const because = 'although another booking holds that availability since the hold on it ran out'
    const judged = expect(freedTwice).toBeRefused(freed, because)
    if (judged.outcome !== 'fail') return judged
    return fail(...judged.findings.map((finding) => ({ ...finding, steps: [held.n, freed.n] })))
  },
})

export default suite
