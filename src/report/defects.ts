import { isMarker } from '../wire/marker.js'
import type { Impact } from '../contract/clause.js'
import type { Contract } from '../contract/contract.js'
import { factOf, serverPattern } from '../judge/findings.js'
import { matchesGlob } from '../judge/plan.js'
import type { Cause, CheckResult, Report } from '../judge/report.js'
import type { Json } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'
import { capital, words } from '../words.js'

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

/** Whether the clause is about several requests together, so that another clause that the defect breaks says more. */
export function isAside(contract: Pick<Contract, 'impacts'>, check: Broken): boolean {
  return isIn(ofClause(contract, { ...check, findings: [] })?.aside, check)
}

function isIn(patterns: readonly string[] = [], { clause }: Broken): boolean {
  return patterns.some((pattern) => matchesGlob(pattern, clause))
}

/** The impact of each clause asked for, by the impacts of a service: a report asks for the same ones often. */
const known = new WeakMap<readonly Impact[], Map<string, Impact | undefined>>()

function ofClause({ impacts }: Pick<Contract, 'impacts'>, { clause }: Broken): Impact | undefined {
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
  /** Checks that could not be verified because of it. */
  readonly blocked: readonly CheckResult[]
}

interface Group {
  readonly keys: Set<string>
  readonly checks: CheckResult[]
}

/**
 * The defects of a report, each once: failures with the same cause, clause, place in an exchange or number in the same
 * place, or with findings that differ only in numbers and ids. They are in the order of outcome, cost to a business,
 * level, documents.
 */
export function defectsOf(
  contract: Pick<Contract, 'impacts'>,
  { checks, causes = [] }: Pick<Report, 'checks' | 'causes'>,
): readonly Defect[] {
  const causeOf = new Map(causes.flatMap((cause) => cause.checks.map((id) => [id, cause] as const)))
  const failing = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn' || outcome === 'error')
  const order = new Map(checks.map(({ id }, at) => [id, at]))
  const rank = (check: CheckResult): number => rankOf(contract, impactOf(contract, check))
  const gravest = by(severity, rank, strictness, ({ id }) => order.get(id) ?? 0)
  // A finding that any field may show says less than one about this field.
  const saysLess = (check: CheckResult): number =>
    isAside(contract, check) ? 2 : impactByField(contract, check) === undefined ? 0 : 1
  const leads = (own: readonly CheckResult[]): readonly CheckResult[] =>
    ledBy(
      own.toSorted((a, b) => by(severity, saysLess)(a, b) || gravest(a, b)),
      causeOf,
      contract,
    )
  const byId = new Map(checks.map((check) => [check.id, check]))
  const told = new Set<string>()
  return joined(failing, causeOf)
    .flatMap(({ checks: own }) => {
      const [worst, ...others] = leads(own)
      return worst === undefined ? [] : [{ worst, own: [worst, ...others] }]
    })
    .toSorted((a, b) => gravest(a.worst, b.worst))
    .map(({ worst, own }, at): Defect => {
      const ofCauses = [...new Set(own.flatMap(({ id }) => causeOf.get(id) ?? []))]
      const blocked = ofCauses
        .flatMap((cause) => cause.checks.flatMap((id) => byId.get(id) ?? []))
        .filter(({ id, outcome }) => outcome === 'untested' && !told.has(id))
      for (const { id } of blocked) told.add(id)
      const cause = ofCauses.find(({ kind, checks: all }) => kind !== 'failure' && all.includes(worst.id))
      const impact = worst.outcome === 'error' ? undefined : impactOf(contract, worst)
      return {
        number: at + 1,
        outcome: endedAs(worst),
        title: titleOf(worst, cause?.text),
        ...(cause !== undefined && { cause }),
        ...(impact !== undefined && { impact }),
        checks: own,
        blocked,
      }
    })
}

type Order = (a: CheckResult, b: CheckResult) => number

function by(...keys: readonly ((check: CheckResult) => number)[]): Order {
  return (a, b) => keys.reduce((found, key) => found || key(a) - key(b), 0)
}

