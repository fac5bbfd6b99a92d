import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'

const bin = join(dirname(specFile('')), 'bin', 'octospec.js')
const built = existsSync(join(dirname(specFile('')), 'dist', 'bundle', 'main.js'))

interface Ended {
  readonly exit: number | null
  readonly out: string
  readonly err: string
}

function start(
  argv: readonly string[],
  file: string = bin,
  cwd: string = mkdtempSync(join(tmpdir(), 'octospec-bin-')),
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...argv], { cwd }, (_error, out, err) =>
      resolve({ exit: child.exitCode, out, err }),
    )
  })
}

// `npm test` builds first; a bare `vitest` without dist/ leaves these out.
test.skipIf(!built)('the program prints its version and ends with 0, wrong use with 2', async () => {
  expect(await start(['--version'])).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
  })
  const wrong = await start(['runn'])
  expect(wrong).toMatchObject({ exit: 2, out: '' })
  expect(wrong.err).toContain('did you mean run?')
})

test.skipIf(!built)('the program serves, is run against, conforms, and ends at SIGTERM', async () => {
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    let said = ''
    for await (const chunk of server.stdout) {
      said += String(chunk)
      if (said.includes('try: ')) break
    }
    const url = /listens at (\S+)/.exec(said)?.[1] ?? ''
    const profile = specFile('transfers/profiles/reference.yaml')
    const run = await start([
      'run',
      '--profile',
      profile,
      '--target',
      url,
      '--only',
      'transfers.accepted',
      '--out',
      'o',
    ])
    expect(run.err).toMatch(/^1 check by 1 scenario,/)
    expect(run.out).toMatch(/^verdict {3}no failures in the \d+ requests? of a partial run\. .*\(exit 0\)$/m)
    expect(run.out).not.toContain('\u001b')
    expect(run.exit).toBe(0)
  } finally {
    server.kill('SIGTERM')
  }
  expect(await closed).toBe(0)
})

test.skipIf(!built || process.platform === 'win32')(
  'a run whose terminal is closed cleans up and is reported as aborted',
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'octospec-bin-'))
    const argv = ['run', '--reference', '--out', 'out', '--verbose']
    const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' }
    const child = spawn(process.execPath, [bin, ...argv], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const closed = new Promise<number | null>((resolve) => child.once('exit', resolve))
    let said = ''
    for await (const chunk of child.stderr) {
      said += String(chunk)
      if (said.includes('reserve') && !child.killed) child.kill('SIGHUP')
    }
    expect(await closed).toBe(4)
    expect(said).toContain('SIGHUP: cleaning up and writing the report')
    expect(JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8'))).toMatchObject({
      verdict: 'aborted',
      problems: ['the run was interrupted by SIGHUP'],
    })
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual([
      'exchanges.ndjson',
      'octospec-files.json',
      'report.html',
      'report.json',
    ])
  },
)

test('a program that is not built says so', async () => {
  const here = mkdtempSync(join(tmpdir(), 'octospec-bin-'))
  writeFileSync(join(here, 'package.json'), '{"type":"module"}')
  cpSync(dirname(bin), join(here, 'bin'), { recursive: true })
  const { exit, err } = await start(['run'], join(here, 'bin', 'octospec.js'))
  expect(err).toContain('do: npm run build')
  expect(exit).toBe(5)
})
