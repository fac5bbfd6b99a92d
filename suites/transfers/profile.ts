import { isDeepStrictEqual } from 'node:util'
import { isList, isMap, mergeProfile, profileKeys, readSpec, valueAt, wordsOf } from '../../src/suite/index.js'
import type { Complaint, Exchange, Json, JsonMap, Key, ProfileKeys } from '../../src/suite/index.js'
import { contract } from './contract/contract.js'
import { operationNames, type OperationName } from './operations.js'
import type { TransferProfile } from './transferProfile.js'

/** Where most defaults come from that the documents do not state. */
const octo = 'public OCTO'

const bookingId: JsonMap = {
  $ref: '#/$defs/maybePlace',
  description: 'Where the booking id is written, for a target whose path has no {id}.',
  default: null,
  examples: ['body:/bookingId'],
}

/** All that a profile of this service may say. */
export const profile: ProfileKeys<TransferProfile> = profileKeys(ownKeys(), {
  complaints: profileComplaints,
  words: () => wordsOf(contract),
})

/** What the file of the keys says, laid over what the contract says of each operation. */
function ownKeys(): Json {
  // A YAML file of ours holds what JSON has.
  const own = readSpec('transfers/profile.yaml') as Json
  const operations = Object.fromEntries(operationNames.map((name) => [name, inContract(name, own)]))
  return mergeProfile(undefined, { properties: { operations: { properties: operations } } }, own)
}

/** An operation: its request, and for each input where it is written. What its body says by default needs no place. */
function inContract(name: OperationName, own: Json): JsonMap {
  const found = contract.operations.find(({ id }) => id === name)
  if (found === undefined) throw new Error(`the contract has no operation ${name}`)
  const { summary, clause, isOpen, request, inputs } = found
  const [section = ''] = clause.split('/')
  const body = valueAt(own, ['properties', 'operations', 'properties', name, 'properties', 'body', 'default'])
  const places = inputs
    .filter((input) => valueAt(body, [input.name]) === undefined)
    .map((input) => [
      input.name,
      {
        $ref: '#/$defs/maybePlace',
        description: `Where this is written: ${input.description}`,
        default: input.place,
        ...(input.isOpen && { 'x-from': input.place.startsWith('query:') ? 'our own' : octo }),
      },
    ])
  return {
    description: `${summary} (${section}). null: the target does not offer it.`,
    properties: {
      request: { default: request, 'x-from': isOpen ? octo : `documents, ${section}` },
      ...(request.includes('{id}') && { id: bookingId }),
      ...Object.fromEntries(places),
    },
  }
}

/** The operation that a request was for; null: it was none. */
export function operationOf({ purpose }: Pick<Exchange, 'purpose'>): OperationName | null {
  return operationNames.find((name) => name === purpose) ?? null
}

/** The logical fields of each operation: what octospec may have to say in a request, by octospec's own names. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  operationNames.map((name) => [
    name,
    Object.entries(keyAt(`operations.${name}`)?.members ?? {}).flatMap(([field, { form }]) =>
      form === 'place' ? [field] : [],
    ),
  ]),
)

/** Whether the documents state the default of a key, `operations.reserve.request`. */
export function isStated(key: string): boolean {
  return fromOf(key)?.startsWith('documents') === true
}

/** The fields of an operation whose names the documents leave open. */
export function openFields(name: OperationName): readonly string[] {
  return (fieldNames[name] ?? []).filter((field) => fromOf(`operations.${name}.${field}`) !== undefined)
}

function fromOf(key: string): string | undefined {
  return keyAt(key)?.schema['x-from']
}

function keyAt(key: string): Key | undefined {
  return key.split('.').reduce<Key | undefined>((found, name) => found?.members?.[name], profile.root)
}

/** Where octospec assumes an operation, such as `GET /bookings`. */
export function defaultRequest(name: OperationName): string {
  const fallback = keyAt(`operations.${name}.request`)?.fallback
  return typeof fallback === 'string' ? fallback : ''
}

/** What octospec assumes of a target until its profile says otherwise. */
export function defaultProfile(): Json {
  return profile.defaults
}

/** What no single key of a merged profile tells to be wrong: something is what can be booked, and must not be. */
export function profileComplaints(profile: Json): readonly Complaint[] {
  const named = valueAt(profile, ['bookable'])
  const entries = isList(named) ? named.filter(isMap) : []
  const standard = entries.find((each) => each['as'] === 'standard')
  return [
    ...(isList(named) ? named : []).flatMap((entry, at) =>
      isMap(entry) ? entryComplaints(entry, standard, ['bookable', String(at)]) : [],
    ),
    ...pendingForever(valueAt(profile, ['booking', 'statuses'])),
  ]
}

function entryComplaints(entry: JsonMap, standard: JsonMap | undefined, path: readonly string[]): readonly Complaint[] {
  const { as, places, cutOffMinutes, cutOffAt, cutOffBefore } = entry
  const wrong = (expected: string, found?: string, ...at: readonly string[]): readonly Complaint[] => [
    { path: [...path, ...at], about: 'value', expected, ...(found !== undefined && { found }) },
  ]
  const isStandard = standard !== undefined && isDeepStrictEqual(askedOf(standard), askedOf(entry))
  // What other scenarios book would be in the way of what fills it up.
  const fills = as === 'exclusive' && typeof places === 'number' && places > 1
  const other = typeof as === 'string' && (as !== 'exclusive' || fills) ? otherThanStandard[as] : undefined
  const hasWindow = as === 'late' || as === 'closing'
  return [
    ...(isStandard && other !== undefined ? wrong(other, 'what the standard entry is, which can be') : []),
    ...(as === 'closing' && cutOffMinutes === undefined && cutOffAt === undefined
      ? wrong('cutOffMinutes, or cutOffAt: when it can be cancelled no more', 'neither')
      : []),
    ...(hasWindow && cutOffBefore !== undefined && cutOffAt === undefined
      ? wrong('cutOffAt beside it: the time that cutOffBefore is reckoned from', 'no cutOffAt', 'cutOffBefore')
      : []),
    ...(places !== undefined && as !== 'exclusive'
      ? wrong('no places but in the entry as: exclusive', undefined, 'places')
      : []),
  ]
}

/** What an entry must be that the standard entry is not, by its word. */
const otherThanStandard: Readonly<Record<string, string>> = {
  late: 'something that starts so soon that it cannot be cancelled any more',
  soldOut: 'something that cannot be booked any more',
  exclusive: 'another product, or days of its own in its availability',
}

/** What is asked for and booked of an entry. */
function askedOf({ productId = null, optionId = null, availability = {}, reserve = {} }: JsonMap): JsonMap {
  return { productId, optionId, availability, reserve }
}

/** A state that a booking rests in is none that it is on its way from: every read would wait for it to be left. */
function pendingForever(statuses: Json | undefined): readonly Complaint[] {
  const pending = valueAt(statuses, ['pending'])
  const names = ['confirmed', 'cancelled', 'expired', 'rejected']
  const resting = ['ON_HOLD', ...names.map((name) => valueAt(statuses, [name]))]
  return (isList(pending) ? pending : []).flatMap((status, at): readonly Complaint[] => {
    if (typeof status !== 'string' || !resting.includes(status)) return []
    const path = ['booking', 'statuses', 'pending', String(at)]
    const found = `${status}, in which bookings stay`
    return [{ path, about: 'value', expected: 'a state that a booking leaves by itself', found }]
  })
}
