import type { Complaint } from './complaint.js'
import { isMap, valueAt } from './jsonMap.js'
import type { Json, Profile } from './profile.js'
import { readPointer, toPointer } from '../contract/json.js'

export const tokenMark = '{token}'

/** Variables of the environment that hold a command which prints a token. */
export const commandVariables = { reseller: 'OCTOSPEC_TOKEN_COMMAND', other: 'OCTOSPEC_OTHER_TOKEN_COMMAND' } as const

/** The user's own commands: a profile may be somebody else's, and names none. */
export function tokenCommands(env: Readonly<Record<string, string | undefined>>): Profile['tokenCommands'] {
  const held = (name: string): string | null => {
    const value = env[name]?.trim() ?? ''
    return value === '' ? null : value
  }
  return { reseller: held(commandVariables.reseller), other: held(commandVariables.other) }
}

export function tokenComplaints(profile: Json, commands: Profile['tokenCommands']): readonly Complaint[] {
  const [first, other] = ['target', 'otherReseller'].map((account) => marked(profile, account)[0])
  const [token, otherToken] = ['target', 'otherReseller'].map((account) => valueAt(profile, [account, 'token']))
  const isGiven = isMap(token) || commands.reseller !== null
  const isOtherGiven = isGiven || isMap(otherToken) || commands.other !== null
  const idle = (account: string): Complaint => ({
    path: [account, 'token'],
    about: 'value',
    expected: `'${tokenMark}' in target.headers or target.query, where the token goes`,
    found: 'a token that goes nowhere',
  })
  const goesNowhere = first === undefined && other === undefined
  return [
    ...(first !== undefined && !isGiven ? [without(first, 'target.token', commandVariables.reseller)] : []),
    ...(other !== undefined && !isOtherGiven ? [without(other, 'otherReseller.token', commandVariables.other)] : []),
    ...(isMap(token) && goesNowhere ? [idle('target')] : []),
    ...(isMap(otherToken) && goesNowhere ? [idle('otherReseller')] : []),
  ]
}

/** Where an account sends a token. */
function marked(profile: Json, account: string): readonly (readonly string[])[] {
  return ['headers', 'query'].flatMap((part) => {
    const members = valueAt(profile, [account, part])
    return Object.entries(isMap(members) ? members : {}).flatMap(([name, value]) =>
      typeof value === 'string' && value.includes(tokenMark) ? [[account, part, name]] : [],
    )
  })
}

function without(path: readonly string[], key: string, variable: string): Complaint {
  return {
    path,
    about: 'value',
    expected: `${key}, which says how the token is asked for, or a command in the variable ${variable}`,
    found: `${tokenMark}, and neither`,
  }
}

/** Says which variables, files and tokens a profile sends to which host, a sentence each. */
export function destinations(
  profile: Pick<Profile, 'target' | 'otherReseller' | 'operations' | 'variables' | 'tlsFiles' | 'tokenCommands'>,
): readonly string[] {
  const { target, otherReseller, operations, variables, tlsFiles, tokenCommands } = profile
  const { origin } = new URL(target.url)
  const lines = new Map<string, string[]>()
  const say = (what: string, to: string, place: string): void => {
    const line = `${what} is sent to ${to}`
    lines.set(line, [...(lines.get(line) ?? []), place])
  }
  for (const { name, path } of variables) {
    const [account, part] = path
    const { token } = (account === 'otherReseller' ? otherReseller : target) ?? {}
    if (account === 'target' && part === 'tls') continue
    const base = readPointer<unknown>(profile, toPointer([account ?? '', 'url']))
    if (account !== 'target' && typeof base === 'string')
      say(name, new URL(base, origin).origin, placeOf(path, Object.keys(operations)))
    else if (part === 'token') say(name, token ? new URL(token.url).origin : origin, `${account ?? ''}.token`)
    else say(name, origin, placeOf(path, Object.keys(operations)))
  }
  const { reseller, other } = tokenCommands
  // What the second account does not say is that of the first, but for the token.
  for (const [account, own, command, variable] of [
    ['target', target, reseller, commandVariables.reseller],
    ['otherReseller', laidOver(target, otherReseller), other, commandVariables.other],
  ] as const) {
    if (own === null || (!own.token && command === null)) continue
    const what = own.token
      ? `the token from ${new URL(own.token.url).origin}`
      : `what the command of ${variable} prints`
    const { headers, query = {} } = own
    for (const path of marked({ [account]: { headers, query } }, account)) say(what, origin, placeOf(path, []))
  }
  return [
    ...[...lines].map(([line, places]) => `${line}: ${[...new Set(places)].join('; ')}`),
    ...tlsFiles.map(({ part, path }) => `${path} is read as ${tlsParts[part]} for ${origin}`),
  ]
}

const tlsParts = { ca: 'the trusted authorities', cert: 'the certificate', key: 'the key' } as const

function laidOver({ headers, query }: Profile['target'], other: Profile['otherReseller']): Profile['otherReseller'] {
  if (other === null) return null
  return { ...other, headers: { ...headers, ...other.headers }, query: { ...query, ...other.query } }
}

const kinds: Readonly<Record<string, string>> = { headers: 'header', query: 'query parameter' }

function placeOf(path: readonly string[], operations: readonly string[]): string {
  const [first = '', second = '', third = '', ...rest] = path
  const kind = kinds[second] ?? 'header'
  if (first === 'target' && second === 'url') return 'address of every request'
  if (first === 'target' && kinds[second] !== undefined) return `${kind} ${third} of every request`
  if (first === 'otherReseller') return `${kind} ${third} of every request of the second reseller`
  if (first === 'operations' && third === 'body') return `body of ${second} at ${toPointer(rest)}`
  if (first === 'operations' && kinds[third] !== undefined) return `${kinds[third]} ${rest[0] ?? ''} of ${second}`
  if (second === 'url') return `address of ${first}`
  if (second === 'headers') return `header ${third} of ${first}`
  // Elsewhere what stands under the name of an operation is of its body.
  const at = path.findIndex((name, index) => index > 1 && operations.includes(name))
  if (at !== -1) return `body of ${path[at] ?? ''} at ${toPointer(path.slice(at + 1))}`
  return `wherever ${path.join('.')} is used`
}
