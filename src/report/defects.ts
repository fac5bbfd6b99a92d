import { capital } from './capital.js'
import type { Contract } from '../contract/contract.js'
import type { Impact } from '../contract/clause.js'
import type { Cause, CheckResult, Report } from '../judge/report.js'
import { messagePattern } from '../suite/messagePattern.js'
import { impactOf, rankOf } from './impacts.js'

/** Checks that are not as they should be and look as if they had one cause: what a report tells as one thing. */
export interface Defect {
  /** From 1, in the order of the report. */
  readonly number: number
  /** What its worst check means: it breaks the build, it warns, it is waived, or octospec broke. */
  readonly outcome: 'fail' | 'error' | 'warn' | 'waived'
  /** In words, for somebody who knows neither the checks nor the payloads; may hold text of the target. */
  readonly title: string
  /** What many checks go back to that no single one of them says. */
  readonly cause?: Cause
  /** What it means for a business; absent where the documents do not say, or octospec broke. */
  readonly impact?: Impact
  /** The worst first. */
  readonly checks: readonly CheckResult[]
  /** What could not be verified because of it. */
  readonly blocked: readonly CheckResult[]
}

/**
 * The defects of a report, each once: the same cause, clause, place in the same exchange or number in the same place, or findings
 * that differ in numbers and ids alone. What costs a business most comes first, else the strictest level, else the order of the documents.
 */
export function defectsOf(
  contract: Pick<Contract, 'impacts'>,
  { checks, causes = [] }: Pick<Report, 'checks' | 'causes'>,
): readonly Defect[] {
  const causeOf = new Map(causes.flatMap((cause) => cause.checks.map((id) => [id, cause] as const)))
  const failing = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
  const groups: { readonly keys: Set<string>; readonly checks: CheckResult[] }[] = []
  for (const check of failing) {
    const keys = keysOf(check, causeOf.get(check.id)?.text)
    const [first, ...others] = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const group = first ?? { keys: new Set<string>(), checks: [] }
    if (first === undefined) groups.push(group)
    group.checks.push(check)
    for (const key of keys) group.keys.add(key)
    for (const other of others) {
      group.checks.push(...other.checks)
      for (const key of other.keys) group.keys.add(key)
      groups.splice(groups.indexOf(other), 1)
    }
  }
  const order = new Map(checks.map((check, at) => [check, at]))
  const place = (check: CheckResult): number => order.get(check) ?? 0
  const rank = ({ clause }: CheckResult): number => rankOf(contract, impactOf(contract, clause))
  const compare = (a: CheckResult, b: CheckResult): number =>
    weights[severity(a)] - weights[severity(b)] ||
    rank(a) - rank(b) ||
    strictness(a) - strictness(b) ||
    place(a) - place(b)
  const byId = new Map(checks.map((check) => [check.id, check]))
  const told = new Set<string>()
  return groups
    .map(({ checks: own }) => own.toSorted(compare))
    .flatMap((own) => (own[0] === undefined ? [] : [{ worst: own[0], own }]))
    .toSorted((a, b) => compare(a.worst, b.worst))
    .map(({ worst, own }, at): Defect => {
      const ofCauses = [...new Set(own.flatMap(({ id }) => causeOf.get(id) ?? []))]
      const blocked = ofCauses
        .flatMap((cause) => cause.checks)
        .flatMap((id) => byId.get(id) ?? [])
        .filter(({ id, outcome }) => outcome === 'untested' && !told.has(id))
      for (const { id } of blocked) told.add(id)
      const cause = ofCauses.find(({ text, checks: all }) => all.includes(worst.id) && !says(worst, text))
      const impact = worst.outcome === 'error' ? undefined : impactOf(contract, worst.clause)
      return {
        number: at + 1,
        outcome: severity(worst),
        title: titleOf(worst, causeOf.get(worst.id)?.text),
        ...(cause !== undefined && { cause }),
        ...(impact !== undefined && { impact }),
        checks: own,
        blocked,
      }
    })
}

/** What somebody understands who has not read the payload: a cause, or a fact in words, or else what should be so and is not. */
function titleOf({ title, findings, reason, outcome }: CheckResult, cause: string | undefined): string {
  if (outcome === 'error') return reason ?? title
  const message = findings[0]?.message
  if (cause !== undefined && !says({ findings }, cause) && !inSymbols.test(cause)) return capital(cause)
  return message !== undefined && !inSymbols.test(message) ? capital(message) : `Not so: ${within(title)}`
}

/** A sentence as it stands within another; what is none stays as it is. */
function within(text: string): string {
  return text.endsWith('.') ? text.charAt(0).toLowerCase() + text.slice(1, -1) : text
}

/** Whether a check says by itself what its cause is. */
function says({ findings: [first] }: Pick<CheckResult, 'findings'>, cause: string): boolean {
  return first !== undefined && messagePattern(first.message) === messagePattern(cause)
}

/** Words of a check that speak of pointers and values. */
const inSymbols = /^Expected |^None of |(^|[\s(])\/[A-Za-z0-9]/

const weights: Readonly<Record<Defect['outcome'], number>> = { error: 0, fail: 1, warn: 2, waived: 3 }

function severity(check: CheckResult): Defect['outcome'] {
  if (check.waived !== undefined) return 'waived'
  return check.outcome === 'error' ? 'error' : check.outcome === 'warn' ? 'warn' : 'fail'
}

function strictness({ level }: CheckResult): number {
  return level === 'must' ? 0 : level === 'derived' ? 1 : 2
}

/** Checks that share a key are grouped. One that is waived or only warns is never hidden under one that fails, so these have keys of their own. */
function keysOf(check: CheckResult, cause: string | undefined): readonly string[] {
  const kind = severity(check)
  const keys = [
    ['check', check.id],
    ['clause', check.clause],
  ]
  if (cause !== undefined) keys.push(['cause', cause])
  if (check.outcome === 'error') keys.push(['error', check.reason ?? ''])
  for (const { message, exchange, pointer, received } of check.findings) {
    keys.push(['message', messagePattern(message)])
    if (exchange !== null && pointer !== null) keys.push(['place', String(exchange), pointer])
    if (typeof received === 'number' && pointer !== null) keys.push(['number', pointer, String(received)])
  }
  return keys.map((key) => JSON.stringify([kind, ...key]))
}
