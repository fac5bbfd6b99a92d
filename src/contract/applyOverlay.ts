import { isJsonObject, type JsonObject } from './json.js'

/** One change of an overlay: merge `update` into the target, or remove the target. */
export interface OverlayAction {
  readonly target: string
  readonly update?: unknown
  readonly remove?: boolean
}

/** An OpenAPI Overlay 1.0.0 document, the part of it that has an effect. */
export interface Overlay {
  readonly actions: readonly OverlayAction[]
}

/**
 * Applies an OpenAPI Overlay 1.0.0 to a copy of a document (https://spec.openapis.org/overlay/v1.0.0.html).
 *
 * Targets are JSONPaths that name one place, `$.components.schemas['Transfer'].required`. Members of an object are merged,
 * an array gets `update` as a new element. Stricter than the standard, a target that is not there is an error: an overlay of
 * ours that changes nothing is a slip of ours.
 * @throws Error on a target that is not of this form, that is not there, or that is neither object nor array.
 */
export function applyOverlay(document: JsonObject, overlay: Overlay): JsonObject {
  const result = structuredClone(document)
  for (const action of overlay.actions) {
    const path = parseTarget(action.target)
    if (action.remove === true) remove(result, path, action.target)
    else if (action.update !== undefined) update(find(result, path, action.target), action.update, action.target)
  }
  return result
}

function update(target: unknown, change: unknown, name: string): void {
  if (Array.isArray(target)) target.push(structuredClone(change))
  else if (isJsonObject(target) && isJsonObject(change)) merge(target, change)
  else
    throw new Error(`overlay: the target ${name} cannot be updated, an object takes an object and an array an element`)
}

function merge(into: JsonObject, from: JsonObject): void {
  for (const [key, value] of Object.entries(from)) {
    const there = Object.hasOwn(into, key) ? into[key] : undefined
    if (isJsonObject(there) && isJsonObject(value)) merge(there, value)
    else if (Array.isArray(there) && Array.isArray(value)) there.push(...structuredClone(value))
    else into[key] = structuredClone(value)
  }
}

function remove(document: JsonObject, path: readonly string[], name: string): void {
  const last = path.at(-1)
  if (last === undefined) throw new Error('overlay: the document itself cannot be removed')
  find(document, path, name)
  const parent = find(document, path.slice(0, -1), name)
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else if (isJsonObject(parent)) delete parent[last]
}

function find(document: JsonObject, path: readonly string[], name: string): unknown {
  let here: unknown = document
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) {
      throw new Error(`overlay: the target ${name} leads nowhere, there is no "${step}"`)
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
