import { answersBookings } from '../../operations.js'
import type { Break } from '../change.js'
import type { Context } from '../context.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { OperationName, Reply } from '../model.js'

/** One place in an item: what stands there, what it stands in, and how to put something else there. */
export interface Spot {
  readonly value: Json | undefined
  /** The object or the array that has it. */
  readonly holder: { readonly [key: string]: Json } | readonly Json[]
  /** Undefined: it is taken away. */
  set(value: Json | undefined): void
}

/**
 * The places that a pointer names: `/options/*\/id` of every option, `/options/last/id` of the last one,
 * `/options/1/id` of the second. The member may be missing; the object or list around it is there.
 */
export function spots(item: JsonObject, pointer: string): readonly Spot[] {
  return pointer
    .split('/')
    .slice(1)
    .reduce<readonly Spot[]>(
      (found, token) => found.flatMap(({ value }) => children(value, token)),
      [{ value: item, holder: {}, set: () => undefined }],
    )
}

function children(value: Json | undefined, token: string): readonly Spot[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const last = value.length - 1
    return value.flatMap((each, index) => {
      const isMeant = token === '*' || token === String(index) || (token === 'last' && index === last)
      return isMeant ? [{ value: each, holder: value, set: (other) => void (value[index] = other ?? null) }] : []
    })
  }
  const set = (other: Json | undefined): void => {
    if (other === undefined) delete value[token]
    else value[token] = other
  }
  return [{ value: value[token], holder: value, set }]
}

/** An item of an answer (a booking, a transfer or a slot), and the answer that it is in. */
export interface Seen {
  readonly item: JsonObject
  readonly ctx: Context
  readonly reply: Reply
}

/** Another look of each item of an answer. */
export interface Edit {
  /** Where it shows, with `*` for any element of an array. */
  readonly place: string
  readonly apply: (seen: Seen) => void
}

/** Is this item edited? */
export type Where = (seen: Seen) => boolean

type Value = Json | ((was: Json, holder: JsonObject, seen: Seen) => Json | undefined)

/** The answers to some operations, or to all that answer bookings where none is named. */
export function on(...operations: readonly OperationName[]): { answers(...edits: readonly Edit[]): Break } {
  const meant = operations.length > 0 ? operations : answersBookings
  return {
    answers: (...edits) => ({
      rules: (base) => ({
        afterReply: (sent, ctx) => {
          const reply = base.afterReply(sent, ctx)
          if (!meant.includes(ctx.operation)) return reply
          for (const item of itemsOf(reply)) for (const edit of edits) edit.apply({ item, ctx, reply: sent })
          return reply
        },
      }),
      shows: meant.flatMap((operation) => edits.map(({ place }) => ({ operation, place }))),
    }),
  }
}

/** Takes what stands at a place away. */
export function without(pointer: string, where: Where = () => true): Edit {
  return edit(pointer, where, (spot) => spot.set(undefined))
}

/** Replaces the value at a place; a function makes the new one of the old. An empty place stays empty. */
export function put(pointer: string, value: Value, where: Where = () => true): Edit {
  return edit(pointer, where, (spot, seen) => {
    if (spot.value === undefined) return
    const holder = isObject(spot.holder) ? spot.holder : {}
    spot.set(typeof value === 'function' ? value(spot.value, holder, seen) : structuredClone(value))
  })
}

/** Puts something where nothing stands. */
export function add(pointer: string, value: Json, where: Where = () => true): Edit {
  return edit(pointer, where, (spot) => {
    if (spot.value === undefined) spot.set(structuredClone(value))
  })
}

/** Leaves of an item these members alone. */
export function nothingBut(...names: readonly string[]): Edit {
  return {
    place: '',
    apply: ({ item }) => {
      for (const name of Object.keys(item)) if (!names.includes(name)) delete item[name]
    },
  }
}

/** Where the item has this status. */
export function ofStatus(...statuses: readonly string[]): Where {
  return ({ item }) => statuses.some((status) => item['status'] === status)
}

function edit(
  pointer: string,
  where: Where,
  change: (spot: ReturnType<typeof spots>[number], seen: Seen) => void,
): Edit {
  return {
    place: pointer.replaceAll(/\/(?:\d+|last)(?=\/|$)/g, '/*'),
    apply: (seen) => {
      if (where(seen)) for (const spot of spots(seen.item, pointer)) change(spot, seen)
    },
  }
}

function itemsOf(reply: Reply): readonly JsonObject[] {
  if (reply.kind === 'booking') return [reply.booking]
  if (reply.kind === 'list') return reply.bookings
  if (reply.kind === 'transfer') return [reply.transfer]
  return reply.kind === 'availability' ? reply.slots : []
}
