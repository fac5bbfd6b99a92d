import { findBooking } from '../bookings.js'
import type { Context } from '../context.js'
import type { Reply } from '../model.js'
import { getFaults } from '../faults/gets.js'
import type { Operation } from '../operation.js'

/** Get booking (4.3): one booking of the caller's reseller account. */
export const get: Operation = { carryOut, faults: getFaults }

function carryOut(ctx: Context): Reply {
  return { kind: 'booking', booking: ctx.rules.showBooking(findBooking(ctx), ctx), created: false }
}
