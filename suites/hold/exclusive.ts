import { check, expect, fail, pass, timeline, unusable, untested, type Answer } from '../../src/suite/index.js'
import { judgeAge } from './judgeHold.js'
import { momentsOf } from './moments.js'

interface Exclusive {
  readonly held: Answer
  readonly slot: string
  /** Was the availabilityId offered twice in a row? One that is made anew each time cannot be looked for again. */
  readonly lasting: boolean
  /** The others that were offered with it: where none of them is offered after the hold, ids do not last so long. */
  readonly others: readonly string[]
  readonly again: Answer
  readonly offered: Answer
  readonly freed: Answer
}

const exclusive = timeline<Exclusive>(
  'hold.exclusive',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const before = await context.target.availability()
          const slot = await context.slot()
          const held = await context.target.reserve({ availabilityId: slot, expirationMinutes: at.short })
          const ids = before.accepted ? before.availabilityIds : []
          return { held, slot, lasting: ids.includes(slot), others: ids.filter((id) => id !== slot) }
        },
      },
      {
        at: at.before,
        before: at.beforeLatest,
        act: async ({ target }, { slot }) =>
          typeof slot === 'string'
            ? { again: await target.reserve({ availabilityId: slot, expirationMinutes: 60 }) }
            : {},
      },
      {
        // After the other timelines have written to their holds: asking what is free may be what ends a hold here.
        at: at.after + 1,
        act: async ({ target }, { slot }) => {
          if (typeof slot !== 'string') return {}
          const offered = await target.availability()
          return { offered, freed: await target.reserve({ availabilityId: slot, expirationMinutes: at.short }) }
        },
      },
    ]
  },
  { needs: ['exclusive'], bookings: 3 },
)

check(exclusive, {
  id: 'hold.keeps-availability-until-end',
  clause: '3/availability-held-until-end',
  title: 'the availability is still held shortly before the hold time runs out',
  judge: ({ held, again }) =>
    unusable(held) ?? expect(again).toBeRefused(held ?? null, 'though another booking held its availability'),
})

check(exclusive, {
  id: 'hold.frees-availability',
  clause: '3/availability-free-after-end',
  title: 'the availability can be reserved again once the hold time has run out',
  judge: ({ held, lasting, others = [], again, offered, freed, slot }, { profile }) => {
    const cannot =
      unusable(held) ?? judgeAge(held, momentsOf(profile).short, profile.hold.graceSeconds, freed) ?? unusable(offered)
    if (cannot !== null || !freed) return cannot ?? untested('the availability was not reserved again')
    if (freed.accepted) return pass
    if (again?.accepted === true)
      return untested('the availability was taken by a second booking while it was held, which may still hold it')
    const now = offered?.availabilityIds ?? []
    const lasts = lasting === true && (others.length === 0 || others.some((id) => now.includes(id)))
    if (!lasts && !now.includes(slot ?? ''))
      return untested('the availabilityIds of this target do not last until the hold is over')
    return fail({
      message: 'an availability cannot be reserved again, though the hold on it ran out without confirmation',
      expected: '2xx with the documented answer',
      received: freed.describe(),
      exchange: freed.n,
      pointer: '',
    })
  },
})
