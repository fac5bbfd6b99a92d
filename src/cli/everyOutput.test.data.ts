import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../report/formats.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

/** Everything that came out of a run. */
export interface EveryOutput {
  readonly exit: number
  /** By name of the file; what was printed is `the screen`. */
  readonly texts: ReadonlyMap<string, string>
}

/** Runs as on GitHub, with every format and `--verbose`, then verifies and compares the run. Returns all the output. */
export async function everyOutput(
  profile: string,
  env: Readonly<Record<string, string>>,
  more: readonly string[],
): Promise<EveryOutput> {
  const io = testIo({ env })
  const out = join(io.cwd, 'out')
  mkdirSync(out)
  const file = io.file('target.yaml', profile)
  const names = formats.map(({ name }) => name).join(',')
  const argv = ['run', '--profile', file, '--out', 'out', '--report', names, '--verbose', '--effort', 'low', ...more]
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(out, 'summary.md') }
  const exit = await main(argv, { ...io, env: { ...env, ...github } })
  await main(['verify', 'out'], io)
  await main(['diff', 'out', 'out', '--format', 'json'], io)
  const texts = new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')]))
  return { exit, texts: texts.set('the screen', io.both()) }
}
