import { sends } from '../changes/wires.js'
import { isObject, type Json } from '../json.js'
import type { Booking, OperationName } from '../model.js'
import type { Variant } from '../variant.js'

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
