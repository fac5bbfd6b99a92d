import type { Change, Fault } from '../change.js'
import { on, put } from '../changes/on.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { after, allows, decides, forbids, isSlow, keeps, loses, makes } from '../changes/writes.js'
import type { Booking, OperationName, Write } from '../model.js'

const extendedAndUpdated = after('extend', 'update')

/** Section 3 as a whole: what shows only after some operations, beside another one, or a while later. */
export const sequenceFaults: readonly Fault[] = faults({
  '3/sequence-follows-table': {
    'confirm-after-extend-and-update-stays-on-hold': [
      makes('confirm', (_made, before, ctx) =>
        extendedAndUpdated(before, ctx) ? { status: 'ON_HOLD', holdEnd: before.holdEnd } : {},
      ),
      'confirm /status',
    ],
    'extend-reopens-what-was-extended-and-cancelled': together(
      allows('extend', (booking, ctx) => booking.status === 'CANCELLED' && after('extend')(booking, ctx)),
      makes('extend', () => ({ status: 'ON_HOLD' })),
    ),
    'extend-refused-once-updated': forbids('extend', after('update')),
    'confirm-refused-once-extended-and-updated': forbids('confirm', extendedAndUpdated),
  },
  '3/answer-agrees-with-get': {
    'extend-answers-not-cancellable': [
      on('extend').answers(put('/cancellable', false)),
      ['extend /cancellable', 'get /cancellable'],
    ],
    'cancel-after-extend-and-update-not-saved': [loses('cancel', extendedAndUpdated), 'get /status'],
  },
  '4.2/notes-kept': { 'extend-loses-notes': [makes('extend', () => ({ notes: null })), 'extend /notes'] },
  '3/confirm-cancelled-refused': { 'cancelled-hold-can-be-confirmed': allows('confirm', isCancelledHold) },
  '7/extend-cancelled-refused': { 'cancelled-hold-can-be-extended': allows('extend', isCancelledHold) },
  '3/extend-persisted-get': {
    'extend-after-an-update-not-saved': [loses('extend', after('update')), ['get /expirationMinutes', 'get /holdEnd']],
  },
  // Writes that read a booking, take their time, and save what they made of it over what was written meanwhile.
  '3/confirm-persisted-concurrent': {
    'confirm-lost-beside-an-extend': [lostBeside('confirm', 'extend'), 'get /status'],
    'extend-writes-over-a-confirm': [isSlow('extend'), 'get /status'],
  },
  '3/update-persisted-concurrent': {
    'update-lost-beside-an-extend': [lostBeside('update', 'extend'), 'get /reference'],
    'extend-writes-over-an-update': [isSlow('extend'), 'get /reference'],
  },
  '3/cancel-persisted-concurrent': {
    'cancel-lost-beside-an-update': [lostBeside('cancel', 'update'), 'get /status'],
    'update-writes-over-a-cancel': [isSlow('update'), 'get /status'],
    'confirm-writes-over-a-cancel': [isSlow('confirm'), 'get /status'],
  },
  '3/updates-persisted-concurrent': {
    'updates-at-once-write-over-each-other': [isSlow('update'), ['get /reference', 'get /expirationMinutes']],
  },
  '3/confirm-once-concurrent': {
    'confirm-refused-beside-another-keeps-its-reference': [
      'of two confirms at once, one is refused, and its reference is kept all the same',
      decides('confirm', (allowed, booking, ctx) => {
        const { reference } = ctx.call.input
        if (booking.status === 'CONFIRMED' && ctx.now - booking.updatedAt < 50 && typeof reference === 'string')
          ctx.rules.save({ ...booking, reference }, booking, ctx)
        return allowed
      }),
      'get /reference',
    ],
    'confirms-at-once-lose-their-references': [
      together(
        keeps('confirm', ({ serial }, _before, { state, store }) => {
          const isBeside = state.inFlight('confirm') > 1 || store.versions(serial).at(-1)?.status === 'CONFIRMED'
          return isBeside ? { reference: null } : {}
        }),
        isSlow('confirm'),
      ),
      'get /reference',
    ],
  },
  '7/cancel-once-concurrent': { 'cancels-at-once-both-cancel': [isSlow('cancel'), 'cancel'] },
  ...Object.fromEntries(
    (['get', 'extend', 'update', 'cancel', 'confirm'] as const).map((operation) => [
      `4.3/${operation}-accepted`,
      { [`every-tenth-${operation}-answers-another-booking`]: mixedUp(operation) },
    ]),
  ),
  // Faults that hide behind what is legal: states that move on, and reads that follow the writes.
  '3/cancel-persisted-get': {
    'cancel-answers-cancelling-and-is-lost': moving('cancel', 'CANCELLING', loses('cancel')),
  },
  '3/update-persisted-get': {
    'update-answers-updating-and-undoes-the-confirm': moving(
      'update',
      'UPDATING',
      keeps('update', () => ({ status: 'ON_HOLD' })),
    ),
  },
  '3/confirm-persisted-get': {
    'confirm-is-never-done': [
      on().answers(put('/status', (was) => (was === 'CONFIRMED' ? 'PENDING' : was))),
      'get /status',
      { on: 'confirm-takes-a-while' },
    ],
    'confirm-is-done-and-undone-later': [
      'a confirm is PENDING for a while, and done, and ten minutes later the booking is shown on hold again',
      rule('showBooking', (usual, booking, ctx) => {
        const isUndone = booking.status === 'CONFIRMED' && ctx.now >= booking.updatedAt + 600_000
        return { ...usual(booking, ctx), ...(isUndone && { status: 'ON_HOLD' }) }
      }),
      'get /status',
      { on: 'confirm-takes-a-while' },
    ],
  },
  '4.3/read-shows-writes-at-once': {
    'get-lags-behind': late('get', 200),
    'get-shows-the-old-value-for-a-while': late('get', 400, ([made]) => made),
    'list-lags-behind': late('list', 300),
  },
})

