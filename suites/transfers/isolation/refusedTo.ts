import { isDeepStrictEqual } from 'node:util'
import {
  failAt,
  idText,
  isCounted,
  isMap,
  pass,
  refusal,
  showsNothing,
  unjudged,
  untested,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement } from '../vocabulary/index.js'
import { isItsKey } from './isItsKey.js'

/**
 * Judges that something was refused to a stranger, or answered with nothing. That the owner was refused the same proves that the refusal had another
 * cause; that the stranger was let in needs no such proof.
 * @param control the same request by the owner
 * @param told what is wrong, after the name of the operation
 */
export function refusedTo(answer: Answer | null, control: Answer | null, told: string): Judgement {
  if (!answer || (answer.outcome === 'none' && !showsNothing(answer))) return unjudged(answer)
  if (answer.accepted) return failAt(answer, '', { message: `${answer.exchange.purpose} ${told}`, ...wants.refused() })
  if (control?.redirected === true) return unjudged(control)
  if (control?.accepted !== true)
    return untested(
      `the owner's own ${answer.exchange.purpose} was not accepted either (${control?.describe() ?? 'not asked'}), so a refusal proves nothing`,
      `make ${answer.exchange.purpose} succeed for the owner of the booking`,
      control === null ? { kind: 'unseen' } : refusal(control),
    )
  return pass
}

/**
 * Whose booking a stranger was shown. An id may be counted for each account, or be a key that both have sent: then what else the booking
 * shows tells, and where nothing does, it is unknown.
 * @param owner what the owner was answered of the booking, whatever was done to it in between
 * @param underKey what the stranger was answered when it reserved with the key of the booking; null: it has not
 */
export function whose(
  answer: Answer,
  owner: readonly [Answer, ...Answer[]],
  underKey: Answer | null,
): 'owner' | 'stranger' | 'unknown' {
  const [booking] = owner
  const [id, wanted] = [answer.read('id'), booking.read('id')]
  if (id !== undefined && wanted !== undefined && idText(id) !== idText(wanted)) return 'stranger'
  const [notes, written] = [answer.read('notes'), booking.read('notes')]
  if (typeof notes === 'string' && typeof written === 'string') return notes === written ? 'owner' : 'stranger'
  const lasting = lastingIn(owner)
  if (isCounted(idText(id) ?? '')) return differing(answer, lasting).length > 0 ? 'stranger' : 'unknown'
  const isItsOwnKey = owner.some(({ exchange }) => isItsKey(wanted, exchange.input['idempotencyKey']))
  if (!isItsOwnKey || underKey === null || underKey.refused || answer.n < underKey.n) return 'owner'
  // What tells the two apart tells whose this is, or that it is neither.
  const telling = differing(underKey, lasting)
  if (telling.length === 0) return 'unknown'
  const own = memberOf(underKey)
  const shown = memberOf(answer)
  return telling.some((name) => isDeepStrictEqual(shown(name), own(name))) ? 'stranger' : 'owner'
}

/** The members that were the same in all that the owner was answered. */
function lastingIn([first, ...others]: readonly [Answer, ...Answer[]]): ReadonlyMap<string, Json> {
  const { json = null } = first
  const all = Object.entries(isMap(json) ? json : {})
  return new Map(all.filter(([name, value]) => others.every((each) => isDeepStrictEqual(memberOf(each)(name), value))))
}

/** Which of these members an answer shows otherwise. */
function differing(answer: Answer, members: ReadonlyMap<string, Json>): readonly string[] {
  const shown = memberOf(answer)
  return [...members.keys()].filter(
    (name) => shown(name) !== undefined && !isDeepStrictEqual(shown(name), members.get(name)),
  )
}

function memberOf({ json = null }: Answer): (name: string) => Json | undefined {
  return (name) => (isMap(json) ? json[name] : undefined)
}
