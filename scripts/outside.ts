/**
 * Holds what octospec gives to others up to their own tools, which npx brings: the filled in contract to openapi-typescript, Prism and
 * Redocly, the types of the packed package to Are The Types Wrong, and each of its entry points to Node.js 20, 22,
 * 24 and 26. Needs the npm registry.
 *
 *   npm run outside
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specFile } from '../src/contract/specFile.js'

const root = specFile('..')
const bin = join(root, 'bin', 'octospec.js')
const cwd = mkdtempSync(join(tmpdir(), 'octospec-outside-'))
let wrong = 0

interface Ended {
  readonly exit: number
  readonly said: string
}

function command(program: string, argv: readonly string[]): Promise<Ended> {
  const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for tools of others, as long as any' }
  return new Promise((resolve) => {
    const child = execFile(program, argv, { cwd, env, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 }, (_e, out, err) =>
      resolve({ exit: child.exitCode ?? -1, said: out + err }),
    )
  })
}

function say(what: string, holds: boolean, { said }: Pick<Ended, 'said'>): void {
  if (!holds) wrong += 1
  console.log(`${holds ? 'holds' : 'WRONG'}  ${what}${holds ? '' : `\n${said.slice(-2000)}`}`)
}

async function contract(dialect: 'reference' | 'partner'): Promise<void> {
  const file = `${dialect}.yaml`
  const { said: text } = await command(process.execPath, [
    bin,
    'explain',
    '--contract',
    '--profile',
    profileOf(dialect),
  ])
  writeFileSync(join(cwd, file), text)
  const types = await command('npx', ['-y', 'openapi-typescript@7', file, '-o', `${dialect}.d.ts`])
  say(`openapi-typescript makes types of the contract of ${dialect}`, types.exit === 0, types)
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const checked = await command(process.execPath, [tsc, '--noEmit', '--strict', '--types', '', `${dialect}.d.ts`])
  say(`these types are whole`, checked.exit === 0, checked)
  const redocly = join(root, 'node_modules', '.bin', 'redocly')
  const linted = await command(redocly, ['lint', file, '--extends=spec'])
  say('Redocly finds nothing in it', linted.exit === 0 && !/\d warnings?/.test(linted.said), linted)
  await mocked(file, dialect)
}

/** Prism serves it, and what it makes up conforms. */
async function mocked(file: string, dialect: string): Promise<void> {
  const mock = spawn('npx', ['-y', '@stoplight/prism-cli@5', 'mock', '-p', '0', file], { cwd, detached: true })
  let said = ''
  const url = await new Promise<string | undefined>((resolve) => {
    for (const stream of [mock.stdout, mock.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const found = /listening on (http:\/\/[\d.:]+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
    mock.once('exit', () => resolve(undefined))
  })
  try {
    const path = /POST +http:\/\/[^/]+(\/\S*transfers)/.exec(said)?.[1] ?? '/transfers'
    const answer =
      url === undefined
        ? null
        : await fetch(url + path, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'Octo-Capabilities': 'octo/pricing',
              Authorization: 'Bearer x',
              'X-Api-Key': 'x',
            },
            body: '{"currency":"EUR"}',
          })
    writeFileSync(join(cwd, 'mocked.json'), answer === null ? '' : await answer.text())
    const judged = await command(process.execPath, [bin, 'validate', 'mocked.json', '--as', 'transfer'])
    say(`Prism serves the contract of ${dialect}`, answer?.status === 200, { said: said + judged.said })
  } finally {
    // npx has a child of its own.
    if (mock.pid !== undefined) process.kill(-mock.pid)
  }
}

async function entryPoints(): Promise<void> {
  await command('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', cwd, root])
  const tarball = readdirSync(cwd).find((name) => name.endsWith('.tgz')) ?? ''
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module", "private": true }')
  const installed = await command('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`, 'vitest@4'])
  say('the tarball is installed', installed.exit === 0, installed)
  const types = await command('npx', ['-y', '@arethetypeswrong/cli@0.18', `./${tarball}`, '--profile', 'esm-only'])
  say('Are The Types Wrong is content', types.exit === 0, types)
  const head = "import { startReference } from 'octospec'\nconst server = await startReference()\n"
  const options = "{ profile: 'octospec.yaml', url: () => server.url, only: ['transfers.*'] }"
  const files = {
    'octospec.yaml': `target: { url: 'http://127.0.0.1:1', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
    'library.mjs': `${head}import { runSuites } from 'octospec'
import { payload } from 'octospec/fast-check'
import fc from 'fast-check'
const { report } = await runSuites({ profile: 'octospec.yaml', only: ['transfers.*'], overrides: { 'target.url': server.url }, out: 'library-' + process.version })
await server.close()
if (report.summary.checks.fail > 0 || fc.sample(payload('booking'), 3).length < 3) throw new Error(report.headline)
`,
    'conformance.test.js': `${head}import { afterAll } from 'vitest'
import { conformance } from 'octospec/vitest'
conformance(${options})
afterAll(() => server.close())
`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  for (const version of ['20', '22', '24', '26']) {
    const asked = await command('npx', ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'])
    const node = asked.said.split('\n').find((line) => line.startsWith('/')) ?? ''
    const at = (await command(node, ['--version'])).said.trim()
    const tries: Readonly<Record<string, readonly string[]>> = {
      'the command': [
        'node_modules/octospec/bin/octospec.js',
        'run',
        '--reference',
        '--only',
        'transfers.*',
        '--quiet',
      ],
      'the library': ['library.mjs'],
      'octospec/vitest': ['node_modules/vitest/vitest.mjs', 'run', 'conformance.test.js', '--no-cache'],
    }
    for (const [what, argv] of Object.entries(tries)) {
      const ended = await command(node, argv)
      say(`${what} on Node.js ${at}`, ended.exit === 0 && at.startsWith(`v${version}.`), ended)
    }
  }
}

function profileOf(dialect: 'reference' | 'partner'): string {
  return specFile(`transfers/profiles/${dialect}.yaml`)
}

try {
  await contract('reference')
  await contract('partner')
  await entryPoints()
} finally {
  rmSync(cwd, { recursive: true, force: true })
}
process.exitCode = wrong > 0 ? 1 : 0
