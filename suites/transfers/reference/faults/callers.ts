import type { Fault } from '../fault.js'

/** Section 5: capabilities, credentials, and whose booking it is. */
export const callerFaults: readonly Fault[] = [
  {
    name: 'get-leaks-to-other-reseller',
    clause: '5/foreign-get-refused',
    title: 'get shows bookings of other resellers',
    rules: (base) => ({ sees: (booking, ctx) => ctx.operation === 'get' || base.sees(booking, ctx) }),
  },
  {
    name: 'cancel-needs-no-credentials',
    clause: '5/no-credentials-cancel-refused',
    title: 'cancel works without credentials',
    rules: (base) => ({
      caller: (call, state) =>
        call.operation === 'cancel' && call.credentials === 'none' ? 'a' : base.caller(call, state),
    }),
  },
  {
    name: 'capability-only-when-alone',
    clause: '5/capability-beside-unknown',
    title: 'octo/pricing is not recognised beside another capability',
    rules: () => ({
      capabilities: ({ capabilityHeader }) =>
        capabilityHeader?.value.trim() === 'octo/pricing' ? ['octo/pricing'] : [],
    }),
  },
]
