import { encodeBasic, looksLikeCredential } from '../profile/credentials.js'
import type { Secret } from '../wire/secrets.js'

/** A header, or a parameter of the query, that every request of an account carries. */
export interface AccountHeader {
  readonly name: string
  readonly inQuery?: true
  readonly value: string
  /** What stands for it in a profile: a secret by the variable that holds it, `Bearer ${OCTO_TOKEN}`. */
  readonly written: string
  /** Its secrets; empty: it is no credential. */
  readonly secrets: readonly Secret[]
}

/** A header of the command line that cannot be used: what is wrong with it. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError'
  /** What to do, where that is not to write it in another form. */
  readonly remedy: string | null

  constructor(message: string, remedy: string | null = null) {
    super(message)
    this.remedy = remedy
  }
}

/** A scheme such as `Bearer`, and what follows it. */
const schemed = /^([A-Za-z][A-Za-z0-9-]{0,30}) +(\S.*)$/

/**
 * A header as the command line has it, `Name: value`, in which `${NAME}` stands for a variable. A plain value that
 * looks like a credential becomes the variable that holds it, or one that is to be set.
 * @param spare name of the variable to set
 * @throws HeaderError
 */
export function accountHeader(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  spare: string,
): AccountHeader {
  const [, name = '', given = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(\S.*)$/.exec(text) ?? []
  if (name === '') throw new HeaderError("a header is 'Name: value'")
  const secrets: Secret[] = []
  const value = given.replaceAll(/\$\$\{|\$\{([A-Za-z_]\w*)\}/g, (_, variable?: string) => {
    // As in a profile.
    if (variable === undefined) return '${'
    const held = env[variable]
    if (held === undefined || held.trim() === '')
      throw new HeaderError(
        `the environment variable ${variable} is ${held === undefined ? 'not set' : 'empty'}`,
        `export ${variable} with the credential in it, or name the variable that has it`,
      )
    secrets.push({ name: variable, value: held })
    return held
  })
  if (secrets.length > 0 || !looksLikeCredential(name)) return sent({ name, value, written: given, secrets })
  const [, scheme, rest = value] = schemed.exec(value) ?? []
  const [variable = spare] = Object.entries(env).find(([, held]) => held === rest) ?? []
  return sent({
    name,
    value,
    written: `${scheme === undefined ? '' : `${scheme} `}\${${variable}}`,
    secrets: [{ name: variable, value: rest }],
  })
}

/** As a run sends it: a user and a password of HTTP Basic are encoded, and the result is as secret as they are. */
function sent(header: AccountHeader): AccountHeader {
  const value = encodeBasic(header.name, header.value)
  const name = header.secrets.at(-1)?.name
  if (value === header.value || name === undefined) return { ...header, value }
  return { ...header, value, secrets: [...header.secrets, { name, value: value.slice(value.indexOf(' ') + 1) }] }
}

/**
 * A parameter of the query as the command line has it, `name=value`: see {@link accountHeader}.
 * @throws HeaderError
 */
export function accountQuery(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  spare: string,
): AccountHeader {
  const [, name = '', value = ''] = /^([^\s=&#?:]{1,100})=(\S.*)$/.exec(text) ?? []
  if (name === '') throw new HeaderError("a parameter of the query is 'name=value'")
  return { ...accountHeader(`${headerSafe(name)}: ${value}`, env, spare), name, inQuery: true }
}

/** Names of parameters may have characters that headers may not. */
function headerSafe(name: string): string {
  return name.replaceAll(/[^\w-]/g, '-')
}
