import { describeValue, fail, notApplicable, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Json, Judgement, Profile, Words } from '../../src/suite/index.js'
import { Account, type Entry, type How, type Said, type Told, type Tried } from './account.js'
import type { Timed } from './holdTime.js'
import type { Channel, Fields, Step } from './step.js'

/** Which values of the account a check speaks of. */
export interface KeptRule<Field extends string> {
  readonly clause: string
  /** The values that break it, and those that keep it. */
  readonly how: readonly How[]
  /** Others that keep it, where none breaks it. */
  readonly orHow?: How
  /** The operations that wrote the value, or that should have left it. */
  readonly by: readonly string[]
  readonly fields: readonly Field[]
  readonly in: readonly Channel[]
  readonly needs?: readonly string[]
  /** The operations without which it means nothing: the one that it is by, and the one that shows it, unless given. */
  readonly uses?: readonly string[]
  /** It holds as long as what was sent is in it. */
  readonly mayGrow?: true
  /** It holds whoever else acts on the bookings. */
  readonly inRecordings?: true
}

/** How a pack reads bookings. */
export interface Reading<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile> {
  /** null: it neither shows a booking nor changes one. */
  readonly stepOf: (answer: OwnAnswer) => Step<Field> | null
  readonly fieldsOf: (profile: OwnProfile) => Fields<Field>
  /** The place of a field in a booking, as a JSON Pointer; null: the profile says that bookings do not carry it. */
  readonly placeOf: (profile: OwnProfile, field: Field) => string | null
  /** The key of the profile that says for how long the server may work on a booking. */
  readonly pendingKey: string
  /** The keys of the profile that say where bookings show a field, and where an operation writes it. */
  readonly keysOf: (field: Field, writtenBy: string | null) => readonly string[]
}

export type Places<Field extends string, OwnProfile extends Profile> = Pick<
  Reading<Field, Answer, OwnProfile>,
  'placeOf' | 'keysOf' | 'pendingKey'
>

/** The accounts of a run: what its answers are kept as, and all that is said of these. */
export interface Accounts<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile> {
  readonly reading: Reading<Field, OwnAnswer, OwnProfile>
  readonly keep: (answer: OwnAnswer) => readonly Step<Field>[]
  readonly judged: (steps: readonly Step<Field>[], profile: OwnProfile) => Judged<Field>
}

/** All that the accounts of a run say. */
export interface Judged<Field extends string> {
  readonly said: readonly Said<Field>[]
  readonly timed: readonly Timed[]
  readonly tried: readonly Tried<Field>[]
}

/** One for a pack, so that all rules share it. */
export function openAccounts<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  reading: Reading<Field, OwnAnswer, OwnProfile>,
): Accounts<Field, OwnAnswer, OwnProfile> {
  return {
    reading,
    keep: (answer) => {
      const step = reading.stepOf(answer)
      return step === null ? [] : [step]
    },
    judged: oncePerRun((steps, profile) => judgeSteps(steps, reading.fieldsOf(profile))),
  }
}

/** Makes something of the steps of a run once, for all rules that ask. A run that has gone on since has more steps. */
export function oncePerRun<Field extends string, OwnProfile, Made>(
  make: (steps: readonly Step<Field>[], profile: OwnProfile) => Made,
): (steps: readonly Step<Field>[], profile: OwnProfile) => Made {
  const known = new WeakMap<object, { readonly count: number; readonly made: Made }>()
  return (steps, profile) => {
    const last = known.get(steps)
    if (last?.count === steps.length) return last.made
    const made = make(steps, profile)
    known.set(steps, { count: steps.length, made })
    return made
  }
}

/** What the check of a rule is called: its title is the text of its clause, without its full stop. */
export function namedBy(
  id: string,
  clause: string,
  contract: Pick<Contract, 'clause'>,
): { readonly id: string; readonly clause: string; readonly title: string } {
  const text = contract.clause(clause)?.text ?? clause
  return { id, clause, title: `${text.charAt(0).toLowerCase()}${text.slice(1).replace(/\.$/, '')}` }
}

/** Where steps that break a rule end, and what came before. */
export function endOf(
  steps: readonly Step<string>[],
  last: Step<string>,
): Pick<Finding, 'operation' | 'exchange' | 'steps' | 'after'> {
  return {
    operation: last.operation,
    exchange: last.n,
    steps: steps.map(({ n }) => n),
    after: steps.slice(0, -1).map(({ operation }) => operation),
  }
}

