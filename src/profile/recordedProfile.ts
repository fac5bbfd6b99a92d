import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { pointerTokens, readPlaces, toPointer } from '../contract/json.js'
import { asEntries } from './entries.js'
import { isPayload, isRead, type Key } from './key.js'
import { placeSaid, requestSaid, said, textOf } from './meaning.js'
import { isMap, type JsonMap, isList, mapJson, mapTexts, valueAt } from './jsonMap.js'
import { holdsVariable, methods } from './place.js'
import type { Json, Profile } from './profile.js'
import type { ProfileKeys } from './profileKeys.js'
import type { Departure } from './shapeComplaints.js'
import { looksLikeCredential, looksLikeToken, shownAddress, statedCredentials } from './credentials.js'
import { shortestSecret, SecretFinder } from '../wire/secrets.js'
import { departure } from '../contract/publishedShape.js'
import { escapeText } from '../contract/escapeText.js'

const redacted = '[redacted]'

/**
 * The profile as reports and evidence show it, without a secret: values from the environment are `${NAME}` again, and
 * credentials that stand in the file in plain are `[redacted]`. {@link profileFromEvidence} reads it back.
 * `declared` is a sorted list, an unlimited `requestsPerSecond` is null, and `secrets` lists names alone.
 */
export function redactedProfile(profile: Profile, { root }: Pick<ProfileKeys, 'root'>): Json {
  const {
    declared,
    secrets,
    variables: _,
    tls: _tls,
    tlsFiles: _files,
    tokenCommands: _commands,
    target: { token: _token, ...target },
    otherReseller,
    ...rest
  } = profile
  const { token: _other, ...other } = otherReseller ?? {}
  const { requestsPerSecond } = rest.limits
  const shown = {
    ...rest,
    target: { ...target, url: shownAddress(target.url) },
    otherReseller: otherReseller === null ? null : other,
    limits: { ...rest.limits, requestsPerSecond: Number.isFinite(requestsPerSecond) ? requestsPerSecond : null },
  }
  return {
    // A part of a profile is plain data; only its type has no index signature.
    ...cleanMembers(root, structuredClone(shown) as object as JsonMap, cleaner(profile)),
    declared: [...declared].toSorted(),
    secrets: [...secrets.keys()].toSorted(),
  }
}

interface Cleaner {
  readonly profile: Profile
  text(text: string): string
  within(text: string): string
  credential(text: string): string
  /** Every text of a value. Its keys stay; so do the words of octospec's own that a short secret may equal. */
  json(value: Json, text?: (text: string) => string): Json
}

/** What keys mean, each as its form wants it: what goes to the target as it is may hold credentials in plain. */
function cleanMembers(key: Key, value: JsonMap, clean: Cleaner): JsonMap {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = key.members?.[name]
      if (isOwnWord(name, member) || own?.schema.enum !== undefined) return [name, member]
      const { items } = own ?? {}
      if (own?.words !== undefined && items !== undefined && isMap(member))
        return [name, asEntries(member).map((entry) => cleanMembers(items, entry, clean))]
      if (items?.members !== undefined && Array.isArray(member))
        return [name, member.map((item: Json) => (isMap(item) ? cleanMembers(items, item, clean) : clean.json(item)))]
      // No variable stands there; what a short one says may be a word that answers are compared with.
      if (own !== undefined && isRead(own)) return [name, clean.json(member, clean.within)]
      if (own === undefined || !isMap(member)) return [name, clean.json(member)]
      if (!isPayload(own)) return [name, cleanMembers(own, member, clean)]
      return [name, own.form === 'body' ? payload(member, clean) : named(member, clean)]
    }),
  )
}

/** Headers or query parameters: a plain credential does not stay, and a name may be a secret plain in the file. */
function named(values: JsonMap, clean: Cleaner): Json {
  const { profile } = clean
  const entries = Object.entries(values).map(([name, given]) => {
    const value = textOf(given)
    const shown = clean.credential(value)
    const plain = shown === value && !isVariable(value, profile) && looksLikeCredential(name, profile.redact.headers)
    // As in requests the scheme is no secret; cookies have none.
    const [scheme = ''] = /cookie/i.test(name) ? [] : (/^[A-Za-z][A-Za-z0-9-]* +(?=\S)/.exec(value) ?? [])
    const ownName = clean.text(name)
    return [looksLikeToken(ownName) ? redacted : ownName, plain ? `${scheme}${redacted}` : shown]
  })
  return Object.fromEntries(entries)
}

