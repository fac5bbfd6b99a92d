import { readPointer, type Json } from '../vocabulary/index.js'
import { plainName } from './lexicon.js'

const minutesIn: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 }
/** A member that says until when before the start something can be cancelled. */
const about = /cut.?off|cancel|refund/

/**
 * How many minutes before its start something can be cancelled, as what is sold says it: by a policy (2.3), as public OCTO does
 * (`cancellationCutoffAmount` and its unit), or in a member of its own (`cancel_cutoff_hours`). null: that is not one number.
 */
export function cutOffIn(json: Json | undefined): number | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const policy = hoursBefore(readPointer<Json>(json, '/cancellationPolicy'))
  if (policy !== null) return policy * 60
  for (const [member, value] of Object.entries(json)) {
    const name = plainName(member)
    if (!about.test(name)) continue
    const inner = amountIn(value, '/cutoffAmount', '/cutoffUnit') ?? amountIn(value, '/amount', '/unit')
    if (inner !== null) return inner
    if (typeof value !== 'number') continue
    const unit = name.endsWith('amount') ? readPointer<Json>(json, `/${member.replace(/amount$/i, unitLike)}`) : name
    const minutes = minutesOf(value, unit)
    if (minutes !== null) return minutes
  }
  return null
}

/**
 * What is sold may say that it is never `cancellable`; or that nothing of it is ever `refunded`, by a policy (2.3) that has nothing else or in
 * a member of its own, and then it may be cancelled all the same. null: neither.
 */
export function neverIn(json: Json | undefined): 'cancellable' | 'refunded' | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const says = (name: RegExp, said: boolean): boolean =>
    Object.entries(json).some(([member, value]) => name.test(plainName(member)) && value === said)
  if (says(/^(is)?cancell?able$/, false)) return 'cancellable'
  const policy = readPointer<Json>(json, '/cancellationPolicy')
  const types = (Array.isArray(policy) ? policy : []).map((entry: Json) => readPointer<Json>(entry, '/type'))
  const isGivenBack = types.includes('FULL_REFUND') || types.includes('PARTIAL_REFUND')
  const isNever = types.includes('NO_REFUND')
    ? !isGivenBack
    : says(/^(is)?non.?refundable$/, true) || says(/^(is)?refundable$/, false)
  return isNever ? 'refunded' : null
}

/** `Amount` and `Unit`, `amount` and `unit`. */
function unitLike(amount: string): string {
  return amount.startsWith('A') ? 'Unit' : 'unit'
}

function amountIn(value: Json, amount: string, unit: string): number | null {
  return minutesOf(readPointer<Json>(value, amount), readPointer<Json>(value, unit))
}

/** So many of a unit, or of the unit that a name has in it, in minutes. */
function minutesOf(amount: Json | undefined, unit: Json | undefined): number | null {
  const found =
    typeof unit === 'string' ? Object.keys(minutesIn).find((each) => unit.toLowerCase().includes(each)) : undefined
  return typeof amount === 'number' && amount >= 0 && found !== undefined ? amount * (minutesIn[found] ?? 0) : null
}

/** By how many hours before the start a policy gives anything back; null: that is not one number. */
function hoursBefore(policy: Json | undefined): number | null {
  const amounts = (Array.isArray(policy) ? policy : []).flatMap((entry: Json) => {
    const [type, amount, unit] = ['type', 'cutoffAmount', 'cutoffUnit'].map((name) =>
      readPointer<Json>(entry, `/${name}`),
    )
    return (type === 'FULL_REFUND' || type === 'PARTIAL_REFUND') && unit === 'HOURS' && typeof amount === 'number'
      ? [amount]
      : []
  })
  const [only, ...more] = new Set(amounts)
  return only === undefined || more.length > 0 ? null : only
}
