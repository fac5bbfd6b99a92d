import type { Variant } from '../change.js'
import { acceptsWith, sends } from '../changes/wires.js'
import type { Context } from '../context.js'
import { isObject, type Json } from '../json.js'
import type { Booking, OperationName } from '../model.js'

/** Reads from a copy that follows the writes a little later. */
export const lateReadVariants: readonly Variant[] = [
  {
    name: 'reads-settle-in-half-a-second',
    title: 'the profile gives reads half a second to show a write, which they do not need',
    profile: { reads: { settleSeconds: 0.5 } },
  },
  late('list-is-late', ['list'], 300, 'the list shows what was written 300 ms later'),
  late('reads-are-late', ['get', 'list'], 400, 'get and the list show what was written 400 ms later'),
  {
    ...late('reads-are-late-without-nulls', ['get', 'list'], 400, 'the same, and no booking has members that are null'),
    ...sends(
      ({ reply }) => reply?.kind === 'booking' || reply?.kind === 'list',
      (answer) =>
        'body' in answer && answer.body !== undefined ? { ...answer, body: withoutNulls(answer.body) } : answer,
    ),
  },
  lateByAnyClock(400),
  lateEnds(400),
]

function late(name: string, operations: readonly OperationName[], milliseconds: number, title: string): Variant {
  return {
    name,
    title,
    profile: { reads: { settleSeconds: 0.5 } },
    warns: ['4.3/read-shows-writes-at-once'],
    rules: (base) => ({
      version: (versions, ctx) =>
        operations.includes(ctx.operation)
          ? versions.filter(({ updatedAt }) => updatedAt <= ctx.now - milliseconds).at(-1)
          : base.version(versions, ctx),
    }),
  }
}

/** Its copy knows nothing of the test clock: as much time as that lets pass, it still shows what it showed. */
function lateByAnyClock(milliseconds: number): Variant {
  const written = new WeakMap<Booking, number>()
  return {
    name: 'reads-are-late-also-when-the-clock-was-moved',
    title: `get and the list show what was written ${milliseconds} ms later, however far the test clock was moved meanwhile`,
    profile: { reads: { settleSeconds: 0.5 } },
    warns: ['4.3/read-shows-writes-at-once'],
    rules: (base) => ({
      save: (booking, before, ctx) => {
        written.set(booking, performance.now())
        base.save(booking, before, ctx)
      },
      version: (versions, ctx) =>
        ctx.operation === 'get' || ctx.operation === 'list'
          ? versions.filter((each) => (written.get(each) ?? 0) <= performance.now() - milliseconds).at(-1)
          : base.version(versions, ctx),
    }),
  }
}

/** What reads are made from hears of the time that passes a little later than everything else. */
function lateEnds(milliseconds: number): Variant {
  return {
    name: 'ends-are-seen-late',
    title: `get and the list show ${milliseconds} ms later what a move of the test clock made of holds`,
    profile: { reads: { settleSeconds: 2 } },
    rules: (base) => {
      let seen: { readonly ahead: number; readonly at: number; readonly before: number } | null = null
      return {
        isOver: (booking, ctx) => {
          const at = performance.now()
          const ahead = ctx.now - at
          if (seen === null || ahead - seen.ahead > 1000) seen = { ahead, at, before: seen?.ahead ?? ahead }
          const isLate = ['get', 'list'].includes(ctx.operation) && at - seen.at < milliseconds
          return base.isOver(booking, isLate ? { ...ctx, now: at + seen.before } : ctx)
        },
      }
    },
  }
}

function withoutNulls(json: Json): Json {
  if (Array.isArray(json)) return json.map((each: Json) => withoutNulls(each))
  if (!isObject(json)) return json
  const told = Object.entries(json).filter((member): member is [string, Json] => (member[1] ?? null) !== null)
  return Object.fromEntries(told.map(([name, member]) => [name, withoutNulls(member)]))
}

/** Writes that are processed for a while: the states after ON_HOLD are not shown, so a status may move on by itself. */
export const movingStatusVariants: readonly Variant[] = [
  moving('confirm-is-processed', 'confirm', 'PENDING', 3, 'a confirmed booking is PENDING for two reads'),
  moving('cancel-is-processed', 'cancel', 'CANCELLING', 3, 'a cancelled booking is CANCELLING for two reads'),
  processed('confirm-takes-a-while', 'confirm', 'PENDING', 120, 'a confirm is answered at once and done 120 ms later'),
  processed('cancel-takes-a-while', 'cancel', 'CANCELLING', 120, 'a cancel is answered at once and done 120 ms later'),
  processed('update-takes-a-while', 'update', 'UPDATING', 120, 'an update is answered at once and done 120 ms later'),
  processed(
    'cancel-is-carried-out-later',
    'cancel',
    null,
    250,
    'a cancel is answered at once and done 250 ms later; until then the booking shows its status as it was, and is not cancellable',
  ),
  {
    name: 'rejected-is-named',
    title: 'the profile names the state of what is rejected after its confirm, which nothing is',
    profile: { booking: { statuses: { rejected: 'REJECTED' } } },
  },
  moving('update-answers-updating', 'update', 'UPDATING', 1, 'an updated booking is UPDATING until it is read'),
]

/** The first `answers` that show the booking after the write have a status of their own. */
function moving(name: string, operation: OperationName, status: string, answers: number, title: string): Variant {
  const key = (booking: Booking): string => `${name} ${booking.serial}`
  const left = (booking: Booking, ctx: Context): number => Number(ctx.state.memory.get(key(booking)) ?? 0)
  return {
    name,
    title,
    rules: (base) => ({
      save: (booking, before, ctx) => {
        base.save(booking, before, ctx)
        if (ctx.operation === operation) ctx.state.memory.set(key(booking), answers)
        else ctx.state.memory.delete(key(booking))
      },
      showBooking: (booking, ctx) => {
        const shown = base.showBooking(booking, ctx)
        if (left(booking, ctx) === 0) return shown
        ctx.state.memory.set(key(booking), left(booking, ctx) - 1)
        return { ...shown, status }
      },
    }),
  }
}

/**
 * A write is answered 202 with the booking as it was, in a state of its own. Until it is done, nothing else can be done
 * to the booking, and reads show it so.
 * @param status null: the one that it had
 */
function processed(
  name: string,
  operation: OperationName,
  status: string | null,
  milliseconds: number,
  title: string,
): Variant {
  const key = (booking: Booking): string => `${name} ${booking.serial}`
  const isBusy = (booking: Booking, ctx: Context): boolean =>
    Number(ctx.state.memory.get(key(booking)) ?? Number.NEGATIVE_INFINITY) > ctx.now
  return {
    name,
    title,
    profile:
      status === null
        ? { reads: { settleSeconds: 0.5 } }
        : { booking: { statuses: { pending: [status] }, settleSeconds: 2 } },
    ...(status === null && { warns: ['3/cancel-changes-status'] }),
    ...acceptsWith(202, operation),
    rules: (base) => ({
      save: (booking, before, ctx) => {
        base.save(booking, before, ctx)
        if (ctx.operation === operation) ctx.state.memory.set(key(booking), ctx.now + milliseconds)
      },
      may: (usual, booking, ctx) => !isBusy(booking, ctx) && base.may(usual, booking, ctx),
      showBooking: (booking, ctx) => {
        if (!isBusy(booking, ctx)) return base.showBooking(booking, ctx)
        const [before = booking] = ctx.store.versions(booking.serial).slice(-2)
        return { ...base.showBooking(before, ctx), ...(status !== null && { status }), cancellable: false }
      },
    }),
  }
}
