import { isDeepStrictEqual } from 'node:util'
import { fail, isCounted, judgedIfAny, pass, refusal, untested, wants } from '../../src/suite/index.js'
import type { Finding, Json, Judgement } from '../../src/suite/index.js'
import type { Fields, Shown, Step } from './step.js'

/**
 * How others are kept from the bookings of an account.
 * - `refused`: what they ask of one is refused, or shows nothing of it.
 * - `harmless`: it leaves the booking as it is.
 * - `hidden`: their lists are refused, or show none.
 * - `apart`: what they reserve is refused, or is not in the account.
 * - `own`: with a key of the account they are refused, or make a booking of their own, and leave that of the account.
 */
export type Kept = 'refused' | 'harmless' | 'hidden' | 'apart' | 'own'

/** How a pack tells callers apart. */
export interface Callers<Field extends string> {
  /** The account whose bookings are looked at. */
  readonly owner: string
  /** Callers with an account of their own, and the key of the profile that says how each comes. */
  readonly accounts: Readonly<Record<string, string>>
  /** A text that tells bookings apart, and that nobody else may see. */
  readonly secret: Field
}

/** What a run shows of an account: all that requests of others are judged by. */
export interface World<Field extends string> {
  readonly steps: readonly Step<Field>[]
  /** The bookings of the account, by each id that they go by. */
  readonly owned: ReadonlyMap<string, Own<Field>>
  /** The id of a booking is the key that it was reserved with. */
  readonly isKeyed: boolean
  readonly fields: Fields<Field>
  readonly callers: Callers<Field>
}

interface Own<Field extends string> {
  /** The reservation; undefined: this run did not see it. */
  readonly made: Step<Field> | undefined
  /** As its owner was shown it. */
  readonly shown: Shown<Field>[]
}

export function worldOf<Field extends string>(
  steps: readonly Step<Field>[],
  fields: Fields<Field>,
  callers: Callers<Field>,
): World<Field> {
  const ofOwner = steps.filter(({ caller, outcome }) => caller === callers.owner && outcome === 'accepted')
  const made = new Map(ofOwner.flatMap((step) => (step.effect?.makes === true ? [[step.id, step] as const] : [])))
  const owned = new Map<string, Own<Field>>()
  for (const { shown } of ofOwner)
    for (const each of shown) {
      const own = owned.get(each.id)
      if (own === undefined) owned.set(each.id, { made: made.get(each.id), shown: [each] })
      else own.shown.push(each)
    }
  const isKeyed = [...made.values()].some(({ id, key }) => isItsKey(id, key))
  return { steps, owned, isKeyed, fields, callers }
}

/**
 * Whether a booking's id is the key that it was reserved with, as the server writes it: case, hyphens, braces and
 * prefix aside. Two accounts that have sent the same key may then both have a booking of that id.
 */
