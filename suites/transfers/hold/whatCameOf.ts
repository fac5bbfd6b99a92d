import { inWords, type Answer } from '../vocabulary/index.js'

/** What a write did to a hold that is over, as a gap tells it. */
export function whatCameOf(write: Answer, over: Answer): string | null {
  if (write.outcome === 'none' || over.outcome === 'none') return null
  const shown = over.accepted ? `cancellable of it is ${inWords(over.read('cancellable'))}, and` : 'get refuses it, and'
  if (write.refused) return `${shown} it is refused (${write.describe()})`
  return write.accepted ? `${shown} it is accepted: its status is then ${inWords(write.read('status'))}` : null
}
