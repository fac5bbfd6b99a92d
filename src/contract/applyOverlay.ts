import { isJsonObject, type JsonObject } from './json.js'

/** An OpenAPI Overlay 1.0.0 document, as far as ours use it: each action merges `update` into its target. */
export interface Overlay {
  readonly actions: readonly { readonly target: string; readonly update?: unknown }[]
}

/**
 * Applies an OpenAPI Overlay 1.0.0 to a copy of a document (https://spec.openapis.org/overlay/v1.0.0.html).
 *
 * Targets are JSONPaths that name one place, `$.components.schemas['Transfer'].required`. Members of an object are
 * merged; an array gets `update` as a new element. It is stricter than the standard: a target that is not there is an
 * error, for an overlay of ours that changes nothing is a slip of ours.
 * @throws Error on a target that is not of this form, that is not there, or that is neither object nor array.
 */
export function applyOverlay(document: JsonObject, { actions }: Overlay): JsonObject {
  const result = structuredClone(document)
  for (const { target, update } of actions) {
    const there = find(result, target)
    if (Array.isArray(there)) there.push(structuredClone(update))
    else if (isJsonObject(there) && isJsonObject(update)) merge(there, update)
    else
      throw new Error(
        `overlay: the target ${target} cannot be updated, an object takes an object and an array an element`,
      )
  }
  return result
}

function merge(into: JsonObject, from: JsonObject): void {
  for (const [key, value] of Object.entries(from)) {
    const there = Object.hasOwn(into, key) ? into[key] : undefined
    if (isJsonObject(there) && isJsonObject(value)) merge(there, value)
    else if (Array.isArray(there) && Array.isArray(value)) there.push(...structuredClone(value))
    else into[key] = structuredClone(value)
  }
}

function find(document: JsonObject, target: string): unknown {
  let here: unknown = document
  for (const step of parseTarget(target)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) {
      throw new Error(`overlay: the target ${target} leads nowhere, there is no "${step}"`)
    }
    here = Reflect.get(here, step)
  }
  return here
}

/** `$.a['b c'][0].d` as its steps. */
function parseTarget(target: string): string[] {
  const steps: string[] = []
  const step = /\.([A-Za-z_][\w-]*)|\['([^']*)'\]|\["([^"]*)"\]|\[(\d+)\]/y
  step.lastIndex = 1
  if (!target.startsWith('$')) throw new Error(`overlay: the target ${target} does not start with $`)
  while (step.lastIndex < target.length) {
    const at = step.lastIndex
    const match = step.exec(target)
    const name = match?.slice(1).find((part) => part !== undefined)
    if (name === undefined) throw new Error(`overlay: the target ${target} is not understood from character ${at} on`)
    steps.push(name)
  }
  return steps
}
