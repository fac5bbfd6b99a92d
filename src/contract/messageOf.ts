import { describeValue } from './json.js'

/** The words of any thrown value: an error's message, a text as it is, anything else in a few words. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return typeof thrown === 'string' ? thrown : describeValue(thrown)
    // Anybody may have put something else there.
    const message: unknown = thrown.message
    return typeof message === 'string' ? message : describeValue(message)
  } catch {
    // A getter or a proxy of the thrown value threw in its turn.
    return 'something that cannot be shown'
  }
}

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

/** The code that the system gives an error (`ENOENT`); undefined where there is none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
