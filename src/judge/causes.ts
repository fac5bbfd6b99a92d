import type { CauseRule } from '../suite/pack.js'
import { serverPattern } from './findings.js'
import { words } from '../words.js'
import type { JudgedCheck } from './checkOutcome.js'
import type { Cause } from './report.js'

interface Root {
  readonly kind: Cause['kind']
  readonly key: string
  /** It in one line; target text in it is bounded and not escaped. */
  readonly text: string
  readonly refused?: string
  readonly shows?: CauseRule['shows']
}

/** The causes that several checks go back to, those that break most first. */
export function causesOf(checks: readonly JudgedCheck[], rules: readonly CauseRule[]): readonly Cause[] {
  const open = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'untested')
  const inForce = rules.filter(({ when }) => when(open))
  const roots = new Map<JudgedCheck, Root>()
  for (const check of open) {
    const rule = inForce.find(({ covers }) => covers(check))
    const root: Root | null = rule === undefined ? ownRoot(check) : { kind: 'rule', key: `rule ${rule.text}`, ...rule }
    if (root !== null) roots.set(check, root)
  }
  // A failure that says only that an earlier one failed goes back to the cause of that one.
  const refused = new Map(
    [...roots].flatMap(([{ scenario }, root]) =>
      root.refused !== undefined && scenario !== null ? [[scenario, root] as const] : [],
    ),
  )
  const main = mainOf([...roots.values()])
  const groups = new Map<string, { readonly root: Root; readonly checks: JudgedCheck[] }>()
  for (const check of open) {
    const inherited = isFollowing(check)
      ? (refused.get(check.scenario ?? '') ?? unshownBy(check, roots) ?? brokenBy(check, open) ?? main)
      : undefined
    const root = roots.get(check) ?? inherited ?? plainRoot(check)
    const group = groups.get(root.key) ?? { root, checks: [] }
    group.checks.push(check)
    groups.set(root.key, group)
  }
  return [...groups.values()]
    .filter(({ checks: own }) => own.length > 1)
    .map(({ root, checks: own }) =>
      causeOf(
        root,
        own.toSorted((a, b) => weightOf(a) - weightOf(b)),
      ),
    )
    .sort((a, b) => weights[a.outcome] - weights[b.outcome] || b.checks.length - a.checks.length)
}

function isFollowing({ obstacle }: JudgedCheck): boolean {
  return obstacle?.kind === 'unseen' || obstacle?.kind === 'unshown'
}

/** The operations whose answers would have shown it. */
function unshown({ obstacle }: JudgedCheck): readonly string[] {
  return obstacle?.kind === 'unshown' ? obstacle.operations : []
}

function unshownBy(check: JudgedCheck, roots: ReadonlyMap<unknown, Root>): Root | undefined {
  const operations = unshown(check)
  return mostOf([...roots.values()].filter(({ refused = '' }) => operations.includes(refused)))?.root
}

/** The failure of the only one of those: it was refused wherever it was asked for. */
function brokenBy(check: JudgedCheck, open: readonly JudgedCheck[]): Root | undefined {
  const [operation, ...others] = unshown(check)
  if (operation === undefined || others.length > 0) return undefined
  const broken = open.find(
    ({ outcome, findings: [first] }) =>
      outcome === 'fail' && first?.operation === operation && first.wanted?.answer === 'accepted',
  )
  return broken === undefined ? undefined : plainRoot(broken)
}

/** So many checks that one refusal is in the way of make it that of the run. */
const many = 10

/** The refusal that most of what is open goes back to. */
function mainOf(roots: readonly Root[]): Root | undefined {
  const most = mostOf(roots.filter(({ refused }) => refused !== undefined))
  return most === undefined || most.count < many ? undefined : most.root
}

function mostOf(roots: readonly Root[]): { readonly root: Root; readonly count: number } | undefined {
  const counts = new Map<string, { readonly root: Root; readonly count: number }>()
  for (const each of roots) {
    const { root = each, count = 0 } = counts.get(each.key) ?? {}
    counts.set(each.key, { root, count: count + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)[0]
}

const weights = { fail: 0, untested: 1, warn: 2 } as const

function weightOf({ outcome }: JudgedCheck): number {
  return outcome === 'fail' || outcome === 'untested' ? weights[outcome] : weights.warn
}

function causeOf({ kind, text, shows }: Root, checks: readonly JudgedCheck[]): Cause {
  const outcome =
    (['fail', 'untested'] as const).find((each) => checks.some((check) => check.outcome === each)) ?? 'warn'
  const exchange = checks
    .flatMap(({ findings, obstacle }) => [
      ...findings.map((finding) => finding.exchange),
      obstacle?.kind === 'refused' ? obstacle.exchange : null,
    ])
    .find((n) => n !== null)
  // First the check of the operation in the clause's name, else the one seen first: it may have led to the rest.
  const seenAt = ({ findings: [first] }: JudgedCheck): number => first?.exchange ?? Number.MAX_SAFE_INTEGER
  const shown = shows === undefined ? [] : checks.filter(shows).toSorted((a, b) => seenAt(a) - seenAt(b))
  const shownBy = (shown.find(({ id, clause }) => clause.includes(`/${id.replace(/\..*/, '')}-`)) ?? shown[0])?.id
  // Checks that met the refusal know what to do about it. Others only miss what was not sent after it.
  const met = checks.filter(({ obstacle }) => obstacle?.kind === 'refused')
  const [remedy] = [met, checks].flatMap((own) => mostFrequent(own.flatMap((check) => check.remedy ?? [])) ?? [])
  return {
    kind,
    text,
    outcome,
    checks: checks.map(({ id }) => id),
    clauses: [...new Set(checks.map(({ clause }) => clause))],
    ...(shownBy !== undefined && { shownBy }),
    ...(exchange !== undefined && { exchange }),
    ...(remedy !== undefined && { remedy }),
  }
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** A refusal in the way, with what the server said; or a field that is missing. */
function ownRoot({ obstacle, findings, outcome, reason }: JudgedCheck): Root | null {
  if (obstacle?.kind === 'refused' && obstacle.operation !== undefined && obstacle.said !== undefined) {
    const { operation, said } = obstacle
    return {
      kind: 'refused',
      key: `refused ${serverPattern(said)}`,
      text: words.why.refused(operation, said),
      refused: operation,
    }
  }
  const missing =
    obstacle?.kind === 'missing' ? obstacle.field : outcome === 'untested' ? undefined : missingField(findings)
  if (missing !== undefined) return { kind: 'missing', key: `missing ${missing}`, text: words.why.missing(missing) }
  return obstacle?.kind === 'lacking'
    ? { kind: 'lacking', key: `lacking ${obstacle.key}`, text: reason ?? obstacle.key }
    : null
}

function missingField(findings: JudgedCheck['findings']): string | undefined {
  const [first] = findings
  if (first?.missing !== true) return undefined
  const name = first.pointer?.slice(first.pointer.lastIndexOf('/') + 1)
  return name === undefined || /^\d*$/.test(name) ? undefined : name
}

/** Nothing is known to stand behind it: checks of one clause are grouped by that, elsewhere. */
function plainRoot(check: JudgedCheck): Root {
  const operations = unshown(check)
  if (operations.length > 0)
    return { kind: 'unshown', key: `unshown ${operations.join()}`, text: words.why.unshown(operations.join(', ')) }
  return { kind: 'failure', key: check.id, text: check.findings[0]?.message ?? check.reason ?? check.title }
}
