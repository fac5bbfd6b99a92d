import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { specFile } from '../src/contract/specFile.js'
import { ratioOf, type Figure } from './figure.js'

const bin = specFile('../bin/octospec.js')
const profile = specFile('transfers/profiles/reference.yaml')

/** How long it takes until a program says something, or until it sends its first request. */
export async function startFigures(repetitions: number): Promise<readonly Figure[]> {
  const bare = (): Promise<void> => ended(['-e', '0'])
  const figures = [
    await ratioOf('octospec --version', 'node -e 0', () => ended([bin, '--version']), bare, repetitions),
    await ratioOf(
      'octospec explain --clauses',
      'node -e 0',
      () => ended([bin, 'explain', '--clauses']),
      bare,
      repetitions,
    ),
  ]
  let arrived = (): void => undefined
  const server = createServer((_, response) => {
    arrived()
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // An address of a listening TCP server is never a pipe's name or null.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const first = async (argv: readonly string[]): Promise<void> => {
    const over = new AbortController()
    // What it would do after that must not disturb what comes next.
    arrived = () => over.abort()
    await ended(argv, over.signal)
  }
  const octospec = (): Promise<void> => first([bin, 'run', '--profile', profile, '--target', url])
  const undici = (): Promise<void> => first(['-e', `import('undici').then(({ request }) => request('${url}'))`])
  figures.push(await ratioOf('first request of a run', 'first request of undici', octospec, undici, repetitions))
  server.close()
  server.closeAllConnections()
  return figures
}

function ended(argv: readonly string[], killed?: AbortSignal): Promise<void> {
  const cwd = specFile('..')
  const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for the bench, as long as any other' }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argv, { cwd, env, stdio: 'ignore' })
    killed?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    child.on('exit', () => resolve())
  })
}
