import type { Context } from '../context.js'
import type { Booking, Call, Reply, Reseller } from '../model.js'
import type { State } from '../state.js'

/** Who calls, with which capabilities, and what they may see (section 5), and the two hooks around every call. */
export interface CallerRules {
  /** Before anything else: the call as the service takes it. */
  beforeCall(call: Call, state: State): Call
  /** Whom the service takes the caller for; null: the call is refused. */
  caller(call: Call, state: State): Reseller | null
  /** The capabilities that a call switches on. */
  capabilities(call: Call, state: State): readonly string[]
  /** Is a call refused for the capabilities that it asks for, or does not ask for? */
  refusesCapabilities(ctx: Context): boolean
  /** May the caller see this booking (as it is now), in this operation? If not, it does not exist for them. */
  sees(booking: Booking, ctx: Context): boolean
  /** After everything else: the reply, freshly built, to be edited in place or replaced; refusals come through here too. */
  afterReply(reply: Reply, ctx: Context): Reply
}

/** Section 5. */
export const callerRules: CallerRules = {
  beforeCall: (call) => call,
  caller: (call) => call.reseller,
  capabilities: ({ capabilityHeader }) => {
    const asked = (capabilityHeader?.value ?? '').split(',').map((name) => name.trim())
    return asked.includes('octo/pricing') ? ['octo/pricing'] : []
  },
  // What is not known is ignored.
  refusesCapabilities: () => false,
  sees: (booking, ctx) => booking.reseller === ctx.reseller,
  afterReply: (reply) => reply,
}
