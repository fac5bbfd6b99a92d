import type { Json, JsonObject } from '../json.js'

/** One place in an item: what stands there, what it stands in, and how to put something else there. */
export interface Spot {
  readonly value: Json | undefined
  /** The object or the array that has it. */
  readonly holder: { readonly [key: string]: Json } | readonly Json[]
  /** Undefined: it is taken away. */
  set(value: Json | undefined): void
}

/**
 * The places that a pointer names: `/options/*\/id` of every option, `/options/last/id` of the last one, `/options/1/id` of the
 * second. What a member would be in is there, the member may be missing.
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
