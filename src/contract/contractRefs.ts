import type { ContractSchema, ResolveRef } from './contractSchema.js'
import type { JsonObject } from './jsonObject.js'
import { readPointer } from './jsonPointer.js'

export function contractRefs(document: JsonObject): ResolveRef {
  return (ref) => {
    const schema = ref.startsWith('#') ? readPointer<unknown>(document, ref.slice(1)) : undefined
    if (schema === undefined) throw new Error(`the contract has no schema ${ref}`)
    // What a reference of our own document leads to is a schema; a test holds each of them to the meta-schema.
    return schema as ContractSchema
  }
}
