import { isMarker } from '../wire/marker.js'
import type { Impact } from '../contract/clause.js'
import type { Contract } from '../contract/contract.js'
import { serverPattern } from '../judge/findings.js'
import { matchesGlob } from '../judge/plan.js'
import type { Cause, CheckResult, Report } from '../judge/report.js'
import type { Json } from '../profile/profile.js'
import { capital } from './words.js'
import type { Finding } from '../suite/finding.js'

type Broken = Pick<CheckResult, 'clause' | 'findings'>

/** What a broken clause means for a business; undefined where the documents do not say. */
export function impactOf(contract: Pick<Contract, 'impacts'>, check: Broken): Impact | undefined {
  return impactByField(contract, check) ?? ofClause(contract, check)
}

/** What it means by the field that is wrong, where the clause says nothing of it. */
export function impactByField(contract: Pick<Contract, 'impacts'>, check: Broken): Impact | undefined {
  const [finding] = check.findings
  if (finding?.field === undefined || !isIn(ofClause(contract, check)?.byField, check)) return undefined
  const { field, received: is, before } = finding
  const was = before?.value
  const impact = contract.impacts.find(({ fields = [] }) => fields.includes(field))
  // What was nothing before is not lost.
  if (impact?.orGone === true) return was === null ? undefined : impact
  // What is not there at all is no wrong amount, nor is the same one as a text.
  const isSame = was !== undefined && [was, is].every(isAmount) && Number(was) === Number(is)
  return was === null || is === null || isSame ? undefined : impact
}

function isAmount(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]{1,20}$/.test(value))
}

/** Whether the clause is about several requests together, so that it says less than another that the same defect breaks. */
export function isAside(contract: Pick<Contract, 'impacts'>, check: Broken): boolean {
  return isIn(ofClause(contract, { ...check, findings: [] })?.aside, check)
}

function isIn(patterns: readonly string[] = [], { clause }: Broken): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, clause))
}

/** Of the impacts of a service, that of each clause that was asked for: a report asks for the same ones by the thousand. */
const known = new WeakMap<readonly Impact[], Map<string, Impact | undefined>>()

function ofClause(
  { impacts }: Pick<Contract, 'impacts'>,
  { clause: own, findings: [first] }: Broken,
): Impact | undefined {
  const clause = first?.breaks ?? own
  const ofClauses = known.get(impacts) ?? new Map<string, Impact | undefined>()
  known.set(impacts, ofClauses)
  if (!ofClauses.has(clause)) ofClauses.set(clause, bestFit(impacts, clause))
  return ofClauses.get(clause)
}

function bestFit(impacts: readonly Impact[], clause: string): Impact | undefined {
  const fits = impacts.map((impact) => ({ impact, length: longestFit(impact, clause) }))
  const most = Math.max(...fits.map(({ length }) => length))
  return most < 0 ? undefined : fits.find(({ length }) => length === most)?.impact
}

/** How much of an id the pattern names that names most of it; -1: none of them fits. */
function longestFit({ clauses }: Impact, clause: string): number {
  return Math.max(-1, ...clauses.flatMap((pattern) => (matchesGlob(pattern, clause) ? [pattern.length] : [])))
}

/** How bad it is, 0 is the worst. */
export function rankOf({ impacts }: Pick<Contract, 'impacts'>, impact: Impact | undefined): number {
  return impact === undefined ? impacts.length : impacts.indexOf(impact)
}

/** Checks that are not as they should be and look as if they had one cause: what a report tells as one thing. */
export interface Defect {
  /** From 1, in the order of the report. */
  readonly number: number
  readonly outcome: 'fail' | 'error' | 'warn' | 'waived'
  readonly title: string
  readonly cause?: Cause
  /** What it means for a business; absent where the documents do not say, or octospec broke. */
  readonly impact?: Impact
  /** The worst first. */
  readonly checks: readonly CheckResult[]
  /** What could not be verified because of it. */
  readonly blocked: readonly CheckResult[]
}

