import { openFlawedMinutes, openSuite, type Suite } from '../vocabulary/index.js'
import { readBack } from './holdFor.js'
import { neverBooked, type FlawedMinutes } from './neverBooked.js'
import { giveBack, reserveFlawed, type FreeSlot } from './reserveFlawed.js'

const suite: Suite = openSuite()

openFlawedMinutes<
  Pick<FlawedMinutes, 'control'> & { readonly wanted: FreeSlot },
  Pick<FlawedMinutes, 'reserved' | 'read'>
>(
  suite,
  'reserve',
  {
    tries: { outside: 6, mistyped: 5 },
    // A member that is null is one that is left out, to many servers; it shall be no hold time all the same.
    also: [580, null],
    tolerates: [null],
    samples: { low: 0, normal: 1, high: 18 },
    shrinks: 16,
    apart: true,
    prepare: async ({ hold }) => ({ control: (await hold()).reserved, wanted: { free: null } }),
    act: async (context, minutes, { wanted }) => {
      const reserved = await reserveFlawed(context, wanted, { expirationMinutes: minutes })
      const read = await readBack(context, reserved)
      await giveBack(context, reserved)
      return { reserved, read }
    },
    uses: [],
    bookings: 18,
  },
  { see: ({ control, reserved }) => ({ control, answer: reserved }), neverHeld: neverBooked },
)

export default suite
