import { describeValue } from './describeValue.js'
import { messageOf } from './messageOf.js'

/** A fault of octospec itself in one line, `TypeError: what it says`, whatever was thrown. Never throws. */
export function faultOf(thrown: unknown): string {
  const message = messageOf(thrown)
  try {
    if (!(thrown instanceof Error)) return message
    const name: unknown = thrown.name
    return `${typeof name === 'string' ? name : describeValue(name)}: ${message}`
  } catch {
    return message
  }
}
