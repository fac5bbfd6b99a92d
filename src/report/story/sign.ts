import { pointerTokens, readPointer, toPointer } from '../../contract/json.js'
import type { ValueSchema } from '../../contract/contractSchema.js'
import type { Json } from '../../profile/profile.js'
import { jsonIn } from '../reportFile.js'
import { dataOf, isRefused, leaves, textOf } from './steps.js'
import type { Step, Story } from './story.js'

type Comparison = '==' | '!=' | '<=' | '>='

interface HeldTo {
  readonly n: number
  readonly pointer: string
  readonly by: Comparison
}

/** The earlier answer or the place beside the wrong one that it is compared with. Another run may differ there. */
function heldTo({ finding: { pointer, wanted, received, about = [] }, steps, shown }: Story): HeldTo | undefined {
  const at = pointer ?? ''
  const same = wanted?.same === true
  const { const: value, minimum, maximum, formatMinimum } = wanted?.value ?? {}
  const bound = minimum ?? formatMinimum ?? maximum
  const found = (n: number, where: string, by: Comparison): HeldTo => ({ n, pointer: where, by })
  if (bound !== undefined && (minimum === undefined || maximum === undefined)) {
    const beside = siblings(at, shown).find(([, said]) => said === bound)
    return beside && found(shown.exchange.n, beside[0], bound === maximum ? '<=' : '>=')
  }
  const tail = at.replace(/^.*\/\d+(?=\/)/, '')
  for (const { exchange } of steps) {
    const { n, response } = exchange
    if (n >= shown.exchange.n || !about.includes(n) || response?.json === undefined) continue
    for (const where of new Set([at, tail])) {
      const said = readPointer<Json>(response.json, where)
      if (said === undefined || (typeof said === 'object' && said !== null)) continue
      if (same ? typeof said === 'string' : said === value) return found(n, where, '==')
      // Two that should differ.
      if (said === received && value === undefined && !same) return found(n, where, '!=')
    }
  }
  return undefined
}

/** The exchange that was sent later and answered at the same place what should be so. */
function laterOf({ finding: { pointer, wanted, about = [] }, shown, steps }: Story): number | undefined {
  const value = wanted?.value?.const
  return steps.find(
    ({ exchange: { n, response } }) =>
      n > shown.exchange.n &&
      about.includes(n) &&
      value !== undefined &&
      readPointer<Json>(response?.json ?? null, pointer ?? '') === value,
  )?.exchange.n
}

function siblings(pointer: string, { exchange }: Step): readonly (readonly [string, Json])[] {
  const around = pointer.slice(0, pointer.lastIndexOf('/'))
  const parent = readPointer<Json>(exchange.response?.json ?? null, around)
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return []
  return Object.entries(parent).flatMap(([name, value]) => {
    const place = toPointer([...pointerTokens(around), name])
    return place === pointer || typeof value === 'object' ? [] : [[place, value] as const]
  })
}

/** A value: one that stands there, or that of a variable of the script. */
type Value = { readonly is: Json } | { readonly of: string }

/** A place in the answer to a step, from 1; of an item of a list that is known by an id, below that item. */
interface Place {
  readonly step: number
  readonly at: string
  readonly item?: { readonly list: string; readonly at: string; readonly id: Value }
}

