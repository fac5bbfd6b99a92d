import { readPointer } from '../contract/jsonPointer.js'
import { isMap } from './mergeProfile.js'
import { methods } from './parseRequest.js'
import type { Bookable, Json, Operation, Profile } from './profile.js'
import { looksLikeCredential } from './looksLikeCredential.js'

const redacted = '[redacted]'
/** Shorter values are no secrets, and would be found by chance in every second text. */
const shortest = 4

/**
 * The profile as reports and evidence show it, without a secret: values from the environment are `${NAME}` again, and
 * credentials that stand in the file in plain are `[redacted]`. {@link profileFromEvidence} reads it back.
 * `declared` is a sorted list, an unlimited `requestsPerSecond` is null, and `secrets` lists names alone.
 */
export function redactedProfile(profile: Profile): Json {
  const { declared, secrets, limits, target, otherReseller, bookable, operations, ...rest } = profile
  const clean = cleaner(profile)
  return {
    ...(clean(toJson(rest)) as { [key: string]: Json }), // an object stays an object
    target: {
      url: clean(target.url.replace(/(:\/\/)[^/?#]*@/, `$1${redacted}@`)),
      environment: target.environment,
      headers: named(target.headers, profile),
    },
    otherReseller: otherReseller && { headers: named(otherReseller.headers, profile) },
    bookable: {
      standard: cleanBookable(bookable.standard, profile),
      lateStart: cleanBookable(bookable.lateStart, profile),
    },
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [name, cleanOperation(operation, profile)]),
    ),
    limits: {
      ...limits,
      requestsPerSecond: Number.isFinite(limits.requestsPerSecond) ? limits.requestsPerSecond : null,
    },
    declared: [...declared].toSorted(),
    secrets: [...secrets.keys()].toSorted(),
  }
}

function cleanOperation(operation: Operation | null, profile: Profile): Json {
  if (operation === null) return null
  const { headers, query, body, ...rest } = operation
  const clean = cleaner(profile)
  return {
    ...(clean(toJson(rest)) as { [key: string]: Json }), // an object stays an object
    headers: named(headers, profile),
    query: named(query, profile),
    body: payload(body, profile),
  }
}

function cleanBookable(bookable: Bookable | null, profile: Profile): Json {
  if (bookable === null) return null
  const { availability, reserve, ...rest } = bookable
  return {
    ...(cleaner(profile)(toJson(rest)) as { [key: string]: Json }), // an object stays an object
    ...(availability && { availability: payload(availability, profile) }),
    ...(reserve && { reserve: payload(reserve, profile) }),
  }
}

/** Headers or query parameters: of these even a short secret is put back, and a credential in plain does not stay. */
function named(values: Readonly<Record<string, string>>, profile: Profile): Json {
  const entries = Object.entries(values).map(([name, value]) => {
    const shown = bySecret(value, profile, 1)
    // A profile that comes from evidence shows its variables already.
    const fromEvidence = profile.secrets.size === 0 && /\$\{\w+\}/.test(value)
    const plain = shown === value && !fromEvidence && looksLikeCredential(name, profile.redact.headers)
    return [name, plain ? redacted : shown]
  })
  return Object.fromEntries(entries)
}

function payload(body: Readonly<Record<string, Json>>, profile: Profile): Json {
  let shown = cleaner(profile)(body)
  for (const pointer of profile.redact.pointers) {
    if (pointer !== '' && readPointer<Json>(shown, pointer) !== undefined) shown = without(shown, pointer)
  }
  return shown
}

function without(value: Json, pointer: string): Json {
  const walk = (here: Json, at: string): Json => {
    if (at === pointer) return redacted
    if (Array.isArray(here)) return here.map((item: Json, index) => walk(item, `${at}/${index}`))
    if (!isMap(here)) return here
    return Object.fromEntries(
      Object.entries(here).map(([key, member]) => [
        key,
        walk(member, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ]),
    )
  }
  return walk(value, '')
}

/** Keys stay, because no variable is put into them; so do the words of octospec's own that a short secret may equal. */
function cleaner(profile: Profile): (value: Json) => Json {
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return bySecret(value, profile, shortest)
    if (Array.isArray(value)) return value.map((item: Json) => clean(item))
    if (!isMap(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, isOwnWord(key, member) ? member : clean(member)]),
    )
  }
  return clean
}

function isOwnWord(key: string, value: Json): boolean {
  if (key === 'in') return value === 'body' || value === 'query' || value === 'header'
  return key === 'method' && typeof value === 'string' && methods.includes(value)
}

/** In one pass, the longest first, so that no secret inside another and no name of a variable is replaced again. */
function bySecret(text: string, { secrets }: Profile, from: number): string {
  const found = [...secrets].filter(([, secret]) => secret.length >= from || secret === text)
  if (found.length === 0) return text
  found.sort(([, a], [, b]) => b.length - a.length)
  const pattern = found.map(([, secret]) => secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const names = new Map(found.map(([name, secret]) => [secret, name]))
  return text.replaceAll(new RegExp(pattern, 'g'), (secret) => `\${${names.get(secret) ?? ''}}`)
}

/** A part of a profile is plain data; only its type has no index signature. */
function toJson(value: object): Json {
  return structuredClone(value) as Json
}
