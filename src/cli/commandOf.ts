import type { Profile } from '../profile/profile.js'
import type { Io } from './io.js'
import type { ProfileChoice } from './profileSource.js'

/** The words that another run like this one is asked for with, without a secret: see `Plan.command`. */
export function commandOf(
  given: ProfileChoice &
    Readonly<Record<'effort', string | undefined>> &
    Readonly<Record<'strict' | 'allow-live-bookings' | 'wait', boolean>>,
  { file }: Profile,
  { env, secrets }: Io,
): readonly string[] {
  const valued = (name: string, values: readonly string[]): string[] =>
    values.flatMap((value) => [`--${name}`, secrets.text(value)])
  const flags = (['reference', 'strict', 'allow-live-bookings', 'wait'] as const).filter((name) => given[name])
  return [
    // Where npx found it, it is on nobody's path.
    ...(env['npm_command'] === 'exec' ? ['npx'] : []),
    'octospec',
    'run',
    ...(given.reference ? [] : valued('profile', [file])),
    ...flags.map((name) => `--${name}`),
    ...(['target', 'effort'] as const).flatMap((name) =>
      // A smoke run chooses checks; what failed in it is run again as in any other.
      given[name] === 'smoke' ? [] : valued(name, [given[name] ?? []].flat()),
    ),
  ]
}