/** What shows that a defect is there again, as data: the script of the story judges it by this. */
export type Sign =
  /** The status is none of these. */
  | { readonly kind: 'status'; readonly step: number; readonly from: number; readonly to: number }
  | { readonly kind: 'header'; readonly step: number; readonly name: string; readonly contains: string }
  /** What stands there does not fit; or nothing stands there, where that is what was wrong. */
  | { readonly kind: 'value'; readonly place: Place; readonly fits: ValueSchema; readonly missing: boolean }
  | { readonly kind: 'same'; readonly place: Place; readonly value: Value; readonly missing: boolean }
  | { readonly kind: 'other'; readonly place: Place; readonly value: Value; readonly missing: boolean }
  | { readonly kind: 'pair'; readonly place: Place; readonly by: Comparison; readonly than: Place }
  /** The text is in one of these answers, or it is not. */
  | { readonly kind: 'has' | 'lacks'; readonly steps: readonly number[]; readonly text: Value }
  /** Fewer of these lists than so many have it. */
  | { readonly kind: 'listed'; readonly steps: readonly number[]; readonly text: Value; readonly least: number }
  /** Both lists have an item with the same value there. */
  | { readonly kind: 'twice'; readonly steps: readonly [number, number]; readonly list: string; readonly at: string }
  | {
      readonly kind: 'order'
      readonly step: number
      readonly list: string
      readonly at: string
      readonly falls: boolean
    }

