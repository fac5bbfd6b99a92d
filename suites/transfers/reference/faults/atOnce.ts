import { faults, type FaultRow } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { isSlow, keeps, loses } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import type { Write } from '../model.js'

/** Writes that read a booking, take their time, and save what they made of it over what was written meanwhile. */
export const atOnceFaults: readonly Fault[] = faults({
  '3/confirm-persisted-concurrent': {
    'confirm-lost-beside-an-extend': lostBeside('confirm', 'extend', '/status'),
    'extend-writes-over-a-confirm': [isSlow('extend'), 'get /status'],
  },
  '3/update-persisted-concurrent': {
    'update-lost-beside-an-extend': lostBeside('update', 'extend', '/reference'),
    'update-beside-an-extend-clears-the-reference': [
      'an update clears the reference while an extend is at work, which writes over nothing',
      together(
        seen(
          'get',
          '/reference',
          keeps('update', (_booking, _before, { state }) => (state.inFlight('extend') > 0 ? { reference: null } : {})),
        ),
        keeps('extend', (extended, _before, { store }) => {
          const { status, reference } = store.versions(extended.serial).at(-1) ?? extended
          return { status, reference }
        }),
        isSlow('extend'),
      ),
    ],
    'extend-writes-over-an-update': [isSlow('extend'), 'get /reference'],
  },
  '3/cancel-persisted-concurrent': {
    'cancel-lost-beside-an-update': lostBeside('cancel', 'update', '/status'),
    'update-writes-over-a-cancel': [isSlow('update'), 'get /status'],
    'confirm-writes-over-a-cancel': [isSlow('confirm'), 'get /status'],
  },
  ...Object.fromEntries(
    (['get', 'extend', 'update', 'cancel', 'confirm'] as const).map((operation) => [
      `4.3/${operation}-accepted`,
      { [`every-tenth-${operation}-answers-another-booking`]: mixedUp(operation) },
    ]),
  ),
})

/** As when what belongs to one call is kept where another one finds it. */
function mixedUp(operation: 'get' | Write): FaultRow {
  const former = `the booking that ${operation} answered before`
  const change = rule('afterReply', (usual, reply, ctx) => {
    const shown = usual(reply, ctx)
    if (ctx.operation !== operation || shown.kind !== 'booking') return shown
    const id = ctx.state.memory.get(former)
    ctx.state.memory.set(former, shown.booking['id'])
    return typeof id === 'string' && ctx.state.count(former) % 10 === 0
      ? { ...shown, booking: { ...shown.booking, id } }
      : shown
  })
  return [
    `every tenth answer to ${operation} has the id of the booking that was answered before`,
    seen(operation, '/id', change),
  ]
}

/** What is written while the other write takes its time is not kept. */
function lostBeside(write: Write, other: Write, place: string): Break {
  const lost = seen(
    'get',
    place,
    loses(write, (_booking, { state }) => state.inFlight(other) > 0),
  )
  return together(lost, isSlow(other))
}
