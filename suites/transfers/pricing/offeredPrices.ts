import type { Json } from '../vocabulary/index.js'
import { isObject } from '../quote/options.js'

/** An amount in an item of an availability answer, by what it is called. */
export interface OfferedAmount {
  /** What is to be paid for all of it; the net amount; or a price of which the name says no more. */
  readonly kind: 'final' | 'price' | 'net'
  readonly amount: number
  /** That it is said to be in, beside it or around it. */
  readonly currency: string
  /** Number of decimal places that are said of it; null: none are. */
  readonly precision: number | null
}

/** What an item of an availability answer shows of money. */
export interface OfferedPrices {
  readonly amounts: readonly OfferedAmount[]
  /** All numbers that stand in it, by whatever name. */
  readonly numbers: ReadonlySet<number>
  /** What its taxes come to, by the member of a tax that was added up. */
  readonly taxes: ReadonlyMap<string, number>
}

/** An item may be anything: so much of it is looked at. */
const [mostPlaces, deepest] = [500, 6]

const nothing: OfferedPrices = { amounts: [], numbers: new Set(), taxes: new Map() }

const isTax = /tax|vat/iu
/** Not what this start costs now: what it cost, what it begins at, or a part of it. */
const isAside = /original|list|from|was|before|discount|saving|fee|deposit|commission|unit|extra/iu
const isNet = /net|wholesale/iu
const isFinal = /retail|total|payable|gross|final/iu
const isPrice = /pric|amount/iu
const isRate = /rate|percent/iu

/**
 * The documents show no prices in the answer of the availability check. What stands there all the same, under names of prices and beside
 * its currency, is looked for; decimal numbers are left alone.
 */
export function offeredPrices(item: Json): OfferedPrices {
  const amounts: OfferedAmount[] = []
  const numbers = new Set<number>()
  const taxes = new Map<string, number>()
  const places: Place[] = [{ value: item, kind: null, currency: null, precision: null, depth: 0 }]
  for (const place of places) {
    const { value, kind, depth } = place
    if (typeof value === 'number') numbers.add(value)
    if (typeof value !== 'object' || value === null) continue
    const members = Object.entries(value)
    // What is not seen might be the price.
    if (places.length + members.length > mostPlaces || depth > deepest) return nothing
    if (Array.isArray(value)) {
      for (const each of value) places.push({ ...place, value: each, depth: depth + 1 })
      continue
    }
    const { currency, precision } = unitOf(members, place)
    for (const [name, member] of members) {
      if (isTax.test(name)) for (const [way, sum] of taxSums(member)) taxes.set(`offered ${name} ${way}`, sum)
      const isMeant = !isTax.test(name) && !isAside.test(name)
      const named = isMeant && kind !== 'none' ? kindOf(name, kind) : 'none'
      places.push({ value: member, kind: named, currency, precision, depth: depth + 1 })
      if (isAmount(member) && named !== null && named !== 'none' && currency !== null && kindOf(name, null) !== null)
        amounts.push({ kind: named, amount: member, currency, precision })
    }
  }
  return { amounts, numbers, taxes }
}

/** What the taxes of a list come to, by the member that is added up: whole amounts that each of them has. */
export function taxSums(taxes: Json | undefined): ReadonlyMap<string, number> {
  const [first, ...others] = Array.isArray(taxes) ? taxes.slice(0, 50).filter(isObject) : []
  const names = Object.keys(first ?? {}).slice(0, 20)
  return new Map(
    names.flatMap((name): readonly [string, number][] => {
      const all = [first, ...others].map((tax) => tax?.[name])
      const amounts = all.filter(isAmount)
      if (isRate.test(name) || amounts.length < all.length) return []
      return [[name, amounts.reduce((sum, amount) => sum + amount, 0)]]
    }),
  )
}

/** Where something stands in the item, and what was said around it. */
interface Place {
  readonly value: Json
  /** 'none': what is inside are no prices of it. */
  readonly kind: OfferedAmount['kind'] | 'none' | null
  readonly currency: string | null
  readonly precision: number | null
  readonly depth: number
}

function unitOf(members: readonly [string, Json][], around: Place): Pick<Place, 'currency' | 'precision'> {
  const at = (name: RegExp): Json | undefined => members.find(([each]) => name.test(each))?.[1]
  const [currency, precision] = [at(/^currency(?:code)?$/iu), at(/precision|decimals/iu)]
  return {
    currency: typeof currency === 'string' ? currency : around.currency,
    precision: typeof precision === 'number' ? precision : around.precision,
  }
}

/** What the name says of an amount, or of those inside; else what was said around it. */
function kindOf(name: string, around: OfferedAmount['kind'] | null): OfferedAmount['kind'] | null {
  if (isNet.test(name)) return 'net'
  if (isFinal.test(name)) return around === 'net' ? 'net' : 'final'
  return isPrice.test(name) ? (around ?? 'price') : around
}

function isAmount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
