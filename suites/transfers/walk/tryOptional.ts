import { answeredAlike, reached, saysNoSuchMethod, targetOver } from '../vocabulary/index.js'
import type { Answer, Profile, WalkRoute } from '../vocabulary/index.js'
import { change } from '../update/updater.js'

/**
 * Asks for extend and update of a hold, for whoever walks to see: that one of these optional operations is not offered, a run would find
 * out only by what it cannot verify.
 */
export async function tryOptional(
  id: string,
  { target: session, profile, step, note }: WalkRoute & { readonly profile: Profile },
): Promise<void> {
  const target = targetOver(session)
  const tried = async (name: 'extend' | 'update', send: () => Promise<Answer>): Promise<void> => {
    if (profile.operations[name] === null) return
    const answer = reached(await step(name, send()), 'further')
    const mayBeNowhere = answer.status === 404 || answer.status === 403
    if (saysNoSuchMethod(answer) || (mayBeNowhere && answeredAlike(answer, await target.stray(name))))
      note(
        `the target answers ${name} with HTTP ${answer.status ?? ''} (exchange ${answer.n}), as one that does not offer it, and ${name} is optional; do: write operations.${name}: null, or mend operations.${name}.request`,
      )
  }
  await tried('extend', () => target.extend(id, { expirationMinutes: 90 }))
  await tried('update', () => target.update(id, change({ profile }, 'octospec doctor')))
}
