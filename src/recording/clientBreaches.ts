import { type Said, say } from '../suite/words.js'
import { schemaRef, type Contract } from '../contract/contract.js'
import type { ContractSchema } from '../contract/contractSchema.js'
import { isJsonObject, type JsonObject, pointerTokens, describeValue } from '../contract/json.js'
import type { Exchange } from '../wire/exchange.js'
import { valueAt } from '../profile/jsonMap.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'

/** A client's request that the documents rule out: the server can only refuse it. */
export interface ClientBreach extends Said {
  readonly clause: string
  /** Where in the request, as the profile writes places; null: the request as a whole. */
  readonly place: string | null
}

export interface ShownBooking {
  readonly n: number
  readonly status: string | null
  readonly mayEnd: boolean | null
}

/**
 * Tests a client's request against the documents: its fields against the contract, and what it asks for against the
 * last shown state of its booking.
 * @param shown how its booking was shown before; null: it was not
 */
export function clientBreaches(
  { purpose, input, request, bookingId }: Exchange,
  shown: ShownBooking | null,
  profile: Profile,
  pack: Pick<Pack, 'contract' | 'operations'>,
): readonly ClientBreach[] {
  if (!Object.hasOwn(pack.operations, purpose)) return []
  const unread = unreadable(request.body)
  const body = unread === null ? bodyBreaches(purpose, input, profile, pack) : []
  const state = bookingId === undefined || shown === null ? null : stateBreach(purpose, bookingId, shown, profile, pack)
  return [
    ...(unread === null ? [] : [{ clause: clauseOf(purpose, pack.contract), message: unread, place: 'body:' }]),
    ...body,
    ...(state === null ? [] : [state]),
  ]
}

function unreadable(body: string | undefined): string | null {
  if (body === undefined || body.trim() === '') return null
  try {
    JSON.parse(body)
    return null
  } catch {
    return 'the body is no JSON'
  }
}

function bodyBreaches(
  purpose: string,
  input: Exchange['input'],
  profile: Profile,
  { contract }: Pick<Pack, 'contract'>,
): readonly ClientBreach[] {
  const schema = requestSchema(purpose, contract)
  if (schema === null) return []
  const places = profile.operations[purpose]?.fields ?? {}
  const fields = new Map<string, string>()
  const content: Record<string, Json> = {}
  for (const [property, { 'x-field': named }] of Object.entries(schema.properties)) {
    const field = named ?? property
    fields.set(property, field)
    const value = input[field]
    if (value !== undefined) content[property] = value
  }
  return contract
    .validator(schema.name, { capability: true })(content)
    .flatMap(({ pointer, clause, message }) => {
      const [property = ''] = pointerTokens(pointer)
      const field = fields.get(property)
      const place = field === undefined ? undefined : places[field]
      // A client cannot get wrong what this target has no place for, or what the documents leave open.
      if (contract.clause(clause)?.level === 'gap') return []
      if (field !== undefined && place === undefined) return []
      // A name that is a guess of ours may not be the one that this target has.
      const isGuess = schema.properties[property]?.['x-gap'] !== undefined
      if (isGuess && !profile.declared.has(`operations.${purpose}.${field ?? ''}`)) return []
      return [{ clause, message, place: place === undefined ? null : placeText(place) }]
    })
}

function placeText(place: NonNullable<Profile['operations'][string]>['fields'][string]): string {
  return place.in === 'body' ? `body:${place.pointer}` : `${place.in}:${place.name}`
}

interface RequestSchema {
  readonly name: string
  readonly properties: Readonly<Record<string, ContractSchema>>
}

/** The component schema that bodies of an operation have; null: it has none. */
function requestSchema(operationId: string, contract: Contract): RequestSchema | null {
  const name = contract.operations.find(({ id }) => id === operationId)?.takes ?? null
  if (name === null) return null
  return { name, properties: contract.refs({ capability: true })(schemaRef(name)).properties ?? {} }
}

function operationOf(operationId: string, contract: Contract): JsonObject | null {
  const { paths } = contract.document({ capability: true })
  for (const item of Object.values(isJsonObject(paths) ? paths : {}))
    for (const operation of Object.values(isJsonObject(item) ? item : {}))
      if (isJsonObject(operation) && operation['operationId'] === operationId) return operation
  return null
}

function clauseOf(operationId: string, contract: Contract): string {
  const clause = operationOf(operationId, contract)?.['x-clause']
  return typeof clause === 'string' ? clause : ''
}

function stateBreach(
  trigger: string,
  bookingId: string,
  shown: ShownBooking,
  profile: Profile,
  { contract: { lifecycle } }: Pick<Pack, 'contract'>,
): ClientBreach | null {
  const states = lifecycle.states
    .filter((state) => shown.status !== null && statusOf(state, profile) === shown.status)
    .map(({ id }) => id)
  const row = lifecycle.rows.find(
    (each) =>
      each.trigger === trigger &&
      each.refused === true &&
      // A condition of a booking that there is already is whether it may be ended.
      (each.condition === undefined
        ? states.includes(each.from)
        : shown.mayEnd === false && each.from !== lifecycle.start),
  )
  if (row === undefined) return null
  const why = row.condition === undefined ? `with status ${shown.status ?? ''}` : 'as one that may not be changed'
  return {
    clause: row.clause,
    ...say`${trigger} of booking ${describeValue(bookingId)}, which was shown ${why} (request ${shown})`,
    place: null,
  }
}

function statusOf(
  { status, profile: key }: Contract['lifecycle']['states'][number],
  profile: Profile,
): Json | undefined {
  if (status !== undefined || key === undefined) return status
  // A profile holds JSON alone where its statuses are.
  return valueAt(profile as unknown as Json, key.split('.'))
}
