import type { CheckResult } from '../../judge/report.js'
import { messagePattern } from '../../suite/messagePattern.js'

/** Checks that failed and look as if they had one cause. */
export interface FailureGroup {
  /** From 1, in the order of the report. */
  readonly number: number
  /** What its worst check means: it breaks the build, it warns, it is waived, or octospec broke. */
  readonly outcome: 'fail' | 'error' | 'warn' | 'waived'
  readonly checks: readonly CheckResult[]
}

/**
 * Failing checks, like causes together: the same clause, the same place in the same exchange, the same number in the same place,
 * or findings that differ in numbers and ids alone. The gravest first, else in the order of the documents.
 */
export function groupFailures(checks: readonly CheckResult[]): readonly FailureGroup[] {
  const failing = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
  const groups: { readonly keys: Set<string>; readonly checks: CheckResult[] }[] = []
  for (const check of failing) {
    const keys = keysOf(check)
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
  return groups
    .map((group) => {
      const sorted = group.checks.toSorted((a, b) => weight(a) - weight(b) || place(a) - place(b))
      return { outcome: severity(sorted[0]), checks: sorted }
    })
    .toSorted((a, b) => weight(a.checks[0]) - weight(b.checks[0]) || first(a, place) - first(b, place))
    .map((group, at) => ({ number: at + 1, ...group }))
}

function first(group: { readonly checks: readonly CheckResult[] }, place: (check: CheckResult) => number): number {
  return Math.min(...group.checks.map(place))
}

function severity(check: CheckResult | undefined): FailureGroup['outcome'] {
  if (check?.waived !== undefined) return 'waived'
  return check?.outcome === 'error' ? 'error' : check?.outcome === 'warn' ? 'warn' : 'fail'
}

function weight(check: CheckResult | undefined): number {
  if (check === undefined) return 9
  if (check.waived !== undefined) return 5
  if (check.outcome === 'error') return 0
  if (check.outcome === 'warn') return 4
  return check.level === 'must' ? 1 : check.level === 'derived' ? 2 : 3
}

/** Checks that share a key are grouped. One that is waived or only warns is never hidden under one that fails, so these have keys of their own. */
function keysOf(check: CheckResult): readonly string[] {
  const kind = severity(check)
  const keys = [
    ['check', check.id],
    ['clause', check.clause],
  ]
  if (check.outcome === 'error') keys.push(['error', check.reason ?? ''])
  for (const { message, exchange, pointer, received } of check.findings) {
    keys.push(['message', messagePattern(message)])
    if (exchange !== null && pointer !== null) keys.push(['place', String(exchange), pointer])
    if (typeof received === 'number' && pointer !== null) keys.push(['number', pointer, String(received)])
  }
  return keys.map((key) => JSON.stringify([kind, ...key]))
}
