import type { Answer } from './answer.js'
import { isGateway } from './isGateway.js'

/**
 * What to do about an answer that does not tell whether its request was performed. With a gateway's status, and JSON or nothing at all
 * in place of a gateway's page, it may be the target's own refusal, which the profile alone can say.
 */
export function comeAgain({ exchange: { response }, limited, profile }: Answer): string {
  const again = 'run again when the target answers, and in time'
  if (response === null || limited || !isGateway(response.status) || response.text !== undefined) return again
  const statuses = [...profile.refusal.statuses, String(response.status)].map((status) => `'${status}'`)
  return `${again}; if the target itself refuses so, and no gateway before it, give refusal.statuses: [${statuses.join(', ')}] in the profile`
}