export function isItsKey(id: string | null, key: string | undefined): boolean {
  const letters = lettersOf(key ?? '')
  return letters !== '' && lettersOf(id ?? '').includes(letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
}

/** Judges what others asked for. What shows nothing is left out, as long as something else was judged. */
export function judgeOthers<Field extends string>(
  theirs: readonly Step<Field>[],
  kept: Exclude<Kept, 'harmless'>,
  world: World<Field>,
): Judgement {
  const judge = { refused: judgeAsked, hidden: judgeListed, apart: judgeReserved, own: judgeKeyed }[kept]
  const judged = theirs.flatMap((step) => judge(step, world) ?? [])
  return judgedIfAny(judged) ?? untested('no answer to others showed anything of it')
}

/** Something that is asked of a booking; null: of none of the account, or without an answer. */
function judgeAsked<Field extends string>(step: Step<Field>, world: World<Field>): Judgement | null {
  const own = world.owned.get(step.id ?? '')
  if (own === undefined) return null
  if (step.outcome === 'refused') return quotes(step, own, world) ?? controlled(step, world)
  if (step.outcome === 'none') return step.isEmpty === true ? controlled(step, world) : null
  const [shown] = step.shown
  const owner = shown === undefined ? 'owner' : whose(step, shown, own, world)
  if (owner === 'owner')
    return fail(findingIn(step, `${step.operation} of a booking was accepted, which is not that caller's`))
  if (owner === 'caller') return pass
  return untested(
    `${step.operation} was accepted for another account, which may have a booking of the same id: nothing in the answer tells whose it is`,
    `see booking.${world.callers.secret} in the profile: it tells bookings of the same id apart`,
  )
}

/** A list; null: without an answer. */
function judgeListed<Field extends string>(step: Step<Field>, world: World<Field>): Judgement | null {
  if (step.outcome === 'none') return null
  const leaked = step.shown.find((shown) => {
    const own = world.owned.get(shown.id)
    return own !== undefined && whose(step, shown, own, world) === 'owner'
  })
  if (leaked !== undefined)
    return fail({
      ...findingIn(step, 'A list shows a booking that is not that of the account which asks'),
      expected: 'bookings of the account that asks, and no others',
      pointer: leaked.pointer,
      received: leaked.id,
    })
  const { owner } = world.callers
  const isTold = world.steps.some(
    ({ caller, channel, shown }) =>
      caller === owner && channel === 'list' && shown.some(({ id }) => !mayBeShared(id, step, world)),
  )
  return isTold
    ? pass
    : untested("the owner's own list shows none of its bookings, so that others' do not proves nothing")
}

/** A reservation without an account. */
function judgeReserved<Field extends string>(step: Step<Field>, world: World<Field>): Judgement | null {
  if (step.outcome !== 'accepted') return step.outcome === 'refused' ? controlled(step, world) : null
  const reads = world.steps.filter(({ caller, channel }) => caller === world.callers.owner && channel === 'get')
  const found = reads.filter(({ id }) => id === step.id)
  if (found.some(({ outcome }) => outcome === 'accepted'))
    return fail(findingIn(step, `${step.operation} was accepted, and the booking is in the account of another`))
  const isTold =
    found.some(({ outcome }) => outcome === 'refused') && reads.some(({ outcome }) => outcome === 'accepted')
  return isTold ? pass : untested('its owner did not read what was reserved')
}

/** A reservation with a key; null: the account has not reserved with it. */
function judgeKeyed<Field extends string>(
  step: Step<Field>,
  { steps, owned, ...world }: World<Field>,
): Judgement | null {
  const first = steps.find(
    ({ caller, key, outcome, n }) =>
      caller === world.callers.owner && key === step.key && outcome === 'accepted' && n < step.n,
  )
  const own = owned.get(first?.id ?? '')
  const [shown] = step.shown
  if (step.key === undefined || first === undefined || own === undefined)
    return step.outcome === 'accepted' ? pass : null
  if (step.outcome !== 'accepted' || shown === undefined) return null
  const isSame = step.id === first.id
  const told = [...(first.effect?.writes ?? [])].some(([field, sent]) => {
    const isTelling = field === world.callers.secret || isSame
    return isTelling && step.effect?.writes.get(field) !== sent && isDeepStrictEqual(shown.values.get(field), sent)
  })
  const isGiven = told || (isSame && !isItsKey(first.id, first.key) && !isCounted(first.id ?? ''))
  const reads = steps.filter((each) => each.channel === 'get' && each.caller === step.caller && each.id === step.id)
  const last = reads.at(-1)
  const isUnknown =
    last !== undefined &&
    last.from >= step.to + world.fields.settle.read &&
    reads.every(({ outcome }) => outcome === 'refused')
  if (!isGiven && !isUnknown) return pass
  const message = isGiven
    ? `${step.operation} with the key of another account answers the booking of that account`
    : `${step.operation} with the key of another account answers a booking that get refuses there`
  return fail({
    ...findingIn(step, message),
    expected: 'a booking of its own, or a refusal',
    pointer: `${shown.pointer}${world.fields.idPlace}`,
    received: step.id,
  })
}

/** A refusal proves something only where the same is granted to the owner of the booking. */
function controlled<Field extends string>(step: Step<Field>, { steps, callers }: World<Field>): Judgement {
  const own = steps.filter(
    ({ caller, operation, id }) =>
      caller === callers.owner && operation === step.operation && (step.effect?.makes === true || id === step.id),
  )
  if (own.some(({ outcome }) => outcome === 'accepted')) return pass
  const last = own.at(-1)
  return untested(
    `the owner's own ${step.operation} was not accepted either, so a refusal proves nothing`,
    `make ${step.operation} succeed for the owner of the booking`,
    last?.outcome === 'refused' ? refusal(last) : { kind: 'unseen' },
  )
}

/** A refusal that quotes the secret of the booking shows what was refused. */
function quotes<Field extends string>(step: Step<Field>, own: Own<Field>, { callers }: World<Field>): Judgement | null {
  const { operation, refusal: words = '' } = step
  const { secret } = callers
  const isQuoted = secretsOf(own, secret).some(
    (text) => words.includes(text) || words.includes(JSON.stringify(text).slice(1, -1)),
  )
  if (!isQuoted) return null
  return fail({
    ...findingIn(step, `${operation} was refused to another, and the refusal quotes the ${secret} of the booking`),
    expected: 'a refusal that shows nothing of the booking',
    wanted: { unquoted: secret },
  })
}

/** What its owner wrote and was shown. */
function secretsOf<Field extends string>({ made, shown }: Own<Field>, secret: Field): readonly string[] {
  const all = [made?.effect?.writes.get(secret), ...shown.map(({ values }) => values.get(secret))]
  return all.filter((each): each is string => typeof each === 'string' && each !== '')
}

/** Whether the caller may have a booking of its own under this id: it is counted, or a key that both have sent. */
function mayBeShared<Field extends string>(
  id: string,
  { caller }: Pick<Step<Field>, 'caller'>,
  { steps, owned, isKeyed }: World<Field>,
): boolean {
  const { made } = owned.get(id) ?? {}
  if (isCounted(id)) return true
  if (made === undefined) return isKeyed
  return isItsKey(id, made.key) && steps.some((each) => each.caller === caller && each.key === made.key)
}

/** Whose booking was shown. Where both may have one of that id, what else it shows tells, or nothing does. */
function whose<Field extends string>(
  step: Step<Field>,
  shown: Shown<Field>,
  own: Own<Field>,
  world: World<Field>,
): 'owner' | 'caller' | 'unknown' {
  const { fields, callers, steps } = world
  const isTold = ({ told }: Shown<Field>): boolean => told === shown.told
  if (shown.told !== undefined && !own.shown.some(isTold)) return 'caller'
  const secret = shown.values.get(callers.secret)
  const known = secretsOf(own, callers.secret)
  if (typeof secret === 'string' && known.length > 0)
    return known.some((each) => fields.agrees(callers.secret, each, secret, true)) ? 'owner' : 'caller'
  if (!mayBeShared(shown.id, step, world)) return 'owner'
  const lasting = lastingIn(own)
  const theirs = steps.find(
    (each) => each.caller === step.caller && each.effect?.makes === true && each.id === shown.id && each.n < step.n,
  )?.shown[0]
  if (theirs === undefined) {
    if (isCounted(shown.id)) return differing(shown, lasting).length > 0 ? 'caller' : 'unknown'
    return own.made === undefined ? 'unknown' : 'owner'
  }
  // What tells the two apart tells whose this is.
  const telling = differing(theirs, lasting)
  if (telling.length === 0) return 'unknown'
  return telling.some((field) => isDeepStrictEqual(shown.values.get(field), theirs.values.get(field)))
    ? 'caller'
    : 'owner'
}

/** The values that were the same in all that the owner was shown. */
function lastingIn<Field extends string>({ shown: [first, ...others] }: Own<Field>): ReadonlyMap<Field, Json> {
  const all = [...(first?.values ?? [])]
  return new Map(
    all.filter(([field, value]) => others.every(({ values }) => isDeepStrictEqual(values.get(field) ?? value, value))),
  )
}

/** Which of these values a booking shows otherwise. */
function differing<Field extends string>({ values }: Shown<Field>, known: ReadonlyMap<Field, Json>): readonly Field[] {
  return [...known].flatMap(([field, value]) => {
    const found = values.get(field)
    return found === undefined || isDeepStrictEqual(found, value) ? [] : [field]
  })
}

function findingIn({ operation, n, outcome }: Step<string>, message: string): Finding {
  return { message, ...wants.refused(), operation, exchange: n, pointer: '', received: outcome }
}
