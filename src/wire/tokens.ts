import { shortestSecret, type Secret } from './secrets.js'
import { Stop } from './stop.js'
import type { TokenRequest, Profile } from '../profile/profile.js'
import { isJsonObject } from '../contract/json.js'
import { escapeText } from '../contract/escapeText.js'
import type { Transport } from './transport.js'
import { userAgent } from './bind.js'
import { exec, type ExecException } from 'node:child_process'
import { systemCode } from '../contract/messageOf.js'
import { commandVariables, tokenMark } from '../profile/destinations.js'
import type { Clock } from './clock.js'
import type { Caller } from './exchange.js'

/** A token, and for how many milliseconds it is good. */
interface Token {
  readonly value: string
  /** null: nobody says. */
  readonly lasts: number | null
}

/** Characters of a token at most; headers may have no more in all. */
const longest = 12_000

/** A token that can be sent in a header, and kept secret; null: this is none. */
function tokenOf(value: unknown, seconds: unknown): Token | null {
  if (typeof value !== 'string' || value.length < shortestSecret || value.length > longest) return null
  if (!/^[\x21-\x7e]+$/.test(value)) return null
  const lasts = typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) ? Number(seconds) : seconds
  return { value, lasts: typeof lasts === 'number' && lasts > 0 && lasts < 1e9 ? lasts * 1000 : null }
}

/** No token was to be had where one must be sent: nothing was sent to the target. */
export class NoToken extends Stop {
  readonly code = 'OCTOSPEC_NO_TOKEN'

  constructor(why: string) {
    super(
      why,
      'see target.token in the profile, or the command of OCTOSPEC_TOKEN_COMMAND: nothing was sent to the target',
    )
  }
}

/** Asks for a token by client credentials (RFC 6749, 4.4) and follows no redirect. @throws NoToken */
async function askToken(
  { url, clientId, clientSecret, scope, audience, auth }: TokenRequest,
  wire: Transport,
): Promise<Token> {
  const { origin, pathname, search } = new URL(url)
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  if (scope !== undefined) form.set('scope', scope)
  if (audience !== undefined) form.set('audience', audience)
  if (auth === 'body') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const headers: (readonly [string, string])[] = [
    ['accept', 'application/json'],
    ['accept-encoding', 'identity'],
    ['user-agent', userAgent],
    ['content-type', 'application/x-www-form-urlencoded'],
  ]
  // Both are form-encoded first (RFC 6749, section 2.3.1).
  const pair = [clientId, clientSecret].map((each) => new URLSearchParams({ '': each }).toString().slice(1)).join(':')
  if (auth === 'basic') headers.push(['authorization', `Basic ${Buffer.from(pair).toString('base64')}`])
  const request = { method: 'POST', origin, path: `${pathname}${search}`, headers, body: form.toString() }
  const { response, failure } = await wire.send(request)
  if (response === null) throw new NoToken(`no token came from ${origin}: ${failure?.message ?? ''}`)
  const { status, json } = response
  const said = isJsonObject(json) ? json : {}
  const { error, access_token: value, expires_in: seconds } = said
  if (status < 200 || status > 299) {
    // A code of RFC 6749, section 5.2: anything longer is none, and may repeat what was sent.
    const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` ${escapeText(error, 40)}` : ''
    throw new NoToken(`${origin} gave no token: HTTP ${status}${code}`)
  }
  const token = tokenOf(value, seconds)
  if (token === null) throw new NoToken(`${origin} answered HTTP ${status}, and no access_token that can be sent`)
  return token
}

const timeout = 60_000
const maxBuffer = 64 * 1024

/** Runs a command of the user's own that prints a token. Nothing else it says is shown. @throws NoToken */
async function runTokenCommand(command: string, variable: string): Promise<Token> {
  const printed = await new Promise<string>((resolve, reject) => {
    const child = exec(command, { timeout, maxBuffer, encoding: 'utf8' }, (error, stdout) => {
      if (error === null) resolve(stdout.trim())
      else reject(new NoToken(`the command of ${variable} failed: ${howItFailed(error)}`))
    })
    // It asks nobody.
    child.stdin?.end()
  })
  const token = printed.startsWith('{') ? fromJson(printed) : tokenOf(printed, undefined)
  if (token === null) throw new NoToken(`the command of ${variable} printed no token that can be sent`)
  return token
}