/** Puts first the check that shows the cause by itself, or else that of the strictest clause. */
function ledBy(
  own: readonly CheckResult[],
  causeOf: ReadonlyMap<string, Cause>,
  contract: Pick<Contract, 'impacts'>,
): readonly CheckResult[] {
  const [worst] = own
  if (worst === undefined) return own
  const strictest = (is: (first: Finding) => boolean): CheckResult | undefined =>
    own
      .filter((check) => !isAside(contract, check) && check.findings[0] !== undefined && is(check.findings[0]))
      .toSorted(by(strictness))[0]
  const isRefused = worst.findings[0] !== undefined && isAcceptable(worst.findings[0])
  const shownBy = causeOf.get(worst.id)?.shownBy
  const lead =
    own.find(({ id }) => id === shownBy) ??
    strictest((first) => first.exchange !== null && isRefusable(first) && first.wanted?.value === undefined) ??
    (isRefused ? strictest(isAcceptable) : undefined) ??
    // That an amount is no integer is a defect by itself. Other amounts that are compared with it differ because of it.
    strictest(({ wanted, received }) => wanted?.value?.type === 'integer' && isNoInteger(received))
  return lead === undefined || severity(lead) !== severity(worst)
    ? own
    : [lead, ...own.filter((check) => check !== lead)]
}

function titleOf({ title, findings: [first], reason, outcome }: CheckResult, cause: string | undefined): string {
  if (outcome === 'error') return reason ?? title
  return capital(cause ?? first?.message ?? words.check.notSo(title))
}

function endedAs({ outcome, waived }: CheckResult): Defect['outcome'] {
  if (waived !== undefined) return 'waived'
  return outcome === 'error' || outcome === 'warn' ? outcome : 'fail'
}

function severity(check: CheckResult): number {
  return ['error', 'fail', 'warn', 'waived'].indexOf(endedAs(check))
}

function strictness({ level }: CheckResult): number {
  return level === 'must' ? 0 : level === 'derived' ? 1 : 2
}

/** Checks that share a key are one group. */
function joined(failing: readonly CheckResult[], causeOf: ReadonlyMap<string, Cause>): readonly Group[] {
  const findings = failing.flatMap((check) => check.findings)
  const accepted = new Set(findings.filter(isRefusable).flatMap(({ exchange, also = [] }) => [exchange, ...also]))
  const shown = new Set(findings.map(placeOf))
  const groups: Group[] = []
  for (const check of failing) {
    const keys = keysOf(check, causeOf.get(check.id)?.text, { accepted, shown })
    const sharing = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const [group = { keys: new Set<string>(), checks: [] }, ...others] = sharing
    if (sharing.length === 0) groups.push(group)
    group.checks.push(check, ...others.flatMap((other) => other.checks))
    for (const key of [...keys, ...others.flatMap((other) => [...other.keys])]) group.keys.add(key)
    for (const other of others) groups.splice(groups.indexOf(other), 1)
  }
  placeAnyAnswers(groups)
  return groups
}

interface Seen {
  readonly accepted: ReadonlySet<number | null>
  /** Places, as `placeOf` names them. */
  readonly shown: ReadonlySet<string>
}

type Key = readonly (string | undefined)[]

/** A waived check has keys of its own. One that only warns shares only those that tell of one cause. */
function keysOf(check: CheckResult, cause: string | undefined, seen: Seen): readonly string[] {
  const { id, clause, outcome, scenario, findings } = check
  const kind = endedAs(check)
  const ofCause: readonly Key[] = cause === undefined ? [] : [['cause', cause]]
  const own: readonly Key[] = [
    ['check', id],
    ['clause', clause],
    ...(kind === 'warn' ? [] : ofCause),
    ...(outcome === 'error' && scenario !== null ? [['error', scenario]] : []),
    ...findings.flatMap(keysOfFact),
  ]
  const shared: readonly Key[] = [
    ...(kind === 'warn' ? ofCause : []),
    ...findings.flatMap((finding) => [
      ...keysOfAnswer(finding, seen, isAboutAnyAnswer(check)),
      ...keysOfPlace(finding, clause, seen),
    ]),
  ]
  return [...own.map((key) => JSON.stringify([kind, ...key])), ...shared.map((key) => sharedKey(check, key))]
}

function sharedKey(check: CheckResult, key: Key): string {
  const kind = endedAs(check)
  return JSON.stringify([kind === 'warn' ? 'fail' : kind, ...key])
}

