import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { killAndCleanUp } from './killing.test.data.js'
import { testIo, tryMain } from './testIo.test.data.js'

const root = dirname(specFile(''))
const bin = join(root, 'bin', 'octospec.js')
const built = existsSync(join(root, 'dist', 'bundle', 'main.js'))

/** Runs the program and kills it as soon as some scenarios are done. */
function killedAfter(scenarios: number, argv: readonly string[], cwd: string): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, ...argv], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.split('\n').filter((line) => /^ {2}\S+: .*checks/.test(line)).length >= scenarios) child.kill('SIGKILL')
    })
    child.once('exit', (_code, signal) => resolve(signal))
  })
}

// `npm test` builds first; a bare `vitest` without dist/ leaves this out.
test.skipIf(!built)('a run that is killed leaves evidence that reads as cut short, and no other file', async () => {
  const reference = await startReference()
  const { cwd } = testIo()
  try {
    const argv = ['run', '--profile', specFile('transfers/profiles/reference.yaml'), '--target', reference.url]
    const signal = await killedAfter(4, [...argv, '--out', 'out', '--verbose', '--report', 'json,junit,har'], cwd)
    expect(signal).toBe('SIGKILL')
  } finally {
    await reference.close()
  }
  // The lock is left as well; whoever comes next sees that nobody holds it any more.
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['.octospec.lock', 'exchanges.ndjson', 'octospec-files.json'])
  const size = statSync(join(cwd, 'out', 'exchanges.ndjson')).size
  for (const part of [1, 0.9, 0.5, 0.4, 0.02]) {
    cpSync(join(cwd, 'out'), join(cwd, 'part'), { recursive: true, force: true })
    truncateSync(join(cwd, 'part', 'exchanges.ndjson'), Math.floor(size * part))
    const { exit, out } = await tryMain(['verify', 'part'], { cwd })
    // The last part ends within the plan, from which nothing follows.
    expect(out).toContain(part > 0.3 ? 'the evidence is cut short' : 'the evidence cannot be judged')
    if (part > 0.3) expect(out).toContain('there is no report.json; what follows from the evidence is: aborted')
    expect(exit).toBe(1)
  }
})

// `npm run soak -- kill 50` takes many more places, in both dialects.
test.skipIf(!built)('of a run that is killed, clean-up leaves nothing that can be cancelled', async () => {
  const { killed, open, cleanup } = await killAndCleanUp('partner', 333)
  expect(killed).toBe(true)
  expect(open.before).toBeGreaterThan(0)
  expect(open.after, cleanup.said).toBe(0)
  expect(cleanup.said).toMatch(/\d+ of \d+ bookings of the run (?:is|are) left on the target\n$|^nothing is left/)
  expect(cleanup.exit, cleanup.said).toBe(/^0 of|\n0 of|^nothing/.test(cleanup.said) ? 0 : 1)
})
