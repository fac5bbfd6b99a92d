import type { Json, Profile } from '../profile/profile.js'
import type { Answer } from './answer.js'
import type { SendOptions } from './bindRequest.js'
import type { Requests } from './service.js'

/** A request that is about to be sent. */
interface Coming {
  readonly name: string
  /** Its idempotency key, where it has one. */
  readonly key: Json | undefined
  readonly given: SendOptions
}

/** Asks one operation by one account. */
type Ask = (operation: string, options: SendOptions) => Promise<Answer>

/**
 * Asks for what a request says something of (`Requests.before`) just before it is sent: a quote may be good for one reservation, and
 * not for long. A request that is sent again with its key says the same again, and so do two that carry it at once.
 * @returns null where a request says nothing of the kind; else the answer, or a Stop where it was not accepted
 */
export function openAskBefore(
  requests: Requests,
  profile: Profile,
): (coming: Coming, ask: Ask) => Promise<Answer> | null {
  const asked = new Map<string, Promise<Answer>>()
  return ({ name, key, given }, ask) => {
    const operation = requests.before?.(name, given, profile) ?? null
    if (operation === null) return null
    // A stranger's request says what somebody might have who is let in.
    const as = given.as === 'other' ? 'other' : 'reseller'
    const known = typeof key === 'string' ? `${as} ${name} ${key}` : null
    const answer =
      (known === null ? undefined : asked.get(known)) ?? ask(operation, { as }).then((answered) => answered.need())
    if (known !== null) {
      asked.set(known, answer)
      answer.catch(() => asked.delete(known))
    }
    return answer
  }
}
