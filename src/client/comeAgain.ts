import type { Answer } from './answer.js'
import { isGateway, mayBeOfGateway } from './isGateway.js'

/**
 * What to do about an answer that does not tell whether its request was performed. What has a gateway's status and no page
 * may be the target's own refusal, and so may a page with another: the profile alone can say.
 */
export function comeAgain({ exchange: { response }, limited, profile }: Answer): string {
  const again = 'run again when the target answers, and in time'
  if (response === null || limited || !mayBeOfGateway(response)) return again
  if (isGateway(response.status) && response.text !== undefined) return again
  const statuses = [...profile.refusal.statuses, String(response.status)].map((status) => `'${status}'`)
  return `${again}; if the target itself refuses so, and no gateway before it, give refusal.statuses: [${statuses.join(', ')}] in the profile`
}
