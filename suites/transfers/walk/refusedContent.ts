import { answeredAlike, escapeText, operationOf, serverWords, WalkFault } from '../vocabulary/index.js'
import type { Answer, Target } from '../vocabulary/index.js'
import { premiseIn } from './premiseIn.js'
import type { Walker } from './routed.js'

/** What of a refusal is about a state, an account or the pace, and not about what the request says. */
const otherwise: ReadonlySet<number> = new Set([401, 403, 405, 409, 410])

/**
 * Nothing, unless the server itself says that it does not know what the profile alone names, that it wants what the profile alone adds,
 * or other days or people; and says so again. A refusal that says nothing of that may be that of a broken server, and is the run's to judge.
 * @param again the same once more, with as little as may be of what else could be refused in it
 * @throws WalkFault
 */
export async function refusedContent(
  answer: Answer,
  { target }: Pick<Walker, 'target'>,
  again: () => Promise<Answer>,
): Promise<void> {
  const { status, exchange } = answer
  const name = operationOf(exchange)
  if (name === null || status === null || answer.limited || status < 400 || status > 499 || otherwise.has(status))
    return
  const premise = premiseIn(answer, name)
  if (premise === null) return
  if (premise.isOfName && name === 'availability' && (await knowsNothing(answer, target))) return
  const repeated = await again()
  if (!repeated.refused || premiseIn(repeated, name)?.there !== premise.there) return
  const { isOfName: _, ...told } = premise
  throw new WalkFault({
    what: `${name} was refused: ${escapeText(serverWords(exchange.response) || answer.describe(), 300)}`,
    answer,
    ...told,
    remedy: 'mend the key in the profile, then try again with octospec doctor',
  })
}

/**
 * Whether the server says the same of the other thing that the profile names: that both are wrong is less likely than that it knows
 * nothing at all, and is at least not certain.
 */
async function knowsNothing(answer: Answer, target: Target): Promise<boolean> {
  const [other] = answer.profile.bookable.late
  return other !== undefined && answeredAlike(answer, await target.availability({}, { bookable: other }))
}
