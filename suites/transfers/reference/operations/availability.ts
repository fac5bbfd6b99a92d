import type { Context } from '../context.js'
import { checkInput, text } from '../input.js'
import type { Reply } from '../model.js'
import { Refused } from '../refused.js'

const day = 86_400_000
const longestWindow = 31 * day

/** POST /availability (4.3): what can be booked of an option between two days; without days, in the week from tomorrow. */
export function availability(ctx: Context): Reply {
  checkInput(ctx)
  const { rules, now } = ctx
  const option = rules.option(text(ctx, 'productId') ?? '', text(ctx, 'optionId') ?? '', ctx)
  if (option === undefined) throw new Refused('UNKNOWN_OPTION', 'the product has no such option')
  const from = midnight(text(ctx, 'from')) ?? Math.floor(now / day) * day + day
  const to = midnight(text(ctx, 'to')) ?? from + 6 * day
  if (to < from) throw new Refused('BAD_REQUEST', 'the last day is before the first')
  const slots = rules.slots(option, from, Math.min(to, from + longestWindow), ctx)
  return {
    kind: 'availability',
    slots: slots.filter((slot) => rules.isFree(slot, null, ctx)).map((slot) => rules.showSlot(slot, ctx)),
  }
}

function midnight(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : time
}
