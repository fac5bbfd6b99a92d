import type { Context } from '../context.js'
import { checkInput } from '../input.js'
import type { Reply } from '../model.js'

const halfDay = 43_200_000
const day = 2 * halfDay

/** POST /transfers (4.1): a fresh transfer, each option priced in the currency asked for or in its own. */
export function transfers(ctx: Context): Reply {
  checkInput(ctx)
  const { rules, now, call } = ctx
  const number = ctx.state.count('transfers')
  const today = Math.floor(now / day) * day
  const options = rules.vehicleOptions(number, ctx).map((option, position) => {
    const currency = rules.currency(call.input.currency, option, ctx)
    const price = rules.showsPrices(ctx)
      ? rules.quote(option.reference, today + position * halfDay, currency, ctx)
      : null
    return rules.showOption(option, position, number, price, ctx)
  })
  return { kind: 'transfer', transfer: rules.showTransfer(number, options, ctx) }
}
