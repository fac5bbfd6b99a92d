import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { specFile } from '../contract/specFile.js'
import { startReference, type DialectName, type Reference } from '../../suites/transfers/reference/startReference.js'

const bin = join(dirname(specFile('')), 'bin', 'octospec.js')

/** What a kill left behind, and what clean-up made of it. */
export interface Killed {
  /** Whether the run was killed; else it came to its end before. */
  readonly killed: boolean
  /** Bookings that the service had on hold or confirmed and would have cancelled, before and after clean-up. */
  readonly open: { readonly before: number; readonly after: number }
  readonly cleanup: { readonly exit: number | null; readonly said: string }
}

/** Runs the built program on a reference service, kills it while a request is under way, and has it clean up. */
export async function killAndCleanUp(dialect: DialectName, atRequest: number): Promise<Killed> {
  const reference = await startReference({ dialect })
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-killed-'))
  try {
    const of = ['--profile', specFile(`transfers/profiles/${dialect === 'partner' ? 'partner' : 'reference'}.yaml`)]
    const target = ['--target', reference.url]
    const run = start(['run', ...of, ...target, '--out', 'out'], cwd)
    const { service } = reference
    const handle = service.handle.bind(service)
    let requests = 0
    service.handle = (call) => {
      requests += 1
      // The service goes on with what it got; nobody is there any more for its answer.
      if (requests === atRequest) run.child.kill('SIGKILL')
      return handle(call)
    }
    const { exit } = await run.ended
    service.handle = handle
    const before = await openBookings(reference)
    const cleanup = await start(['resume', 'out', '--cancel-all', ...of, ...target], cwd).ended
    return { killed: exit === null, open: { before, after: await openBookings(reference) }, cleanup }
  } finally {
    await reference.close()
    rmSync(cwd, { recursive: true, force: true })
  }
}

async function openBookings({ service }: Reference): Promise<number> {
  let open = 0
  for (const reseller of ['a', 'b'] as const)
    for (let page = 1; ; page += 1) {
      const call = { operation: 'list', reseller, credentials: 'valid', input: { page } } as const
      const reply = await service.handle({ ...call, unknownFields: [], capabilityHeader: null })
      if (reply.kind !== 'list' || reply.bookings.length === 0) break
      open += reply.bookings.filter(
        ({ status, cancellable }) => (status === 'ON_HOLD' || status === 'CONFIRMED') && cancellable === true,
      ).length
    }
  return open
}

function start(
  argv: readonly string[],
  cwd: string,
): { child: ReturnType<typeof spawn>; ended: Promise<Killed['cleanup']> } {
  const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' }
  const child = spawn(process.execPath, [bin, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, ended: once(child, 'close').then(() => ({ exit: child.exitCode, said })) }
}
