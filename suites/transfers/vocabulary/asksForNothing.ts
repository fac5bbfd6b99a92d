import type { Answer } from '../../../src/suite/index.js'

/**
 * Whether a request is an update that asks for no change: a target that answers it with the booking as it is has refused nothing, and
 * allowed nothing either. What the profile gives no place is not sent.
 * @param shown the booking right before; null: not known, so that whatever is sent counts as a change
 */
export function asksForNothing({ exchange, profile }: Answer, shown: Answer | null): boolean {
  const fields = profile.operations.update?.fields ?? {}
  const sent = Object.entries(exchange.input).filter(([name]) => Object.hasOwn(fields, name))
  return (
    exchange.purpose === 'update' &&
    sent.every(([name, value]) => {
      // The receipt option is false by default.
      if (name === 'emailReceipt') return value === false
      if (name === 'reference' || name === 'expirationMinutes' || name === 'notes') return shown?.read(name) === value
      return shown?.at(`/${name}`) === value
    })
  )
}
