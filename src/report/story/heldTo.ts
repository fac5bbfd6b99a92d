import { pointerTokens, readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import { citationsIn } from '../../suite/citations.js'
import type { Step, Story } from './storyOf.js'

/** How the wrong value should stand to the other one. */
export type Comparison = '==' | '!=' | '<=' | '>='

export interface HeldTo {
  readonly n: number
  readonly pointer: string
  readonly by: Comparison
}

/** Where an answer before, or a place beside the wrong one, showed what it is held to, which may be another value in the next run. */
export function heldTo({ finding: { pointer, wanted, received, message }, steps, shown }: Story): HeldTo | undefined {
  const at = pointer ?? ''
  const same = wanted?.same === true
  const { const: value, minimum, maximum, formatMinimum } = wanted?.value ?? {}
  const bound = minimum ?? formatMinimum ?? maximum
  const found = (n: number, where: string, by: Comparison): HeldTo => ({
    n,
    pointer: where,
    by,
  })
  if (bound !== undefined && (minimum === undefined || maximum === undefined)) {
    const beside = siblings(at, shown).find(([, said]) => said === bound)
    return beside && found(shown.exchange.n, beside[0], bound === maximum ? '<=' : '>=')
  }
  const tail = at.replace(/^.*\/\d+(?=\/)/, '')
  const named = citationsIn(message)
  for (const { exchange } of steps) {
    const { n, response } = exchange
    if (n >= shown.exchange.n || !named.includes(n) || response?.json === undefined) continue
    for (const where of new Set([at, tail])) {
      const said = readPointer<Json>(response.json, where)
      if (said === undefined || (typeof said === 'object' && said !== null)) continue
      if (same ? typeof said === 'string' : said === value) return found(n, where, '==')
      // Two that should differ.
      if (said === received && value === undefined && !same) return found(n, where, '!=')
    }
  }
  return undefined
}

/** The exchange that was sent later and answered at the same place what should be so. */
export function laterOf({ finding: { pointer, wanted, message }, shown, steps }: Story): number | undefined {
  const value = wanted?.value?.const
  const named = citationsIn(message)
  return steps.find(
    ({ exchange: { n, response } }) =>
      n > shown.exchange.n &&
      named.includes(n) &&
      value !== undefined &&
      readPointer<Json>(response?.json ?? null, pointer ?? '') === value,
  )?.exchange.n
}

function siblings(pointer: string, { exchange }: Step): readonly (readonly [string, Json])[] {
  const around = pointer.slice(0, pointer.lastIndexOf('/'))
  const parent = readPointer<Json>(exchange.response?.json ?? null, around)
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return []
  return Object.entries(parent).flatMap(([name, value]) => {
    const place = toPointer([...pointerTokens(around), name])
    return place === pointer || typeof value === 'object' ? [] : [[place, value] as const]
  })
}
