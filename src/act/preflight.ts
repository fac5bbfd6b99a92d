import type { Profile } from '../profile/profile.js'
import type { Clock } from '../client/clock.js'
import { systemNonce } from '../client/nonce.js'
import { openTarget, type TargetSession } from '../client/openTarget.js'
import { RunError } from '../judge/runError.js'
import { isGateway } from '../client/isGateway.js'

/**
 * The first request of a run, an availability check, which books nothing: tells a target that is not there, that does not know
 * us, or that is no API at all from one that can be judged.
 * @throws RunError for each of these.
 */
export async function preflight(session: TargetSession, profile: Profile): Promise<void> {
  const target = session.for('preflight')
  const answer = await (profile.operations.availability === null ? target.transfers() : target.availability())
  const { response, failure, request } = answer.exchange
  const where = `${request.method} ${request.url}`
  if (response === null) {
    // 429 to the last try is an answer of a kind: the run itself will say what could not be tested.
    if (failure?.kind === 'rate-limited' || failure?.kind === 'too-large') return
    throw new RunError(
      'OCTOSPEC_UNREACHABLE',
      `${where} got no answer: ${failure?.message ?? 'the connection failed'}`,
      'start the target, or mend target.url in the profile; nothing was tested',
    )
  }
  if (isGateway(response.status))
    throw new RunError(
      'OCTOSPEC_UNREACHABLE',
      `${where} answered HTTP ${response.status}: there is a gateway, and no service behind it`,
      'start the service, or mend target.url in the profile; nothing was tested',
    )
  if (response.status === 401 || response.status === 403)
    throw new RunError(
      'OCTOSPEC_CREDENTIALS_REFUSED',
      `${where} answered HTTP ${response.status}: the credentials were refused`,
      'see target.headers in the profile and the environment variables that it names; no booking was made',
    )
  const type = response.headers['content-type'] ?? ''
  if (/html/i.test(type) || /^\s*<(!doctype|html)/i.test(response.text ?? ''))
    throw new RunError(
      'OCTOSPEC_NOT_AN_API',
      `${where} answered HTTP ${response.status} with an HTML page instead of an API's answer`,
      'see target.url in the profile: it must be the address that /bookings is appended to; no booking was made',
    )
}

/**
 * The same before anything is recorded: a target that is not there must not spoil the evidence of an earlier visit.
 * @throws RunError, and the reason of `signal`
 */
export async function greet(profile: Profile, clock: Clock, signal: AbortSignal): Promise<void> {
  const session = openTarget({ profile, clock, random: systemNonce, signal, onExchange: () => undefined })
  try {
    await preflight(session, profile)
  } finally {
    await session.close()
  }
}
