/**
 * How fast octospec is, as a table. Each figure is the ratio to a yardstick that is measured in the same minutes.
 * So it says something of octospec and not of the machine.
 *
 *   npm run bench [-- REPETITIONS]
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pLimit from 'p-limit'
import { transport } from '../src/wire/transport.js'
import { specFile } from '../src/contract/specFile.js'
import type { EvidenceLine } from '../src/evidence/evidence.js'
import { rejudge } from '../src/judge/judgeEvidence.js'
import { pack } from '../src/pack.js'
import { runOnReference } from '../src/proof/runOnReference.js'

const repetitions = Number(process.argv[2] ?? 5)
const bin = specFile('../bin/octospec.js')
const seeded = { plan: { seed: 1 }, concurrency: 4 }

console.log('| what | ms | yardstick | ms | ratio |\n| --- | ---: | --- | ---: | ---: |')
await figure(
  'octospec --version',
  () => ended([bin, '--version']),
  'node -e 0',
  () => ended(['-e', '0']),
)
await figure(
  'first request of a run',
  () => firstRequest(runAt),
  'first request of undici',
  () => firstRequest(undici),
)
const { evidence } = await runOnReference(seeded)
await figure(
  'a run',
  () => runOnReference(seeded),
  'its requests sent bare',
  () => sendBare(evidence),
)
const texts = evidence.map((line) => JSON.stringify(line))
await figure(
  'judging it again',
  () => rejudge(parsed(), pack),
  'parsing its evidence',
  async () => {
    for await (const line of parsed()) void line
  },
)

/** Medians of repetitions in turn, so that other load falls on both alike. The first repetition is to warm up. */
async function figure(what: string, act: Act, yardstick: string, measure: Act): Promise<void> {
  const [times, yards]: [number[], number[]] = [[], []]
  await act()
  for (let each = 0; each < repetitions; each += 1) {
    yards.push(await timed(measure))
    times.push(await timed(act))
  }
  const [took, yard] = [median(times), median(yards)]
  console.log(`| ${what} | ${took.toFixed(0)} | ${yardstick} | ${yard.toFixed(0)} | ${(took / yard).toFixed(2)} |`)
}

type Act = () => Promise<unknown>

async function timed(act: Act): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function runAt(url: string): readonly string[] {
  return [bin, 'run', '--profile', specFile('transfers/profiles/reference.yaml'), '--target', url]
}

function undici(url: string): readonly string[] {
  return ['-e', `import('undici').then(({ request }) => request('${url}'))`]
}

/** Ends when a program sends its first request, and with it the program. */
async function firstRequest(argv: (url: string) => readonly string[]): Promise<void> {
  const arrived = new AbortController()
  const server = createServer(() => arrived.abort())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // An address of a listening TCP server is never a pipe's name or null.
  const { port } = server.address() as AddressInfo
  await ended(argv(`http://127.0.0.1:${port}`), arrived.signal)
  server.close()
  server.closeAllConnections()
}

function ended(argv: readonly string[], killed?: AbortSignal): Promise<void> {
  const env = { ...process.env, OCTOSPEC_RUN_KEY: 'a key for the bench, as long as any other' }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, argv, { cwd: specFile('..'), env, stdio: 'ignore' })
    killed?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
    child.on('exit', () => resolve())
  })
}

/** Sends the requests of a run again. Credentials are redacted, so each is refused, but takes as long on the way. */
async function sendBare(lines: readonly EvidenceLine[]): Promise<void> {
  const reference = await pack.reference.start({})
  const wire = transport({ concurrency: seeded.concurrency, timeoutSeconds: 10 })
  const exchanges = lines.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
  await pLimit(seeded.concurrency).map(exchanges, async ({ request: { method, url, headers, body } }) => {
    const { pathname, search } = new URL(url)
    const { origin } = new URL(reference.url)
    const path = pathname + search
    await wire.send({ method, origin, path, headers: Object.entries(headers), ...(body !== undefined && { body }) })
  })
  await wire.close()
  await reference.close()
}

/** The evidence of the run above, parsed line by line. */
async function* parsed(): AsyncGenerator<EvidenceLine> {
  for (const text of texts) yield JSON.parse(text) as EvidenceLine
}