/** Declares a check for each rule, by its id. Its title is the text of its clause. */
export function keptRules<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { reading, keep, judged }: Accounts<Field, OwnAnswer, OwnProfile>,
  contract: Pick<Contract, 'clause'>,
  rules: Readonly<Record<string, KeptRule<Field>>>,
): void {
  for (const [id, rule] of Object.entries(rules)) {
    const { how, orHow, by, fields, in: channels, mayGrow, inRecordings, ...rest } = rule
    const isOfIt = (said: Said<Field>): boolean =>
      (how.includes(said.how) || (said.how === orHow && said.broken === null)) &&
      !(mayGrow === true && said.broken?.isGrown === true) &&
      by.includes(said.by) &&
      fields.includes(said.field) &&
      channels.includes(said.in)
    const [channel] = channels.filter((each) => each !== 'answer')
    whole({
      ...namedBy(id, rule.clause, contract),
      ofOwnRun: inRecordings !== true,
      of: by,
      uses: [...(by.length === 1 ? by : []), ...(channels.length === 1 && channel !== undefined ? [channel] : [])],
      ...rest,
      keep,
      judge: (steps, { profile }) => {
        const said = judged(steps, profile).said.filter(isOfIt)
        const findings = firstOfEachField(said).flatMap((each) => findingOf(each, profile, reading))
        if (findings.length > 0) return fail(...findings)
        return said.length > 0 ? pass : whyUnseen(steps, rule, profile, reading)
      },
    })
  }
}

/** The first broken value of each field comes before its second. */
export function firstOfEachField<Field extends string>(said: readonly Said<Field>[]): readonly Said<Field>[] {
  const counts = new Map<string, number>()
  const turns = said.flatMap((each) => {
    if (each.broken === null) return []
    const kind = `${each.in} ${each.field}`
    const turn = counts.get(kind) ?? 0
    counts.set(kind, turn + 1)
    return [{ each, turn }]
  })
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ each }) => each)
}

/** All that the steps of a run say of its bookings. Two callers may have bookings of one id. */
export function judgeSteps<Field extends string>(steps: readonly Step<Field>[], fields: Fields<Field>): Judged<Field> {
  const stories = new Map<string, Map<string, Entry<Field>[]>>()
  const made = new Map<string, Step<Field>>()
  const isFound = steps.some(({ channel, outcome }) => channel === 'get' && outcome === 'accepted')
  let movedAt = Number.NEGATIVE_INFINITY
  const keyed = new Map<string, Entry<Field>[][]>()
  for (const step of steps.toSorted((a, b) => a.n - b.n)) {
    if (step.movesClock === true) movedAt = step.to
    const isTimeSettled = step.from >= movedAt + fields.settle.read
    const isGone = isFound && step.channel === 'get' && step.outcome === 'refused' && !step.isServerError
    const shown = new Map(step.shown.map((each) => [each.id, each]))
    for (const id of new Set([...shown.keys(), ...(step.id === null ? [] : [step.id])])) {
      const key = JSON.stringify([step.caller, id])
      const first = made.get(key)
      const told = step.effect?.makes === true && first ? sentAgain(step, first) : step
      const isFirst = step.effect?.makes === true && first === undefined
      if (isFirst) made.set(key, step)
      const ofId = stories.get(id) ?? new Map<string, Entry<Field>[]>()
      stories.set(id, ofId)
      const own = ofId.get(step.caller) ?? []
      ofId.set(step.caller, own)
      own.push({
        step: told,
        shown: told === step ? (shown.get(id) ?? null) : null,
        isTimeSettled,
        ...(isGone && { isGone }),
      })
      // What others ask for leaves it as it is. They may make one of their own by the same id.
      for (const [caller, others] of step.effect === null || step.effect.makes === true ? [] : ofId)
        if (caller !== step.caller) others.push({ step, shown: null, isTimeSettled, isForeign: true })
      if (isFirst && step.key !== undefined) keyed.set(step.key, [...(keyed.get(step.key) ?? []), own])
    }
    for (const ofKey of keyed.get(step.key ?? '') ?? [])
      if (ofKey[0]?.step.caller !== step.caller) ofKey.push({ step, shown: null, isTimeSettled, isForeign: true })
  }
  // A value that the server shows by another name is not lost.
  const shown = new Set(steps.flatMap((step) => step.shown.flatMap(({ values }) => mirrored(values, fields))))
  const isShown = (field: Field, value: Json): boolean => shown.has(JSON.stringify([field, value]))
  const accounts = [...stories.values()].flatMap((ofId) =>
    [...ofId.values()].map((story) => new Account(story, fields, isShown)),
  )
  return {
    said: accounts.flatMap(({ said }) => said),
    timed: accounts.flatMap(({ timed }) => timed),
    tried: accounts.flatMap(({ tried }) => tried),
  }
}

