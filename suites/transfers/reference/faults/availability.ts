import type { Fault } from '../fault.js'

/** Section 4.3, the availability check, and section 1.3. */
export const availabilityFaults: readonly Fault[] = [
  {
    name: 'availability-check-refused',
    clause: '4.3/availability-accepted',
    title: 'the availability check is refused',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const usual = base.afterReply(reply, ctx)
        return usual.kind === 'availability'
          ? { kind: 'refused', code: 'BAD_REQUEST', message: 'try again later' }
          : usual
      },
    }),
  },
  {
    name: 'availability-id-is-a-number',
    clause: '4.3/availability-id',
    title: 'every availabilityId is a number',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const usual = base.afterReply(reply, ctx)
        if (usual.kind === 'availability')
          usual.slots.forEach((slot, index) => {
            slot['availabilityId'] = 4711 + index
          })
        return usual
      },
    }),
  },
  {
    name: 'last-availability-id-is-empty',
    clause: '4.3/availability-id',
    title: 'the availabilityId of the last slot is empty',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const usual = base.afterReply(reply, ctx)
        const last = usual.kind === 'availability' ? usual.slots.at(-1) : undefined
        if (last !== undefined) last['availabilityId'] = null
        return usual
      },
    }),
  },
  {
    name: 'last-offered-availability-not-reservable',
    clause: '1.3/hold-from-availability',
    title: 'the last availability that the check offers is always refused',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const usual = base.afterReply(reply, ctx)
        const last = usual.kind === 'availability' ? usual.slots.at(-1)?.['availabilityId'] : undefined
        if (typeof last === 'string') ctx.state.memory.set(`last-offered-availability-not-reservable ${last}`, true)
        return usual
      },
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) &&
        !(
          ctx.operation === 'reserve' &&
          ctx.state.memory.has(`last-offered-availability-not-reservable ${slot.availabilityId}`)
        ),
    }),
  },
  {
    name: 'availability-id-only-with-the-capability',
    clause: '4.3/availability-id',
    title: 'without octo/pricing the availability check yields no availabilityId',
    rules: (base) => ({
      showSlot: ({ ...slot }, ctx) => {
        const shown = base.showSlot(slot, ctx)
        if (!ctx.rules.showsPrices(ctx)) delete shown['availabilityId']
        return shown
      },
    }),
  },
]