function howItFailed(error: ExecException): string {
  return error.killed === true ? 'it took too long' : `exit ${error.code ?? systemCode(error) ?? 'unknown'}`
}

function fromJson(printed: string): Token | null {
  try {
    const said: unknown = JSON.parse(printed)
    return isJsonObject(said) ? tokenOf(said['access_token'] ?? said['token'], said['expires_in']) : null
  } catch {
    return null
  }
}

/** A token is asked for anew so many milliseconds, or that part of its life, before it ends: an answer takes time. */
const [early, part] = [60_000, 0.2]

type Account = 'reseller' | 'other'

interface Held {
  readonly token: Promise<Token>
  /** When it is asked for anew, in monotonic milliseconds. */
  until: number
  value: string | null
  taken: boolean
}

interface TokenOptions {
  readonly clock: Clock
  readonly wire: Transport
  /** Told of each token before anybody can send it. */
  readonly learn: (secret: Secret) => void
}

/** The tokens of a session, each asked for when a request needs it. */
export class Tokens {
  readonly #profile: Profile
  readonly #options: TokenOptions
  readonly #held = new Map<Account, Held>()

  constructor(profile: Profile, options: TokenOptions) {
    this.#profile = profile
    this.#options = options
  }

  /** The token for a caller; null: its requests have none. @throws NoToken */
  async of(caller: Caller): Promise<string | null> {
    const account = this.#accountOf(caller)
    const source = account === null ? null : this.#sourceOf(account)
    if (account === null || source === null) return null
    const before = this.#held.get(account)
    const isGood = before !== undefined && this.#options.clock.monotonic() < before.until
    return (await (isGood ? before : this.#ask(account, source)).token).value
  }

  /** The target does not know this token any more, which it once did. @returns whether another one is asked for */
  spoil(caller: Caller, value: string): boolean {
    const account = this.#accountOf(caller)
    if (account === null) return false
    const entry = this.#held.get(account)
    // Somebody else may have heard of it, or asked for another one, meanwhile.
    if (entry?.value !== value) return true
    if (!entry.taken) return false
    this.#held.delete(account)
    return true
  }

  /** The target let this token in. */
  took(caller: Caller, value: string): void {
    const account = this.#accountOf(caller)
    const entry = account === null ? undefined : this.#held.get(account)
    if (entry?.value === value) entry.taken = true
  }

  #sourceOf(account: Account): (() => Promise<Token>) | null {
    const { target, otherReseller, tokenCommands } = this.#profile
    const { token } = (account === 'reseller' ? target : otherReseller) ?? {}
    if (token) return () => askToken(token, this.#options.wire)
    const command = tokenCommands[account]
    return command === null ? null : () => runTokenCommand(command, commandVariables[account])
  }

  /** The caller's account, whose token it sends: one account may have two resellers, which a header tells apart. */
  #accountOf(caller: Caller): Account | null {
    if ((caller !== 'reseller' && caller !== 'other') || !hasMark(this.#profile, caller)) return null
    if (this.#sourceOf(caller) !== null) return caller
    return this.#sourceOf('reseller') === null ? null : 'reseller'
  }

  #ask(account: Account, source: () => Promise<Token>): Held {
    const { clock, learn } = this.#options
    const began = clock.monotonic()
    const asked = async (): Promise<Token> => {
      const token = await source()
      const { value, lasts } = token
      learn({ name: account === 'reseller' ? 'TOKEN' : 'OTHER_TOKEN', value })
      entry.value = value
      if (lasts !== null) entry.until = began + lasts - Math.min(early, lasts * part)
      return token
    }
    const token = asked().catch((error: unknown) => {
      // Whoever needs it next asks again.
      if (this.#held.get(account) === entry) this.#held.delete(account)
      throw error
    })
    const entry: Held = { token, until: Number.POSITIVE_INFINITY, value: null, taken: false }
    this.#held.set(account, entry)
    return entry
  }
}

/** Whether requests of a caller carry a token: the second account's headers are laid over those of the first. */
function hasMark({ target, otherReseller }: Profile, caller: Account): boolean {
  const own = caller === 'other' ? otherReseller : null
  const lower = (headers: Readonly<Record<string, string>> = {}): readonly (readonly [string, string])[] =>
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const sent = [
    ...new Map([...lower(target.headers), ...lower(own?.headers)]).values(),
    ...Object.values({ ...target.query, ...own?.query }),
  ]
  return sent.some((value) => value.includes(tokenMark))
}
