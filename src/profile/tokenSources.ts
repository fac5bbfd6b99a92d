import type { Complaint } from './complaint.js'
import { isMap, valueAt } from './mergeProfile.js'
import type { Json, Profile } from './profile.js'

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