/** A key that was sent again may answer the first booking, and other content may be heeded. */
function sentAgain<Field extends string>(step: Step<Field>, first: Step<Field>): Step<Field> {
  const { writes = [], holds } = step.effect ?? {}
  const opens = [...writes].flatMap(([field, value]) => (first.effect?.writes.get(field) === value ? [] : [field]))
  if (opens.length === 0 || step.outcome === 'refused') return { ...step, effect: { ...noEffect, isReplay: true } }
  return { ...step, effect: { ...noEffect, opens, ...(holds && { holds: { ...holds, how: 'sets', most: null } }) } }
}

function mirrored<Field extends string>(values: ReadonlyMap<Field, Json>, fields: Fields<Field>): readonly string[] {
  return [...values].flatMap(([field, value]) => (fields.isMirror(field) ? [JSON.stringify([field, value])] : []))
}

/** Why nothing is said of a rule; null: its operation was not accepted. */
function whyUnseen<Field extends string, OwnProfile extends Profile>(
  steps: readonly Step<Field>[],
  { by, fields }: Pick<KeptRule<Field>, 'by' | 'fields'>,
  profile: OwnProfile,
  { placeOf, fieldsOf }: Pick<Reading<Field, Answer, OwnProfile>, 'placeOf' | 'fieldsOf'>,
): Judgement | null {
  const [field] = fields
  if (field === undefined || !steps.some(({ operation, outcome }) => by.includes(operation) && outcome === 'accepted'))
    return null
  if (fields.every((each) => placeOf(profile, each) === null))
    return notApplicable(`the bookings of this server do not carry ${field} (booking.${field} is null)`)
  const isShown = steps.some(({ shown }) => shown.some(({ values }) => fields.some((each) => values.has(each))))
  if (isShown) return null
  if (fields.every((each) => fieldsOf(profile).isOptional(each)))
    return notApplicable(`the bookings of this server do not show ${field}`)
  const remedy = `see whether booking.${field} in the profile is where bookings show it`
  return untested(`no booking shows ${field}`, remedy, { kind: 'missing', field })
}

const noEffect = { writes: new Map<never, never>(), implied: [], defaults: [], opens: [], drops: [] }

export function findingOf<Field extends string, OwnProfile extends Profile>(
  { how, field, steps, broken }: Said<Field>,
  profile: OwnProfile,
  { placeOf, keysOf, pendingKey }: Places<Field, OwnProfile>,
): readonly Finding[] {
  const [first, last] = [steps[0], steps.at(-1)]
  if (broken === null || first === undefined || last === undefined) return []
  const [, culprit] = steps.length > 2 ? steps : []
  const { known, found, told, shown, isPending } = broken
  const since = sinceWords[told](describeValue(known), nameOf(first))
  const what = how === 'late' ? 'shows it only after a while' : `shows ${describeValue(found)}`
  const who = culprit === last ? 'it' : culprit && nameOf(culprit)
  const though = who === undefined ? '' : say`, though ${who} ${reasons[how] ?? 'came between'}`
  const words =
    how === 'stays'
      ? say`${nameOf(last)} was accepted, and its own answer shows ${field} ${describeValue(found)}`
      : say`${field} ${since}, and ${nameOf(last)} ${what}${though}`
  return [
    {
      ...words,
      ...wants.value(known),
      ...endOf(steps, last),
      field,
      received: found,
      pointer:
        how === 'late' || (how === 'foreign' && found === null)
          ? ''
          : `${shown.pointer}${placeOf(profile, field) ?? ''}`,
      restsOn: [
        ...keysOf(field, told === 'sent' ? first.operation : null),
        ...(isPending === true ? [pendingKey] : []),
      ],
      ...(told === 'shown' && { before: { exchange: first.n, value: known } }),
    },
  ]
}

const sinceWords: Readonly<Record<Told, (value: string, step: Words) => Words>> = {
  sent: (value, step) => say`was sent as ${value} with ${step}`,
  implied: (value, step) => say`should be ${value} after ${step}`,
  shown: (value, step) => say`was ${value} in ${step}`,
}

const reasons: Partial<Readonly<Record<How, string>>> = {
  left: 'did not ask for that',
  again: 'had been done before',
  refused: 'was refused',
  done: 'was answered as a failure of the server',
  foreign: 'was not asked for by its owner',
}

/** An operation and its exchange, in words. */
export function nameOf(step: Pick<Step<string>, 'operation' | 'n'>): Words {
  return say`${step.operation} (request ${step})`
}