function keysOfFact({ received, operation, wanted, overwrittenBy }: Finding): readonly Key[] {
  const isListed = wanted?.listed !== undefined && wanted.ofMany !== true
  const isTurnedDown = typeof received === 'string' && operation !== undefined && wanted?.answer === 'accepted'
  return [
    // The same words from the server to the same operation, whatever was wrong with the request by its own account.
    ...(isTurnedDown ? [['refused', operation, serverPattern(received)]] : []),
    // What is in no part of a list is not in that for one reason.
    ...(isListed ? [['not listed', wanted.listed]] : []),
    // Whatever was done to a booking meanwhile, it is this operation that writes over it.
    ...(overwrittenBy === undefined ? [] : [['written over', overwrittenBy]]),
  ]
}

function keysOfAnswer(finding: Finding, { accepted }: Seen, ofAnyAnswer: boolean): readonly Key[] {
  const { exchange, pointer, status, wanted, also = [] } = finding
  if (exchange === null) return []
  const all = [exchange, ...also]
  const wrong = all.filter((n) => accepted.has(n))
  const isServerError = typeof status === 'number' && status >= 500 && status < 600
  // An act without the documented answer looks like a refusal to those who see only the answer.
  const otherwise =
    wanted?.answer === 'accepted'
      ? [exchange]
      : wanted?.answer === 'client-error' && typeof status === 'number' && status < 300
        ? all
        : []
  return [
    // At least half of them should have been refusals.
    ...(wrong.length * 2 >= all.length ? wrong.map((n) => ['accepted', String(n)]) : []),
    ...(pointer === '' && isServerError && !ofAnyAnswer ? [['server error', String(exchange)]] : []),
    ...otherwise.map((n) => ['answered otherwise', String(n)]),
  ]
}

function keysOfPlace(finding: Finding, clause: string, { shown }: Seen): readonly Key[] {
  const { exchange, pointer, received, wanted } = finding
  const at = pointer?.lastIndexOf('/') ?? -1
  if (exchange === null || pointer === null || at === -1) return []
  const name = pointer.slice(at)
  const fixed = wanted?.value?.const
  const asked = fixed === undefined ? JSON.stringify(wanted ?? clause) : kindOf(fixed)
  const isField = !/^\/\d+$/.test(name)
  return [
    ['place', placeOf(finding)],
    ...basesOf(finding)
      .filter((place) => shown.has(place))
      .map((place) => ['place', place]),
    // Amounts of one price, that is, and not any two fields of an answer.
    ...(at > 0 ? [['beside', String(exchange), pointer.slice(0, at), JSON.stringify(wanted), typeof received]] : []),
    ...(isField ? [['instead', name, asked, kindOf(received)]] : []),
    ...(isField && (received === null || fixed === null) ? [['missing', name]] : []),
    ...(typeof received === 'number' ? [['number', pointer, String(received)]] : []),
    // A text of ours is sent once: whoever finds it in this field finds the same.
    ...(typeof received === 'string' && isMarker(received) ? [['text', name, received]] : []),
    // An amount that is no integer is wrong itself, and so is whatever another answer is compared with then.
    ...(isNoInteger(received) || isNoInteger(fixed) ? [['no integer', name]] : []),
  ]
}

/** Puts a check of any answers beside one that says more of them, and makes no two of those one. */
function placeAnyAnswers(groups: Group[]): void {
  for (const group of groups.filter(({ checks: own }) => own.every(isAboutAnyAnswer))) {
    const betterFor = (check: CheckResult, finding: Finding): Group | undefined => {
      const { operation = '', received, exchange, also = [] } = finding
      const words = serverPattern(typeof received === 'string' ? received : '')
      const answers = [exchange, ...also].map((n) => ['server error', String(n)])
      const keys = [['refused', operation, words], ...answers].map((key) => sharedKey(check, key))
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

/** The request should have been refused, if only in another case: other faults of its answer follow from that. */
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

/** The findings of a check, each fact once, in the order in which they first came. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  return [...groupBy(findings, factOf).values()].flatMap(([finding, ...others]) =>
    finding === undefined ? [] : [{ finding, others }],
  )
}

export interface AlikeFindings {
  readonly finding: Finding
  readonly others: readonly Finding[]
}

interface Consequence {
  readonly impact: Impact
  readonly defects: readonly Defect[]
}

/** The consequences of the defects that ended so, in their order, each once. */
export function consequences(defects: readonly Defect[], outcome: Defect['outcome']): readonly Consequence[] {
  const ended = defects.filter((defect) => defect.outcome === outcome)
  return [...groupBy(ended, ({ impact }) => impact)].flatMap(([impact, own]) =>
    impact === undefined ? [] : [{ impact, defects: own }],
  )
}

/** Items by a key, both in the order in which they first came. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
