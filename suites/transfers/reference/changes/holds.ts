import type { Break, Change } from '../change.js'
import type { Context } from '../context.js'
import type { Booking, OperationName, Write } from '../model.js'
import { rule, seen } from './shown.js'
import type { When } from './writes.js'

const minute = 60_000

/** Such holds are over, whatever end they show, and get tells. */
export function endsHolds(when: When): Break {
  const isOver = rule(
    'isOver',
    (usual, booking, ctx) => usual(booking, ctx) || (booking.status === 'ON_HOLD' && when(booking, ctx)),
  )
  return seen('get', '/status', isOver)
}

/** Holds that have run out are not taken for over, and get tells. */
export function neverEnds(when: When): Break {
  const isOver = rule('isOver', (usual, booking, ctx) => usual(booking, ctx) && !when(booking, ctx))
  return seen('get', '/status', isOver)
}

/** An operation takes a hold that has run out for one that has not, until one of these has noticed that it has. */
export function lapsesOnceNoticed(operation: OperationName, ...noticing: readonly OperationName[]): Change {
  return rule('isOver', (usual, booking, ctx) => {
    if (!usual(booking, ctx)) return false
    const noticed = `noticed that ${booking.serial} is over`
    if (noticing.includes(ctx.operation)) ctx.state.memory.set(noticed, true)
    return ctx.operation !== operation || ctx.state.memory.has(noticed)
  })
}

/** An operation lets a hold end at another time than it should, which is `usual`. */
export function endsAt(
  operation: Write,
  end: (usual: number, booking: Booking, minutes: number, ctx: Context) => number,
): Change {
  return rule('holdEnd', (usual, booking, minutes, ctx) => {
    const asItShould = usual(booking, minutes, ctx)
    return ctx.operation === operation && booking !== null ? end(asItShould, booking, minutes, ctx) : asItShould
  })
}

/** The same moment, or one so many minutes later. */
export function later(minutes: number, ctx: Context): Context {
  return { ...ctx, now: ctx.now + minutes * minute }
}
