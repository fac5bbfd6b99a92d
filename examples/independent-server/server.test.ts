import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const inFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const SERVER = inFolder('server.mjs')
const PROFILE = inFolder('profile.yaml')
const OCTOSPEC = process.env['OCTOSPEC_BIN'] ?? inFolder('../../bin/octospec.js')

// Each defect with the check that has to name it.
const FOUND: Readonly<Record<string, string>> = {
  'sorted-list-leaks': 'isolation.list-hides-foreign-bookings',
  'idempotency-across-accounts': 'isolation.idempotency-keys',
  'confirm-after-lapse': 'hold.over-not-confirmed',
  'lapsed-hold-keeps-car': 'hold.frees-availability-unread',
  'refused-reserve-keeps-car': 'reserve.refused-holds-nothing',
  'fx-rounds-apart': 'pricing.original-not-below-retail',
}
const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const each of cleanUp.splice(0)) each()
})

/** Starts the server on a free port and answers its address. */
async function start(...defects: string[]): Promise<string> {
  const flags = defects.flatMap((defect) => ['--defect', defect])
  const child: ChildProcess = spawn(process.execPath, [SERVER, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => child.kill())
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout?.on('data', (text: Buffer) => {
      const address = /http:\S+/.exec(text.toString())?.[0]
      if (address) resolve(address)
    })
  })
}

/** Runs octospec on the server and answers its exit code and what it printed. */
async function octospec(target: string, ...options: string[]): Promise<{ exit: number; printed: string }> {
  const out = mkdtempSync(join(tmpdir(), 'independent-server-'))
  cleanUp.push(() => rmSync(out, { recursive: true, force: true }))
  const args = [OCTOSPEC, 'run', '--profile', PROFILE, '--target', target, '--out', out, ...options]
  const env = { ...process.env, RIDES_KEY_A: 'key-alpha-travel', RIDES_KEY_B: 'key-bravo-tours' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, stdout, stderr) => {
      resolve({ exit: child.exitCode ?? -1, printed: stdout + stderr })
    })
  })
}

describe('a server written from the documents alone', () => {
  it('conforms', { timeout: 300_000 }, async () => {
    const { exit, printed } = await octospec(await start())
    expect(printed).toContain('verdict   conforms')
    expect(exit).toBe(0)
  })

  it('fails with six defects, each by its check', async () => {
    const checks = Object.values(FOUND)
    const only = checks.flatMap((check) => ['--only', check])
    const { exit, printed } = await octospec(await start(...Object.keys(FOUND)), '--verbose', ...only)
    for (const check of checks) expect(printed).toMatch(new RegExp(`^FAIL .*\\b${check}\\b`, 'm'))
    expect(exit).toBe(1)
  })
})
