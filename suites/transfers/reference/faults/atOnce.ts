import { pause } from '../edit.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'

/** Writes that read a booking, take their time, and save what they made of it over what was written meanwhile. */
export const atOnceFaults: readonly Fault[] = [
  {
    name: 'extend-writes-over-a-confirm',
    clause: '3/confirm-persisted-concurrent',
    title: 'an extend that began before a confirm puts the booking on hold again',
    rules: slow('extend'),
  },
  {
    name: 'extend-writes-over-an-update',
    clause: '3/update-persisted-concurrent',
    title: 'an extend that began before an update undoes it',
    rules: slow('extend'),
  },
  {
    name: 'update-writes-over-a-cancel',
    clause: '3/cancel-persisted-concurrent',
    title: 'an update that began before a cancel makes the booking what it was',
    rules: slow('update'),
  },
  {
    name: 'confirm-writes-over-a-cancel',
    clause: '3/cancel-persisted-concurrent',
    title: 'a confirm that began before a cancel confirms the cancelled hold',
    rules: slow('confirm'),
  },
  mixedUp('get'),
  mixedUp('update'),
  mixedUp('cancel'),
  mixedUp('confirm'),
]

/** As when what belongs to one call is kept where another one finds it. */
function mixedUp(operation: 'get' | 'update' | 'cancel' | 'confirm'): Fault {
  const name = `every-tenth-${operation}-answers-another-booking`
  return {
    name,
    clause: `4.3/${operation}-accepted`,
    title: `every tenth answer to ${operation} has the id of the booking that was answered before`,
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        if (ctx.operation !== operation || shown.kind !== 'booking') return shown
        const former = ctx.state.memory.get(name)
        ctx.state.memory.set(name, shown.booking['id'])
        return typeof former === 'string' && ctx.state.count(name) % 10 === 0
          ? { ...shown, booking: { ...shown.booking, id: former } }
          : shown
      },
    }),
  }
}

function slow(operation: OperationName): (base: Rules) => Partial<Rules> {
  return (base) => ({
    between: (step, ctx) =>
      step === 'write: booking changed, not saved' && ctx.operation === operation ? pause(30) : base.between(step, ctx),
  })
}
