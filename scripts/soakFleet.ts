import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FleetIndex } from '../src/fleet/fleetIndex.js'
import { specFile } from '../src/contract/specFile.js'
import { startReference, type Reference } from '../suites/transfers/reference/startReference.js'

const bin = specFile('../bin/octospec.js')
const shards = 4

/**
 * A fleet of so many profiles, on a tenth as many reference services, in one process, and again in four shards as four processes, one of
 * which is killed and gone on with: merged, they must have the same index. Runs are smoke runs, as ten whole ones would take the test clock
 * of a service past the days that the profile asks for.
 *
 * @returns how many targets differ
 */
export async function soakFleet(count: number): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-fleet-'))
  const all = Math.max(2, Math.ceil(count / 10))
  const servers: Reference[] = []
  for (let at = 0; at < all; at += 1)
    servers.push(
      await startReference({
        dialect: at % 2 === 0 ? 'default' : 'partner',
        // Every fifth supplier breaks something, so that there is something to tell.
        faults: at % 5 === 4 ? ['transfers-refuse-gbp'] : [],
      }),
    )
  try {
    writeFleet(cwd, count, servers)
    const whole = await timed(
      () => run(cwd, ['fleet', 'fleet.yaml', '--effort', 'smoke', '--out', 'whole', '--quiet']).ended,
    )
    say('in one process', whole, count)
    const parts = await timed(async () => {
      const running = Array.from({ length: shards }, (_, at) => shard(cwd, at + 1))
      const [unlucky] = running
      const first = unlucky?.child
      // In the midst of its work, after some targets.
      first?.stdout?.on('data', (chunk: Buffer) => void (/conforms/.test(chunk.toString()) && first.kill('SIGKILL')))
      const ended = await Promise.all(running.map(({ ended: each }) => each))
      const killed = ended.filter(({ exit }) => exit === null).length
      const again = await shard(cwd, 1).ended
      const told = /going on with the pass[^\n]*/.exec(again.said)?.[0] ?? 'it did not go on'
      console.log(`${killed} of ${shards} processes was killed; ${told}`)
      return { exit: again.exit, said: '', seconds: ended.reduce((sum, { seconds }) => sum + seconds, again.seconds) }
    })
    say(`in ${shards} processes`, parts, count)
    const folders = Array.from({ length: shards }, (_, at) => `shard${at + 1}`)
    await run(cwd, ['fleet', '--merge', ...folders, '--out', 'merged']).ended
    const differing = differences(indexOf(cwd, 'whole'), indexOf(cwd, 'merged'))
    for (const { name, told } of differing) console.log(`  ${name} differs:\n    ${told.join('\n    ')}`)
    const { summary } = indexOf(cwd, 'merged')
    const came = Object.entries(summary).map(([verdict, times]) => `${times} ${verdict}`)
    console.log(`${count} targets on ${all} servers: ${came.join(', ')}; ${differing.length} differ`)
    if (differing.length === 0) rmSync(cwd, { recursive: true, force: true })
    else console.log(`all of it is in ${cwd}`)
    return differing.length
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}

function writeFleet(cwd: string, count: number, servers: readonly Reference[]): void {
  const texts = ['reference', 'partner'].map((name) =>
    readFileSync(specFile(`transfers/profiles/${name}.yaml`), 'utf8'),
  )
  const lines = ['targets:']
  for (let at = 0; at < count; at += 1) {
    const name = `supplier-${String(at).padStart(4, '0')}`
    const place = at % servers.length
    // One is written wrongly, and one is down.
    writeFileSync(join(cwd, `${name}.yaml`), at === 3 ? 'target: { ur: x }' : (texts[place % 2] ?? ''))
    const target = at === 4 ? 'http://127.0.0.1:9' : (servers[place]?.url ?? '')
    lines.push(`  - { profile: ${name}.yaml, target: '${target}', envFile: partner.env }`)
  }
  writeFileSync(join(cwd, 'partner.env'), 'PARTNER_KEY=partner-key-a\nPARTNER_KEY_B=partner-key-b\n')
  writeFileSync(join(cwd, 'fleet.yaml'), `${lines.join('\n')}\n`)
}

interface Ended {
  readonly exit: number | null
  readonly said: string
  /** Of processor time. */
  readonly seconds: number
}

function shard(cwd: string, index: number): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  return run(cwd, [
    'fleet',
    'fleet.yaml',
    '--effort',
    'smoke',
    '--shard',
    `${index}/${shards}`,
    '--out',
    `shard${index}`,
  ])
}

function run(cwd: string, argv: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for soaking, as long as any other one' }
  // What a process took is told by itself when it ends; of one that is killed nobody knows.
  const program = ['--import', `data:text/javascript,${encodeURIComponent(usage)}`, bin, ...argv]
  const child = spawn(process.execPath, program, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    child,
    ended: once(child, 'close').then(() => ({
      exit: child.exitCode,
      said,
      seconds: Number(/^cpu (\d+)$/m.exec(said)?.[1] ?? 0) / 1e6,
    })),
  }
}

const usage =
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('cpu ' + (user + system) + '\\n') })"

async function timed(act: () => Promise<Ended>): Promise<Ended & { readonly wall: number }> {
  const began = performance.now()
  const ended = await act()
  return { ...ended, wall: (performance.now() - began) / 1000 }
}

function say(how: string, { wall, seconds }: { readonly wall: number; readonly seconds: number }, count: number): void {
  console.log(
    `${how}: ${wall.toFixed(0)} s, of processor time ${seconds.toFixed(0)} s, ${(seconds / count).toFixed(2)} s a target`,
  )
}

function indexOf(cwd: string, folder: string): FleetIndex {
  // Of a fleet that octospec has just written.
  return JSON.parse(readFileSync(join(cwd, folder, 'index.json'), 'utf8')) as FleetIndex
}

/** Targets of which the two say different things, times apart, and what each says. */
function differences(
  ...indexes: readonly [FleetIndex, FleetIndex]
): readonly { name: string; told: readonly string[] }[] {
  const told = indexes.map(
    ({ targets }) =>
      new Map(
        targets.map(({ name, runs }) => [
          name,
          JSON.stringify(
            runs.map(({ verdict, headline, broken, unverified, failing }) => [
              verdict,
              headline.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, ''),
              broken,
              unverified,
              failing,
            ]),
          ),
        ]),
      ),
  )
  const names = new Set(told.flatMap((each) => [...each.keys()]))
  return [...names]
    .map((name) => ({ name, told: told.map((each) => each.get(name) ?? 'nothing') }))
    .filter(({ told: [before, after] }) => before !== after)
}