function isCancelledHold({ status, confirmedAt }: Booking): boolean {
  return status === 'CANCELLED' && confirmedAt === null
}

/** What is written while the other write takes its time is not kept. */
function lostBeside(write: Write, other: Write): Change {
  return together(
    loses(write, (_booking, { state }) => state.inFlight(other) > 0),
    isSlow(other),
  )
}

/** Every tenth answer has the id of the booking answered before, as if one call took what belongs to another. */
function mixedUp(operation: 'get' | Write): FaultRow {
  const former = `the booking that ${operation} answered before`
  const change = rule('afterReply', (usual, reply, ctx) => {
    const shown = usual(reply, ctx)
    if (ctx.operation !== operation || shown.kind !== 'booking') return shown
    const id = ctx.state.memory.get(former)
    ctx.state.memory.set(former, shown.booking['id'])
    const isMixedUp = typeof id === 'string' && ctx.state.count(former) % 10 === 0
    return isMixedUp ? { ...shown, booking: { ...shown.booking, id } } : shown
  })
  return seen(operation, '/id', change)
}

/** A write that answers a state on its way to another, where it never arrives. */
function moving(operation: 'cancel' | 'update', status: string, lost: Change): FaultRow {
  const change = together(on(operation).answers(put('/status', status)), lost)
  const seenAs = [`3/${operation}-persisted-list`, '3/answer-agrees-with-get', '3/sequence-follows-table']
  return [change, ['get /status', 'list /status', `${operation} /status`], { seenAs }]
}

/** A read shows a write so many milliseconds later. */
function late(
  operation: OperationName,
  milliseconds: number,
  before: (versions: readonly Booking[]) => Booking | undefined = () => undefined,
): FaultRow {
  const lagging = rule('version', (usual, versions, ctx) =>
    ctx.operation === operation
      ? (versions.findLast(({ updatedAt }) => updatedAt <= ctx.now - milliseconds) ?? before(versions))
      : usual(versions, ctx),
  )
  return [seen(operation, ['', '/status', '/reference', '/notes'], lagging), { on: 'reads-settle-in-half-a-second' }]
}