function payload(body: Readonly<Record<string, Json>>, clean: Cleaner): Json {
  const { profile } = clean
  const inPlain = statedCredentials(body).filter(
    ({ value }) => !isVariable(String(value), profile) && clean.credential(String(value)) === String(value),
  )
  const listed = profile.redact.pointers.flatMap((each) => readPlaces<Json>(body, each).map(({ pointer }) => pointer))
  const hidden = [...listed, ...inPlain.map(({ pointer }) => pointer)]
  const shown = mapJson(body, (_, path) => (path.length > 0 && hidden.includes(toPointer(path)) ? redacted : undefined))
  return renamed(clean.json(shown), clean)
}

function isVariable(value: string, { secrets }: Profile): boolean {
  return secrets.size === 0 && holdsVariable(value)
}

/** The names of members are the target's here, and one may be a secret. */
function renamed(value: Json, clean: Cleaner): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, clean))
  if (!isMap(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [clean.text(key), renamed(member, clean)]))
}

function cleaner(profile: Profile): Cleaner {
  const secrets = [...profile.secrets].map(([name, value]) => ({ name, value }))
  const everywhere = new SecretFinder(secrets.filter(({ value }) => value.length >= shortestSecret))
  const anyLength = new SecretFinder(secrets)
  const variable = (name: string): string => `\${${name}}`
  const wholes = new Map(secrets.map(({ name, value }) => [value, name]))
  const within = (value: string): string => everywhere.replace(value, variable)
  const text = (value: string): string => {
    const whole = wholes.get(value)
    return whole === undefined ? within(value) : variable(whole)
  }
  const json = (value: Json, shown = text): Json =>
    mapTexts(value, (each, path) => (isOwnWord(path.at(-1) ?? '', each) ? each : shown(each)))
  return { profile, text, within, credential: (value) => anyLength.replace(value, variable), json }
}

function isOwnWord(key: string, value: Json): boolean {
  if (key === 'in') return value === 'body' || value === 'query' || value === 'header'
  return key === 'method' && typeof value === 'string' && methods.includes(value)
}

/**
 * The profile that {@link redactedProfile} wrote, for judging a run again. It has no secrets, so it cannot send.
 * @throws TypeError where the JSON is no such profile.
 */
export function profileFromEvidence<Own extends Profile>(json: Json, keys: ProfileKeys<Own>): Own {
  const wrong = departure('evidence.schema.json', json, 'profile')
  const document = wrong === null ? (said(keys.root, json) ?? null) : null
  const [departs] = document === null ? [] : keys.departures(document).filter((each) => !isHidden(each, document))
  if (document === null || departs !== undefined)
    throw noProfile(wrong ?? `${departs?.instancePath || '/'} ${departs?.message ?? 'is not there'}`)
  // The schemas describe what redactedProfile writes.
  const { file, declared, limits, ...rest } = json as unknown as RecordedProfile
  const none = {
    secrets: new Map(),
    variables: [],
    tls: {},
    tlsFiles: [],
    tokenCommands: { reseller: null, other: null },
  }
  const origin = { file, declared: new Set(declared), ...none }
  // A profile but for these is plain data.
  const own = { ...keys.resolve(document, origin), limits } as object as JsonMap
  const byWord = Object.entries(keys.root.members ?? {}).flatMap(([name, { words }]): [string, Json | undefined][] => {
    const member = valueAt(own, [name])
    const shown = words !== undefined && isMap(member) ? asEntries(member) : member
    // What the evidence lacks would be a default, which the run need not have had.
    if (!isWithin(shown, valueAt(json, [name]))) throw noProfile(`/${name} is another one`)
    return words === undefined ? [] : [[name, member]]
  })
  const requestsPerSecond = limits.requestsPerSecond ?? Infinity
  return {
    ...rest,
    ...Object.fromEntries(byWord),
    ...origin,
    limits: { ...limits, requestsPerSecond },
  } as unknown as Own
}

/** Whether a text departs only from how it is written, where a variable hides a part of it. */
function isHidden({ keyword, instancePath }: Departure, document: Json): boolean {
  const text = keyword === 'pattern' ? valueAt(document, pointerTokens(instancePath)) : undefined
  return typeof text === 'string' && holdsVariable(text)
}

