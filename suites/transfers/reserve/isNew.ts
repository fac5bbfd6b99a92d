import { cleanUpScenario, inWords, recordedKind, type Answer } from '../vocabulary/index.js'

/** Whether an accepted reserve made a booking: its key had not been used before. The cleanup reserves again what may have been made. */
export function isNew(answer: Answer, answers: readonly Answer[]): boolean {
  const { n, purpose, scenario } = answer.exchange
  if (!answer.accepted || purpose !== 'reserve' || scenario === cleanUpScenario || !isSeenWhole(answer)) return false
  const key = keyOf(answer)
  return answers.every((other) => other.exchange.purpose !== 'reserve' || other.exchange.n >= n || keyOf(other) !== key)
}

export function keyOf({ exchange }: Answer): string {
  return inWords(exchange.input['idempotencyKey'])
}

/** Whether all that was done to its booking is known: in recorded traffic a key may have been used before it began. */
function isSeenWhole({ exchange }: Answer): boolean {
  const recorded = recordedKind(exchange)
  return recorded === null || recorded === 'booking'
}
