import type { Profile } from '../profile/profile.js'
import { commandVariables, tokenMark } from '../profile/tokenSources.js'
import type { Secret } from '../secrets/secret.js'
import { askToken } from './askToken.js'
import type { Clock } from './clock.js'
import type { Caller } from './exchange.js'
import { runTokenCommand } from './runTokenCommand.js'
import type { Token } from './token.js'
import type { Transport } from './transport.js'

/** The tokens of a session, each asked for when it is needed first, and anew before it ends. */
export interface Tokens {
  /**
   * The token for a caller; null: its requests have none.
   * @throws NoToken
   */
  of(caller: Caller): Promise<string | null>
  /**
   * The target does not know this token any more, which it once did.
   * @returns whether another one is asked for
   */
  spoil(caller: Caller, value: string): boolean
  /** The target took it. */
  took(caller: Caller, value: string): void
}

/** So long before it ends a token is asked for anew, in milliseconds, or that part of its life: an answer takes its time. */
const [early, part] = [60_000, 0.2]

type Account = 'reseller' | 'other'

interface Held {
  readonly token: Promise<Token>
  /** When it is asked for anew, in monotonic milliseconds. */
  until: number
  value: string | null
  taken: boolean
}

/** @param learn told of each token before anybody can send it */
export function openTokens(
  profile: Profile,
  { clock, wire, learn }: { readonly clock: Clock; readonly wire: Transport; readonly learn: (secret: Secret) => void },
): Tokens {
  const held = new Map<Account, Held>()

  const sourceOf = (account: Account): (() => Promise<Token>) | null => {
    const { token } = (account === 'reseller' ? profile.target : profile.otherReseller) ?? {}
    if (token) return () => askToken(token, wire)
    const command = profile.tokenCommands[account]
    return command === null ? null : () => runTokenCommand(command, commandVariables[account])
  }

  /** Whose token a caller sends: one account may have two resellers, which a header tells apart. */
  const accountOf = (caller: Caller): Account | null => {
    if ((caller !== 'reseller' && caller !== 'other') || !hasMark(profile, caller)) return null
    if (sourceOf(caller) !== null) return caller
    return sourceOf('reseller') === null ? null : 'reseller'
  }

  const ask = (account: Account, source: () => Promise<Token>): Held => {
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
      if (held.get(account) === entry) held.delete(account)
      throw error
    })
    const entry: Held = { token, until: Number.POSITIVE_INFINITY, value: null, taken: false }
    held.set(account, entry)
    return entry
  }

  return {
    async of(caller) {
      const account = accountOf(caller)
      const source = account === null ? null : sourceOf(account)
      if (account === null || source === null) return null
      const before = held.get(account)
      const entry = before !== undefined && clock.monotonic() < before.until ? before : ask(account, source)
      return (await entry.token).value
    },
    spoil(caller, value) {
      const account = accountOf(caller)
      if (account === null) return false
      const entry = held.get(account)
      // Somebody else may have heard of it, or asked for another one, meanwhile.
      if (entry?.value !== value) return true
      if (!entry.taken) return false
      held.delete(account)
      return true
    },
    took(caller, value) {
      const account = accountOf(caller)
      const entry = account === null ? undefined : held.get(account)
      if (entry?.value === value) entry.taken = true
    },
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