/** Whether a value has at least what another one has. */
function isWithin(part: Json | undefined, whole: Json | undefined): boolean {
  if (!isMap(part) || !isMap(whole)) return isDeepStrictEqual(part, whole)
  return Object.entries(part).every(([name, each]) => isWithin(each, valueAt(whole, [name])))
}

function noProfile(why: string): TypeError {
  return new TypeError(
    `the evidence holds no profile of a run: it was cut short, edited, or written by another version of octospec (${why})`,
  )
}

/** What of a recorded profile is in another form than in a profile. */
interface RecordedProfile extends Pick<Profile, 'file'> {
  readonly declared: readonly string[]
  readonly limits: JsonMap & { readonly requestsPerSecond: number | null }
}

/** A profile as whoever reads the evidence of its run has it; itself where nothing in it came from the environment. */
export function asRecorded(profile: Profile, keys: ProfileKeys): Profile {
  return profile.secrets.size === 0 ? profile : profileFromEvidence(redactedProfile(profile, keys), keys)
}

/** A recorded profile as a YAML file, with variables for secrets; an empty text where it is no such profile. */
export function profileYaml(recorded: Json): string {
  if (!isMap(recorded) || !Array.isArray(recorded['declared'])) return ''
  const declared = new Set<Json>(recorded['declared'])
  // Only what is declared is kept, so what a profile holds beside what its file does (`file`, `declared`) falls away.
  const source = asWritten(recorded, '', declared)
  const kept = pruned(source, '', new Set([...declared, 'target', 'target.url']))
  const shown = withVariables(kept)
  return stringify(shown, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** What is declared of a value: whole where nothing below it is declared by itself. */
function pruned(value: Json, path: string, declared: ReadonlySet<Json>): Json {
  const below = [...declared].some((key) => typeof key === 'string' && path !== '' && key.startsWith(`${path}.`))
  if (!isMap(value) || (path !== '' && !below)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const inner = path === '' ? key : `${path}.${key}`
      return declared.has(inner) ? [[key, pruned(member, inner, declared)]] : []
    }),
  )
}

/** A part of a recorded profile as a file has it: a method and a path become a request, with the places of values. */
function asWritten(value: Json, path: string, declared: ReadonlySet<Json>): Json {
  if (!isMap(value)) return isList(value) ? value.map((item) => asWritten(item, path, declared)) : value
  const { fields, method, path: where, ...rest } = value
  if (typeof method !== 'string' || typeof where !== 'string')
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        asWritten(member, path === '' ? key : `${path}.${key}`, declared),
      ]),
    )
  const places = isMap(fields) ? fields : {}
  // A field that the file declares and that has no place was declared to have none.
  const none = [...declared].flatMap((key) => {
    const [name = '', ...further] =
      typeof key === 'string' && key.startsWith(`${path}.`) ? key.slice(path.length + 1).split('.') : []
    return further.length === 0 && name !== '' && name !== 'request' && !Object.hasOwn(value, name) ? [name] : []
  })
  const written = { ...Object.fromEntries(none.map((name) => [name, null])), ...places, ...rest }
  return {
    request: requestSaid(value),
    ...Object.fromEntries(Object.entries(written).map(([name, each]) => [name, isMap(each) ? partSaid(each) : each])),
  }
}

/** What is a place or a request; anything else stays. */
function partSaid(part: JsonMap): Json {
  if ('in' in part) return placeSaid(part)
  return Object.keys(part).join() === 'method,path' ? requestSaid(part) : part
}

/** `[redacted]` as a variable that is named by where it stands. */
function withVariables(value: Json): Json {
  return mapTexts(value, (text, path) => text.replaceAll(redacted, () => `\${${variableOf(path)}}`))
}

/** The name that scripts of the same report give it: that of the header or member, and whose it is. */
function variableOf(path: readonly string[]): string {
  const words = path[0] === 'otherReseller' ? ['other', path.at(-1)] : path.filter((word) => /\D/.test(word)).slice(-1)
  return words
    .join('_')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll(/\W/g, '_')
    .toUpperCase()
}

export function inlineYaml(value: Json): string {
  const text = stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    singleQuote: true,
    flowCollectionPadding: true,
  })
  const line = text.trimEnd()
  // A text of several lines, and whatever is active: JSON is YAML, too.
  return line.includes('\n') || escapeText(line, line.length) !== line ? jsonLine(value) : line
}

function jsonLine(value: Json): string {
  return escapeText(JSON.stringify(value), 4000)
}
