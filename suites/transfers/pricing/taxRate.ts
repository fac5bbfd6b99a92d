import { isJsonObject, readPointer, toPointer, type Json } from '../vocabulary/index.js'

/** A tax as the answers of some servers show it: what it comes to, and the part of the price that it is. */
export interface RatedTax {
  readonly at: string
  /** The amounts in it, in the smallest unit, by the JSON Pointer of where they stand: `/net`, or `/net/amount` of a price object. */
  readonly amounts: ReadonlyMap<string, number>
  /** Of 1. */
  readonly rate: number
}

const inParts: readonly (readonly [RegExp, number])[] = [
  [/percent|pct/iu, 100],
  [/permill|promill/iu, 1000],
  [/bps|basispoints/iu, 10_000],
]

/**
 * The taxes that tell their rate, by a member so named or by a text such as "VAT 20 %", which is all that can be known of their shape.
 * @param known where the amount stands in each, where the profile says so
 */
export function ratedTaxes(taxes: Json | undefined, known: string | null): readonly RatedTax[] {
  if (!Array.isArray(taxes)) return []
  return taxes.slice(0, 20).flatMap((tax: Json, index): readonly RatedTax[] => {
    if (!isJsonObject(tax)) return []
    const members = Object.entries(tax).slice(0, 20)
    const told = members.flatMap(([name, value]) => {
      const rate = rateOf(name, value)
      return rate === null ? [] : [{ name, rate }]
    })
    const rates = new Set(told.map(({ rate }) => rate))
    const [rate] = rates
    if (rate === undefined || rates.size > 1 || rate <= 0 || rate >= 1) return []
    const amounts = members
      .filter(([name]) => !told.some((each) => each.name === name))
      .flatMap(([name, value]) => amountsIn(toPointer([name]), value))
    const amount = known === null ? undefined : readPointer<Json>(tax, known)
    if (known !== null && typeof amount === 'number' && !told.some(({ name }) => known === toPointer([name])))
      amounts.push([known, amount])
    return [{ at: `/${index}`, rate, amounts: new Map(amounts) }]
  })
}

/** A number, or the `amount` of a price object. */
function amountsIn(at: string, value: Json): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[at, value]]
  const amount = isJsonObject(value) ? value['amount'] : undefined
  return typeof amount === 'number' ? [[`${at}/amount`, amount]] : []
}

function rateOf(name: string, value: Json): number | null {
  const parts = inParts.find(([words]) => words.test(name))?.[1]
  if (parts !== undefined) {
    const told = typeof value === 'string' ? Number(value.slice(0, 12)) : value
    return typeof told === 'number' && Number.isFinite(told) ? told / parts : null
  }
  const text =
    typeof value === 'string' ? /(?<![\d.,])(\d{1,2})(?:[.,](\d{1,3}))?[ \u00a0]?%/u.exec(value.slice(0, 100)) : null
  return text === null ? null : Number(`${text[1] ?? ''}.${text[2] ?? '0'}`) / 100
}

/** What a tax of that rate comes to in a price: added to it, or included in it, alone or with the others. */
export function taxIn(price: number, { rate }: RatedTax, all: readonly RatedTax[]): readonly number[] {
  const sum = all.reduce((total, each) => total + each.rate, 0)
  return [price * rate, (price * rate) / (1 + rate), (price * rate) / (1 + sum)]
}
