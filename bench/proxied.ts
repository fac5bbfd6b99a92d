import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specFile } from '../src/contract/specFile.js'
import { ratioOf, type Figure } from './figure.js'
import { slowNetwork, type SlowNetwork } from './slowNetwork.js'

const bin = specFile('../bin/octospec.js')
const profile = specFile('transfers/profiles/reference.yaml')
const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for the bench, as long as any other' }

/** What a whole run takes by way of `octospec proxy`, against the same run without: each is a process of its own. */
export async function proxiedFigure(latency: number, repetitions: number): Promise<Figure> {
  const cwd = mkdtempSync(join(tmpdir(), 'octospec-bench-'))
  const servers: ChildProcess[] = []
  const listening = async (argv: readonly string[]): Promise<string> => {
    const server = spawn(process.execPath, [bin, ...argv], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    servers.push(server)
    let said = ''
    return new Promise((resolve) => {
      server.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const url = /listens at (\S+)/.exec(said)?.[1]
        if (url !== undefined) resolve(url)
      })
    })
  }
  const run = async (url: string): Promise<void> => {
    const argv = ['run', '--profile', profile, '--target', url, '--report', 'json', '--out', 'run']
    const child = spawn(process.execPath, [bin, ...argv], { cwd, env, stdio: 'ignore' })
    // What a process ends with: no code where a signal did.
    const [exit] = (await once(child, 'exit')) as [number | null]
    if (exit !== 0) throw new Error(`the run by way of ${url} ended with ${exit ?? 'a signal'}`)
  }
  const networks: SlowNetwork[] = []
  let near = ''
  let proxied = ''
  const end = (): void => {
    for (const server of servers.splice(0)) server.kill('SIGKILL')
    for (const network of networks.splice(0)) network.close()
  }
  const serving = async (): Promise<string> => {
    const direct = await listening(['serve', '--port', '0'])
    if (latency === 0) return direct
    const network = await slowNetwork(direct, latency)
    networks.push(network)
    return network.url
  }
  // Each run has a server of its own: the second on one has longer lists to read, and moves its clock on past its last day.
  const begin = async (): Promise<void> => {
    end()
    near = await serving()
    const given = ['proxy', '--profile', profile, '--target', await serving(), '--listen', '0', '--out', 'seen.har']
    proxied = await listening(given)
  }
  try {
    return await ratioOf(
      `run by way of the proxy, ${latency} ms`,
      'the same run without',
      () => run(proxied),
      () => run(near),
      repetitions,
      begin,
    )
  } finally {
    end()
    rmSync(cwd, { recursive: true, force: true })
  }
}
