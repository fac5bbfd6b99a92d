import type { Contract } from './contract.js'
import { isJsonObject } from './jsonObject.js'

export function wordsOf(contract: Pick<Contract, 'document' | 'lifecycle'>): readonly string[] {
  const words = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string') words.add(value)
  }
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isJsonObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'properties' && isJsonObject(member)) for (const each of Object.keys(member)) words.add(each)
      if (name === 'enum' && Array.isArray(member)) member.forEach(add)
      if (name === 'const') add(member)
      walk(member)
    }
  }
  for (const { status } of contract.lifecycle.states) add(status)
  walk(contract.document({ capability: true })['components'])
  return [...words]
}
