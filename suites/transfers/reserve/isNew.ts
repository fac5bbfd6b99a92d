import { inWords, type Answer } from '../vocabulary/index.js'

/** Whether an accepted reserve made a booking: its key had not been used before. */
export function isNew(answer: Answer, answers: readonly Answer[]): boolean {
  const { n, purpose, scenario } = answer.exchange
  // The cleanup reserves again what may have been made, and so may the clients of recorded traffic.
  if (!answer.accepted || purpose !== 'reserve' || /^(cleanup|recorded\.(other|earlier))/.test(scenario)) return false
  const key = keyOf(answer)
  return answers.every((other) => other.exchange.purpose !== 'reserve' || other.exchange.n >= n || keyOf(other) !== key)
}

function keyOf({ exchange }: Answer): string {
  return inWords(exchange.input['idempotencyKey'])
}