interface Seen extends Story {
  readonly step: number
  readonly pointer: string
  readonly json: Json | undefined
  /** Ids of ours first: those are of one booking; one that the target gave may be of something to book. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
}

/**
 * The sign by which a script tells that the defect is there again: the new answers are still not as wanted.
 * @returns undefined where a program cannot tell
 */
export function signOf(story: Story): Sign | undefined {
  const { steps, shown, fresh, finding } = story
  const step = steps.indexOf(shown) + 1
  const before = steps.slice(0, step - 1).flatMap(({ captures }) => captures)
  const seen: Seen = {
    ...story,
    step,
    pointer: finding.pointer ?? '',
    json: shown.exchange.response?.json,
    variables: [...fresh, ...before],
  }
  for (const way of ways) {
    const sign = way(seen)
    if (sign !== undefined) return sign
  }
  return asReceived(seen)
}

/** The first that is for a finding has it. */
const ways: readonly ((seen: Seen) => Sign | undefined)[] = [
  inHeader,
  inOrder,
  onTwoPages,
  quoted,
  inManyLists,
  ofTheAnswer,
  ofABooking,
  besideAnother,
  byItself,
]

function inHeader({ finding: { wanted }, step }: Seen): Sign | undefined {
  const { header } = wanted ?? {}
  return header && { kind: 'header', step, ...header }
}

function inOrder({ finding: { wanted }, pointer, json, step }: Seen): Sign | undefined {
  const [mine, other] = [pointer, wanted?.before ?? ''].map((each) => /^(.*?)\/\d+(\/.*)$/.exec(each))
  if (!mine || !other || json === undefined) return undefined
  const [first, second] = [pointer, wanted?.before ?? ''].map((each) => readPointer<Json>(json, each))
  const [, list = '', at = ''] = mine
  if (first === undefined || second === undefined || first === null || second === null) return undefined
  return { kind: 'order', step, list, at, falls: first > second }
}

function onTwoPages({ finding: { wanted, received }, steps, step, pointer, json }: Seen): Sign | undefined {
  const earlier = steps.findIndex(({ exchange }) => exchange.n === wanted?.notIn) + 1
  const item = json === undefined ? undefined : readPointer<Json>(json, pointer)
  const [, at] = leaves(item ?? null).find(([value]) => value === received) ?? []
  if (earlier === 0 || earlier === step || at === undefined) return undefined
  return { kind: 'twice', steps: [earlier, step], list: pointer.replace(/\/\d+$/, ''), at }
}

function quoted(seen: Seen): Sign | undefined {
  const { finding, shown, steps, pointer, json, step } = seen
  if (json === undefined) return undefined
  const others = steps.filter((each) => each !== shown)
  const { unquoted, value } = finding.wanted ?? {}
  const said = ({ exchange }: Step, text: string): boolean => (exchange.request.body ?? '').includes(text)
  const found =
    unquoted !== undefined
      ? others
          .flatMap(({ exchange }) => leaves(jsonIn(exchange.request.body ?? '') ?? null))
          .find(([text, at]) => at.endsWith(`/${unquoted}`) && JSON.stringify(json).includes(text))
      : value?.not !== undefined && /\/\d+$/.test(pointer)
        ? leaves(readPointer<Json>(json, pointer) ?? null).find(
            ([text]) =>
              others.some((each) => isRefused(each.exchange) && said(each, text)) &&
              !others.some((each) => !isRefused(each.exchange) && said(each, text)),
          )
        : undefined
  return found && { kind: 'has', steps: [step], text: valueOf(found[0], seen) }
}

function inManyLists(seen: Seen): Sign | undefined {
  const { listed, ofMany } = seen.finding.wanted ?? {}
  if (ofMany !== true || listed === undefined) return undefined
  const lists = seen.steps.flatMap(({ isList, exchange }, at) =>
    isList && exchange.as === seen.shown.exchange.as ? [at + 1] : [],
  )
  const had = lists.filter((at) => textIn(seen.steps[at - 1]).includes(listed)).length
  return { kind: 'listed', steps: lists, text: valueOf(listed, seen), least: had + 1 }
}

function ofTheAnswer({ finding: { wanted }, pointer, shown, step }: Seen): Sign | undefined {
  const status = shown.exchange.response?.status ?? 0
  if (pointer !== '') return undefined
  const place = { step, at: wanted?.has ?? '' }
  switch (wanted?.answer) {
    case 'accepted':
      // Accepted by its status, and with no answer that anything can be read in.
      return status >= 200 && status <= 299
        ? { kind: 'value', place, fits: wanted.has === undefined ? { type: ['object', 'array'] } : {}, missing: true }
        : { kind: 'status', step, from: 200, to: 299 }
    case 'refused':
      return { kind: 'status', step, from: 400, to: 599 }
    case 'client-error':
      return { kind: 'status', step, from: 400, to: 499 }
    case 'no-server-error':
      return { kind: 'status', step, from: 100, to: 499 }
    case undefined:
      return undefined
  }
}

/** A booking of the story that the answer should not have, or lacks: named by the finding, else the last. */
function ofABooking(seen: Seen): Sign | undefined {
  const { finding, pointer, steps, step, shown, variables } = seen
  const { received, wanted } = finding
  const isItem = /\/\d+$/.test(pointer)
  if ((pointer !== '' && !isItem) || wanted?.value?.maxItems !== undefined) return undefined
  const booked = new Set(steps.flatMap(({ exchange }) => exchange.bookingId ?? []))
  const told = dataOf(finding)
  const bookings = variables.filter(({ value }) => booked.has(value))
  const named = [...bookings, ...variables].find(({ value }) => told.includes(value))
  const found = named ?? (received === null ? bookings.at(-1) : undefined)
  if (found === undefined) return undefined
  const isThere = textIn(shown).includes(found.value)
  // A text that should be in none of these answers may be in another one next time.
  const alike = steps.flatMap(({ exchange: { purpose, as } }, at) =>
    at + 1 === step ||
    (isThere && isItem && as !== 'reseller' && as === shown.exchange.as && purpose === shown.exchange.purpose)
      ? [at + 1]
      : [],
  )
  return { kind: isThere ? 'has' : 'lacks', steps: alike, text: { of: found.name } }
}

/** A value compared with that of another answer, or one beside it, which may be another next time. */
function besideAnother(seen: Seen): Sign | undefined {
  const { steps, step, pointer } = seen
  const later = laterOf(seen)
  const held = later === undefined ? heldTo(seen) : { n: later, pointer, by: '==' as const }
  if (held === undefined || seen.finding.missing === true) return undefined
  const at = steps.findIndex(({ exchange }) => exchange.n === held.n) + 1
  const than = at === step ? placeOf(held.pointer, seen) : { step: at, at: held.pointer }
  const there = readPointer<Json>(seen.json ?? null, pointer)
  // An accepted act that was not done may be done by the next time: then the two rightly differ.
  if (steps[at - 1]?.exchange.response?.status === 202 && there !== undefined && !changes(there))
    return { kind: 'same', place: placeOf(pointer, seen), value: { is: there }, missing: false }
  return at === 0 ? undefined : { kind: 'pair', place: placeOf(pointer, seen), by: held.by, than }
}

function byItself(seen: Seen): Sign | undefined {
  const { finding, pointer, json } = seen
  const { wanted, received } = finding
  const there = json === undefined ? undefined : readPointer<Json>(json, pointer)
  // If an object has the received value in one of its members, that member.
  const member =
    typeof there === 'object' && there !== null && !Array.isArray(there) && Array.isArray(received)
      ? Object.entries(there).find(([, each]) => each === received[0])?.[0]
      : undefined
  const wrong = member === undefined ? pointer : toPointer([...pointerTokens(pointer), member])
  const place = placeOf(wrong, seen)
  const missing = there === undefined
  const fits = wanted?.value
  // The wrong value was computed from what is there: it is nowhere itself.
  if (member === undefined && there !== undefined && received !== null && typeof there !== typeof received)
    return undefined
  if (fits === undefined) return missing ? { kind: 'value', place, fits: {}, missing } : undefined
  const { const: only } = fits
  if (only !== undefined) {
    const value = valueOf(only as Json, seen)
    return 'is' in value && changes(value.is) ? undefined : { kind: 'other', place, value, missing }
  }
  const value = readPointer<Json>(json ?? null, wrong)
  return value !== undefined && seemsRight(fits, value) ? undefined : { kind: 'value', place, fits, missing }
}

/** The script knows less of formats than octospec does: a value that fits its pattern and type is not compared. */
function seemsRight({ type, pattern, format: _, ...rest }: ValueSchema, value: Json): boolean {
  if (Object.keys(rest).length > 0) return false
  const kind = Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value
  const types = [type ?? kind].flat()
  return (
    (types.includes(kind) || (kind === 'integer' && types.includes('number'))) &&
    (pattern === undefined || (typeof value === 'string' && new RegExp(pattern, 'u').test(value)))
  )
}

/** Nothing says what should be there: it is what octospec received, unless that is another each time. */
function asReceived(seen: Seen): Sign | undefined {
  const { json, pointer, finding } = seen
  const there = json === undefined ? undefined : readPointer<Json>(json, pointer)
  const missing = there === undefined
  const value = valueOf(there ?? finding.received, seen)
  if (!missing && 'is' in value && changes(value.is)) return undefined
  return { kind: 'same', place: placeOf(pointer, seen), value, missing }
}

/** It may be another one in the next run: a time, an id, or what may have one in it. */
function changes(value: Json): boolean {
  return typeof value === 'string'
    ? value.length > 1000 || /\d{4}-\d\d-\d\d|[\da-f]{8}-[\da-f]{4}-/i.test(value)
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** A place by its pointer; of a list the item by the id that it has this time, as it may stand elsewhere in it. */
function placeOf(pointer: string, { json, step, variables }: Seen): Place {
  const tokens = pointerTokens(pointer)
  const index = tokens.findIndex((token) => /^\d+$/.test(token))
  const own = toPointer(tokens.slice(0, index + 1))
  const item = json === undefined || index === -1 ? undefined : readPointer<Json>(json, own)
  for (const [value, at] of leaves(item ?? null)) {
    const known = variables.find((each) => each.value === value)
    if (known === undefined) continue
    const list = toPointer(tokens.slice(0, index))
    return { step, at: toPointer(tokens.slice(index + 1)), item: { list, at, id: { of: known.name } } }
  }
  return { step, at: pointer }
}

function valueOf(value: Json, { variables }: Seen): Value {
  const known = variables.find((each) => each.value === value)
  return known === undefined ? { is: value } : { of: known.name }
}

function textIn(step: Step | undefined): string {
  return JSON.stringify(step?.exchange.response?.json ?? '')
}

/** By which answers a sign is judged, and which requests have to be accepted again for that; steps are from 1. */
export interface Terms {
  readonly steps: readonly number[]
  readonly was: readonly number[]
  readonly needed: readonly number[]
  /** A right server may refuse these: then the defect is not there, but nothing shows that it is. */
  readonly optional: readonly number[]
  readonly last: number
  /** A right server may refuse the last one, so that nothing wrong is in its answer. */
  readonly mayRefuse: boolean
}

export function termsOf(sign: Sign, { finding, steps, shown, fresh }: Story): Terms {
  const last = steps.indexOf(shown) + 1
  const was = steps.map(({ exchange }) => exchange.response?.status ?? 0)
  const groups = grouped(steps)
  const groupOf = (step: number): readonly Numbered[] => groups.find((each) => each.some(({ at }) => at === step)) ?? []
  const sameAtOnce = (step: number): readonly number[] => {
    const purpose = steps[step - 1]?.exchange.purpose
    return groupOf(step).flatMap(({ at, exchange }) => (at !== step && exchange.purpose === purpose ? [at] : []))
  }
  const accepted = (step: number): boolean => Math.trunc((was[step - 1] ?? 0) / 100) === 2
  // One of those sent at once may be answered instead of the last. An earlier refusal of the same shows it as well.
  const alike =
    sign.kind !== 'status'
      ? []
      : [
          ...sameAtOnce(last).filter((step) => accepted(step) === accepted(last)),
          ...steps.flatMap(({ exchange: { purpose, as } }, index) =>
            sign.from === 200 &&
            index + 1 < last &&
            !accepted(index + 1) &&
            purpose === shown.exchange.purpose &&
            as === shown.exchange.as
              ? [index + 1]
              : [],
          ),
        ]
  const judged = [...new Set([...stepsOf(sign), ...alike])]
  const before = was.flatMap((_, index) => {
    const step = index + 1
    return step < last && accepted(step) && !judged.includes(step) && !groupOf(last).some(({ at }) => at === step)
      ? [step]
      : []
  })
  const isRead = ({ exchange, isList }: Step): boolean => exchange.request.method === 'GET' || isList
  const lastWrite = isRead(shown) ? steps.findLastIndex((each, index) => index + 1 < last && !isRead(each)) + 1 : 0
  const variables = [...steps.flatMap(({ captures }) => captures), ...fresh]
  const isUsed = (step: number): boolean => {
    const { exchange, captures } = steps[step - 1] ?? shown
    const later = steps.slice(step).map((each) => textOf(each.exchange))
    return variables.some(
      (each) =>
        (captures.some(({ name }) => name === each.name) || textOf(exchange).includes(each.value)) &&
        later.some((text) => text.includes(each.value)),
    )
  }
  const optional = before.filter((step) => step === lastWrite || sameAtOnce(step).length > 0 || !isUsed(step))
  return {
    steps: judged,
    was,
    needed: before.filter((step) => !optional.includes(step)),
    optional,
    last,
    mayRefuse:
      !('missing' in sign && sign.missing) &&
      (finding.wanted?.answer === 'refused' ||
        shown.exchange.request.method !== 'GET' ||
        shown.exchange.as !== 'reseller'),
  }
}

/** The steps by whose answers a sign is judged, from 1. */
function stepsOf(sign: Sign): readonly number[] {
  return 'steps' in sign
    ? sign.steps
    : 'step' in sign
      ? [sign.step]
      : [sign.place.step, ...(sign.kind === 'pair' ? [sign.than.step] : [])]
}

interface Numbered extends Step {
  /** From 1. */
  readonly at: number
}

export function grouped(steps: readonly Step[]): readonly (readonly Numbered[])[] {
  const groups: Numbered[][] = []
  steps.forEach((step, index) => {
    const last = groups.at(-1)
    if (step.together && last !== undefined) last.push({ ...step, at: index + 1 })
    else groups.push([{ ...step, at: index + 1 }])
  })
  return groups
}
