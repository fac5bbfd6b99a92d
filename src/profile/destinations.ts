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
  const found: Complaint[] = []
  const placed = (account: string): readonly (readonly string[])[] =>
    ['headers', 'query'].flatMap((part) =>
      Object.entries(toMap(valueAt(profile, [account, part]))).flatMap(([name, value]) =>
        typeof value === 'string' && value.includes(tokenMark) ? [[account, part, name]] : [],
      ),
    )
  const token = valueAt(profile, ['target', 'token'])
  const otherToken = valueAt(profile, ['otherReseller', 'token'])
  const [first] = placed('target')
  const [other] = placed('otherReseller')
  if (first !== undefined && !isMap(token) && commands.reseller === null)
    found.push(without(first, 'target.token', commandVariables.reseller))
  if (
    other !== undefined &&
    !isMap(otherToken) &&
    commands.other === null &&
    !isMap(token) &&
    commands.reseller === null
  )
    found.push(without(other, 'otherReseller.token', commandVariables.other))
  const idle = (path: readonly string[]): Complaint => ({
    path,
    about: 'value',
    expected: `'${tokenMark}' in target.headers or target.query, where the token goes`,
    found: 'a token that goes nowhere',
  })
  if (isMap(token) && first === undefined && other === undefined) found.push(idle(['target', 'token']))
  if (isMap(otherToken) && first === undefined && other === undefined) found.push(idle(['otherReseller', 'token']))
  return found
}

function without(path: readonly string[], key: string, variable: string): Complaint {
  return {
    path,
    about: 'value',
    expected: `${key}, which says how the token is asked for, or a command in the variable ${variable}`,
    found: `${tokenMark}, and neither`,
  }
}

function toMap(value: Json | undefined): { readonly [name: string]: Json } {
  return isMap(value) ? value : {}
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
  for (const [account, { headers = {}, query = {}, token }, command, variable] of [
    ['target', target, reseller, commandVariables.reseller],
    // What the second account does not say is that of the first, but for the token.
    ['otherReseller', laidOver(target, otherReseller) ?? nobody, other, commandVariables.other],
  ] as const) {
    const what = token ? `the token from ${new URL(token.url).origin}` : `what the command of ${variable} prints`
    if (!token && command === null) continue
    for (const [part, members] of Object.entries({ headers, query }))
      for (const [name, value] of Object.entries(members))
        if (value.includes(tokenMark)) say(what, origin, placeOf([account, part, name], []))
  }
  return [
    ...[...lines].map(([line, places]) => `${line}: ${[...new Set(places)].join('; ')}`),
    ...tlsFiles.map(({ part, path }) => `${path} is read as ${tlsParts[part]} for ${origin}`),
  ]
}

const tlsParts = { ca: 'the trusted authorities', cert: 'the certificate', key: 'the key' } as const

const nobody: Partial<Profile['target']> = {}

function laidOver({ headers, query }: Profile['target'], other: Profile['otherReseller']): Profile['otherReseller'] {
  if (other === null) return null
  return { ...other, headers: { ...headers, ...other.headers }, query: { ...query, ...other.query } }
}

function placeOf(path: readonly string[], operations: readonly string[]): string {
  const [first = '', second = '', third = '', ...rest] = path
  if (first === 'target' && second === 'url') return 'address of every request'
  if (first === 'target' && second === 'headers') return `header ${third} of every request`
  if (first === 'target' && second === 'query') return `query parameter ${third} of every request`
  if (first === 'otherReseller' && second === 'query')
    return `query parameter ${third} of every request of the second reseller`
  if (first === 'otherReseller') return `header ${third} of every request of the second reseller`
  if (first === 'operations' && third === 'headers') return `header ${rest[0] ?? ''} of ${second}`
  if (first === 'operations' && third === 'query') return `query parameter ${rest[0] ?? ''} of ${second}`
  if (first === 'operations' && third === 'body') return `body of ${second} at ${toPointer(rest)}`
  if (second === 'url') return `address of ${first}`
  if (second === 'headers') return `header ${third} of ${first}`
  // Elsewhere what stands under the name of an operation is of its body.
  const at = path.findIndex((name, index) => index > 1 && operations.includes(name))
  if (at !== -1) return `body of ${path[at] ?? ''} at ${toPointer(path.slice(at + 1))}`
  return `wherever ${path.join('.')} is used`
}
