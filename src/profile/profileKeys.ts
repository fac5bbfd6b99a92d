import { isJsonObject, type JsonObject } from '../contract/json.js'
import { readSpec } from '../contract/builtSpec.js'
import type { Complaint } from './complaint.js'
import { isLoopback } from './credentials.js'
import { keyOf, mergeProfile, type Key, type KeySchema } from './key.js'
import { meant, operationMeant } from './meaning.js'
import { isMap, type JsonMap } from './jsonMap.js'
import type { Json, Profile } from './profile.js'
import { compileOnce, type Departure } from './shapeComplaints.js'

/** Parts of a profile beside its merged content. */
export type ProfileOrigin = Pick<
  Profile,
  'file' | 'declared' | 'secrets' | 'variables' | 'tls' | 'tlsFiles' | 'tokenCommands'
>

/** The keys of the profiles of a service, which their JSON Schema says: see {@link profileKeys}. */
export interface ProfileKeys<Own extends Profile = Profile> {
  readonly root: Key
  /** What `spec/profile.schema.json` is. */
  readonly schema: JsonObject
  /** Assumptions about a target until its profile says otherwise. */
  readonly defaults: Json
  /** Names and values that the documents have in answers. */
  words(): readonly string[]
  /** Faults of a merged profile that a pack knows and no single key tells. */
  complaints(profile: Json): readonly Complaint[]
  /**
   * The profile that a merged and checked document means.
   * @throws TypeError where the document was not checked before
   */
  resolve(document: Json, origin: ProfileOrigin): Own
  /** The places where a merged profile departs from the schema. */
  departures(document: Json): readonly Departure[]
}

interface RootSchema extends KeySchema {
  readonly properties: Readonly<Record<string, KeySchema>>
}

/** `spec/profile.yaml`: the keys that every target has, and those of each operation. */
interface CommonSchema extends RootSchema {
  readonly $defs: Readonly<Record<string, KeySchema>>
  readonly 'x-operation': RootSchema
}

interface ProfileKeysOptions {
  readonly complaints?: ProfileKeys['complaints']
  /** Names and values that the documents of the service have in answers. */
  readonly words?: ProfileKeys['words']
}

/**
 * The keys that a JSON Schema says, and those that every target has.
 * @param own the keys of a service; of an operation only what it has beside others
 */
export function profileKeys<Own extends Profile>(
  own: Json,
  { complaints = () => [], words = () => [] }: ProfileKeysOptions = {},
): ProfileKeys<Own> {
  // Our own files; a test checks them against the meta-schema.
  const { $defs, 'x-operation': everyOperation, ...common } = readSpec('profile.yaml') as CommonSchema
  const { target = {}, otherReseller = {}, operations = {}, ...further } = common.properties
  const { required = [], properties } = own as unknown as RootSchema
  const { operations: ownOperations = {}, ...members } = properties
  const offered = Object.entries(ownOperations.properties ?? {})
  const said = {
    ...common,
    required: [...(common.required ?? []), ...required],
    properties: {
      target,
      otherReseller,
      ...members,
      operations: {
        ...operations,
        properties: Object.fromEntries(offered.map(([name, each]) => [name, operationSchema(everyOperation, each)])),
      },
      ...further,
    },
  }
  const root = keyOf(said, $defs)
  const operationKeys = root.members?.['operations']?.members ?? {}
  const schema = withoutAnnotations({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'octospec profile',
    ...said,
    $defs,
  })
  const validate = compileOnce(schema)
  return {
    root,
    schema,
    defaults: root.fallback ?? {},
    complaints,
    words,
    departures: (document) => validate(document),
    resolve(document, origin) {
      // What the schema says is what the type of the profile says.
      const { target: meantTarget, limits, ...rest } = meant(root, document) as Profile
      const { hosts: _, tls: _tls, ...target } = meantTarget as Profile['target'] & Record<'hosts' | 'tls', unknown>
      const url = withoutSlashes(target.url.trim())
      const isUnlimited = isLoopback(url) && !origin.declared.has('limits.requestsPerSecond')
      const byName = isMap(document) && isMap(document['operations']) ? document['operations'] : {}
      return {
        ...rest,
        ...origin,
        operations: Object.fromEntries(
          Object.entries(operationKeys).map(([name, key]) => [name, operationMeant(key, byName[name] ?? null)]),
        ),
        target: { ...target, url },
        limits: isUnlimited ? { ...limits, requestsPerSecond: Infinity } : limits,
      } as unknown as Own
    },
  }
}

/** An operation, with what each has: its request first, and what goes to the target as it is last. */
function operationSchema(every: RootSchema, own: KeySchema): KeySchema {
  const { description, properties: fields = {} } = own
  // What is said of several operations is a copy each: defaults of a profile are its own.
  const whole = mergeProfile(undefined, structuredClone(every.properties) as Json, fields as Json)
  const known = whole as unknown as RootSchema['properties']
  const { request = {}, headers = {}, query = {}, body = {}, ...further } = known
  return { description, ...every, properties: { request, ...further, headers, query, body } }
}

/** A schema as it is published. */
function withoutAnnotations(schema: object): JsonObject {
  // What is left of our own data is data.
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (name.startsWith('x-') ? undefined : value)),
  ) as JsonObject
}

/** Without those at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** The keys that a profile must set itself, by the schema of a pack's profiles: only these, with null for a value. */
export function requiredKeys({ required, properties }: JsonObject): JsonMap {
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.fromEntries(
    names
      .filter((name) => typeof name === 'string')
      .map((name) => [name, within(isJsonObject(properties) ? properties[name] : undefined)]),
  )
}

function within(property: unknown): JsonMap | null {
  return isJsonObject(property) && property['required'] !== undefined ? requiredKeys(property) : null
}
