import { readPointer, toPointer } from '../contract/jsonPointer.js'
import type { Profile } from './profile.js'
import { commandVariables, tokenMark } from './tokenSources.js'

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