interface Group {
  readonly keys: Set<string>
  readonly checks: CheckResult[]
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
  const accepted = new Set(
    failing.flatMap(({ findings }) =>
      findings.filter(isRefusable).flatMap(({ exchange, also = [] }) => [exchange, ...also]),
    ),
  )
  const shown = new Set(failing.flatMap(({ findings }) => findings.map(placeOf)))
  const groups: Group[] = []
  for (const check of failing) {
    const keys = keysOf(check, causeOf.get(check.id)?.text, { accepted, shown })
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
  placeAnyAnswers(groups)
  const order = new Map(checks.map(({ id }, at) => [id, at]))
  const place = ({ id }: CheckResult): number => order.get(id) ?? 0
  const rank = (check: CheckResult): number => rankOf(contract, impactOf(contract, check))
  const compare = (a: CheckResult, b: CheckResult): number =>
    weights[severity(a)] - weights[severity(b)] ||
    rank(a) - rank(b) ||
    strictness(a) - strictness(b) ||
    place(a) - place(b)
  // What any field may show says less than what is said of this one.
  const saysLess = (check: CheckResult): number =>
    isAside(contract, check) ? 2 : impactByField(contract, check) === undefined ? 0 : 1
  const byId = new Map(checks.map((check) => [check.id, check]))
  const told = new Set<string>()
  return groups
    .map(({ checks: own }) =>
      ledBy(
        own.toSorted(
          (a, b) => weights[severity(a)] - weights[severity(b)] || saysLess(a) - saysLess(b) || compare(a, b),
        ),
        causeOf,
        (check) => !isAside(contract, check),
      ),
    )
    .flatMap((own) => (own[0] === undefined ? [] : [{ worst: own[0], own }]))
    .toSorted((a, b) => compare(a.worst, b.worst))
    .map(({ worst, own }, at): Defect => {
      const ofCauses = [...new Set(own.flatMap(({ id }) => causeOf.get(id) ?? []))]
      const blocked = ofCauses
        .flatMap((cause) => cause.checks)
        .flatMap((id) => byId.get(id) ?? [])
        .filter(({ id, outcome }) => outcome === 'untested' && !told.has(id))
      for (const { id } of blocked) told.add(id)
      const cause = ofCauses.find(({ kind, checks: all }) => kind !== 'failure' && all.includes(worst.id))
      const impact = worst.outcome === 'error' ? undefined : impactOf(contract, worst)
      return {
        number: at + 1,
        outcome: severity(worst),
        title: titleOf(worst, cause?.text),
        ...(cause !== undefined && { cause }),
        ...(impact !== undefined && { impact }),
        checks: own,
        blocked,
      }
    })
}

/** Puts first the check that shows the cause by itself, or else that of the strictest clause. */
function ledBy(
  own: readonly CheckResult[],
  causeOf: ReadonlyMap<string, Cause>,
  mayLead: (check: CheckResult) => boolean,
): readonly CheckResult[] {
  const [worst] = own
  if (worst === undefined) return own
  const shownBy = causeOf.get(worst.id)?.shownBy
  const leading = own.filter(mayLead)
  const lead =
    own.find(({ id }) => id === shownBy) ??
    strictest(
      leading.filter(
        ({ findings: [first] }) => first?.exchange != null && isRefusable(first) && first.wanted?.value === undefined,
      ),
    ) ??
    (isRefused(worst) ? strictest(leading.filter(isRefused)) : undefined) ??
    strictest(leading.filter(showsNoInteger))
  return lead === undefined || severity(lead) !== severity(worst)
    ? own
    : [lead, ...own.filter((check) => check !== lead)]
}

function strictest(own: readonly CheckResult[]): CheckResult | undefined {
  return own.toSorted((a, b) => strictness(a) - strictness(b))[0]
}

function isRefused({ findings: [first] }: CheckResult): boolean {
  return first !== undefined && isAcceptable(first)
}

function titleOf({ title, findings: [first], reason, outcome }: CheckResult, cause: string | undefined): string {
  if (outcome === 'error') return reason ?? title
  return capital(cause ?? first?.message ?? `this is not so: ${title}`)
}

const weights: Readonly<Record<Defect['outcome'], number>> = { error: 0, fail: 1, warn: 2, waived: 3 }

function severity(check: CheckResult): Defect['outcome'] {
  if (check.waived !== undefined) return 'waived'
  return check.outcome === 'error' ? 'error' : check.outcome === 'warn' ? 'warn' : 'fail'
}

function strictness({ level }: CheckResult): number {
  return level === 'must' ? 0 : level === 'derived' ? 1 : 2
}

interface Seen {
  readonly accepted: ReadonlySet<number | null>
  /** Places, as `placeOf` names them. */
  readonly shown: ReadonlySet<string>
}

/** Checks that share a key are grouped. What is waived has keys of its own, and what only warns shares those alone that tell of one cause. */
function keysOf(check: CheckResult, cause: string | undefined, { accepted, shown }: Seen): readonly string[] {
  const kind = severity(check)
  const keys: (readonly string[])[] = [
    ['check', check.id],
    ['clause', check.clause],
  ]
  const shared: (readonly string[])[] = []
  if (cause !== undefined) (kind === 'warn' ? shared : keys).push(['cause', cause])
  if (check.outcome === 'error' && check.scenario !== null) keys.push(['error', check.scenario])
  for (const finding of check.findings) {
    const { exchange, pointer, received, wanted, operation, status } = finding
    // A sequence of many steps names the clause that its last one breaks.
    if (finding.breaks !== undefined) keys.push(['clause', finding.breaks])
    for (const n of wronglyAnswered(finding, accepted)) shared.push(['accepted', String(n)])
    // The same words from the server to the same operation, whatever was wrong with the request by its own account.
    if (typeof received === 'string' && operation !== undefined && isAcceptable(finding))
      keys.push(['refused', operation, serverPattern(received)])
    if (exchange !== null && pointer === '' && isServerError(status) && !isAboutAnyAnswer(check))
      shared.push(['server error', String(exchange)])
    // What is in no part of a list is not in that for one reason.
    if (wanted?.listed !== undefined && wanted.ofMany !== true) keys.push(['not listed', wanted.listed])
    // Whatever was done to a booking meanwhile, it is this operation that writes over it.
    if (finding.overwrittenBy !== undefined) keys.push(['written over', finding.overwrittenBy])
    // What was done without the documented answer looks like a refusal to who sees the answer alone.
    for (const n of answeredOtherwise(finding)) shared.push(['answered otherwise', String(n)])
    const at = pointer?.lastIndexOf('/') ?? -1
    if (exchange === null || pointer === null || at === -1) continue
    const name = pointer.slice(at)
    shared.push(['place', placeOf(finding)])
    for (const place of basesOf(finding)) if (shown.has(place)) shared.push(['place', place])
    // Amounts of one price, that is, and not any two fields of an answer.
    if (at > 0) shared.push(['beside', String(exchange), pointer.slice(0, at), JSON.stringify(wanted), typeof received])
    if (!/^\/\d+$/.test(name)) {
      shared.push([
        'instead',
        name,
        wanted?.value?.const === undefined ? JSON.stringify(wanted ?? check.clause) : kindOf(wanted.value.const),
        kindOf(received),
      ])
      if (received === null || wanted?.value?.const === null) shared.push(['missing', name])
    }
    if (typeof received === 'number') shared.push(['number', pointer, String(received)])
    // A text of ours is sent once: whoever finds it in this field finds the same.
    if (typeof received === 'string' && isMarker(received)) shared.push(['text', name, received])
    // An amount that is no integer is wrong itself, and so is what another answer is held to then.
    if (isNoInteger(received) || isNoInteger(wanted?.value?.const)) shared.push(['no integer', name])
  }
  const own = kind === 'warn' ? 'fail' : kind
  return [...keys.map((key) => JSON.stringify([kind, ...key])), ...shared.map((key) => JSON.stringify([own, ...key]))]
}

/** Puts a check of any answers beside one that says more of them, and makes no two of those one. */
function placeAnyAnswers(groups: Group[]): void {
  for (const group of groups.filter(({ checks: own }) => own.every(isAboutAnyAnswer))) {
    const betterFor = (check: CheckResult, finding: Finding): Group | undefined => {
      const keys = keysOfAny(check, finding)
      return groups.find((each) => each !== group && keys.some((key) => each.keys.has(key)))
    }
    const told = group.checks.flatMap((check) => check.findings.map((finding) => betterFor(check, finding)))
    const [better] = told
    if (better !== undefined && !told.includes(undefined)) {
      better.checks.push(...group.checks)
      groups.splice(groups.indexOf(group), 1)
      continue
    }
    const isTold = (check: CheckResult, finding: Finding): number => (betterFor(check, finding) === undefined ? 0 : 1)
    const own = group.checks.map((check) => ({
      ...check,
      findings: check.findings.toSorted((a, b) => isTold(check, a) - isTold(check, b)),
    }))
    group.checks.splice(0, own.length, ...own)
  }
}

/** It found server errors, whatever they were the answer to. */
function isAboutAnyAnswer({ scenario, findings }: CheckResult): boolean {
  return (
    scenario === null && findings.length > 0 && findings.every(({ wanted }) => wanted?.answer === 'no-server-error')
  )
}

function keysOfAny(check: CheckResult, { operation = '', received, exchange, also = [] }: Finding): readonly string[] {
  const kind = severity(check)
  const own = kind === 'warn' ? 'fail' : kind
  const refused = ['refused', operation, serverPattern(typeof received === 'string' ? received : '')]
  return [refused, ...[exchange, ...also].map((n) => ['server error', String(n)])].map((key) =>
    JSON.stringify([own, ...key]),
  )
}

/** It says by itself that an amount is no integer; what else such an amount is compared with differs because of that. */
function showsNoInteger({ findings: [first] }: CheckResult): boolean {
  return first?.wanted?.value?.type === 'integer' && isNoInteger(first.received)
}

/** A number with decimals, or a number as a text. */
function isNoInteger(value: unknown): boolean {
  return typeof value === 'number'
    ? Number.isFinite(value) && !Number.isInteger(value)
    : typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
}

function placeOf({ exchange, pointer }: Pick<Finding, 'exchange' | 'pointer'>): string {
  return `${exchange ?? ''} ${pointer ?? ''}`
}

/** The places that decide this one: an earlier answer, or the list item that it stands in. */
function basesOf({ before, exchange, pointer, received }: Finding): readonly string[] {
  // One of a list was read by itself before.
  const read = pointer?.replace(/^.*\/\d+(?=\/)/, '') ?? null
  const [item] = /^.*\/\d+(?=\/)/.exec(pointer ?? '') ?? []
  return [
    ...(before === undefined ? [] : [pointer, read].map((at) => placeOf({ exchange: before.exchange, pointer: at }))),
    ...(received === null && item !== undefined ? [placeOf({ exchange, pointer: item })] : []),
  ]
}

/** The exchanges that show it, where at least half of them should have been refusals. */
function wronglyAnswered({ exchange, also = [] }: Finding, accepted: ReadonlySet<number | null>): readonly number[] {
  const all = exchange === null ? [] : [exchange, ...also]
  const wrong = all.filter((n) => accepted.has(n))
  return wrong.length * 2 >= all.length ? wrong : []
}

/** The exchanges whose answer comes under 2xx and is not the documented one. */
function answeredOtherwise({ wanted, status, exchange, also = [] }: Finding): readonly number[] {
  if (exchange === null) return []
  if (wanted?.answer === 'accepted') return [exchange]
  return wanted?.answer === 'client-error' && typeof status === 'number' && status < 300 ? [exchange, ...also] : []
}

/** It is of a request that should have been refused, if only in another case: what else is wrong with its answer comes of that. */
function isRefusable({ wanted }: Finding): boolean {
  return wanted?.answer === 'refused'
}

function isAcceptable({ wanted }: Finding): boolean {
  return wanted?.answer === 'accepted'
}

/** Numbers, ids and texts of ours differ from booking to booking; words such as a state do not. */
function kindOf(value: unknown): string {
  if (typeof value !== 'string') return serverPattern(JSON.stringify(value))
  return /^\w{1,60}$/.test(value) && !isMarker(value) ? serverPattern(value) : 'a text'
}

function isServerError(status: number | null | undefined): boolean {
  return typeof status === 'number' && status >= 500 && status < 600
}
