import type { Variant } from '../variant.js'

/** Other legal ways to keep strangers from the bookings of an account. */
export const strangerVariants: readonly Variant[] = [
  {
    name: 'list-for-strangers-is-empty',
    title: 'a list without or with wrong credentials is accepted and empty',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        ctx.operation === 'list' && ctx.reseller === null
          ? { kind: 'list', bookings: [], total: 0 }
          : base.afterReply(reply, ctx),
    }),
  },
  {
    name: 'strangers-have-an-account',
    title: 'whoever comes without or with wrong credentials books on an account of its own',
    rules: (base) => ({ caller: (call, state) => base.caller(call, state) ?? 'anonymous' }),
  },
]
