import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { RunError } from '../../src/judge/runError.js'
import { run } from '../../src/act/run.js'
import { silent } from '../../src/act/progress.js'
import { systemClock } from '../../src/client/clock.js'
import { faultOf } from '../../src/contract/faultOf.js'
import type { EvidenceLine } from '../../src/evidence/evidence.js'
import { makePlan } from '../../src/judge/makePlan.js'
import { makeReport } from '../../src/judge/makeReport.js'
import type { Json } from '../../src/profile/profile.js'
import { referenceProfile } from '../../src/proof/runOnReference.js'
import { pack } from '../../src/pack.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { mutated, mutations, type Mutation } from './mutation.js'
import { prototypes } from './prototypes.js'
import { reportFaults } from './reportFaults.js'

/** What a number of runs came to. */
export interface FuzzedRuns {
  readonly runs: number
  readonly answers: number
  /** What went wrong, a line each. */
  readonly wrong: readonly string[]
}

const long = new Set(pack.ranking.scenarios.flatMap(({ id, requests }) => (requests > 40 ? [id] : [])))

/** Scenarios with requests of every kind, few enough that a run takes no time. */
const scenarios = [...pack.scenarios.values()].filter(({ kind, id }) => kind === 'one-shot' && !long.has(id))

/**
 * Runs a few scenarios at a time on the reference service behind a server that changes random answers on their way, over real HTTP,
 * until so many answers were changed.
 */
export async function fuzzRuns(answers: number, seed: number): Promise<FuzzedRuns> {
  const before = prototypes()
  const changes = mutations(seed)
  const wrong: string[] = []
  const unhandled = (reason: unknown): void => void wrong.push(`an unhandled rejection: ${faultOf(reason)}`)
  process.on('unhandledRejection', unhandled)
  let runs = 0
  let changed = 0
  try {
    while (changed < answers && runs <= answers) {
      runs += 1
      const one = await fuzzOne(seed + runs, changes)
      changed += one.changed
      wrong.push(...one.wrong.map((fault) => `run ${runs} of seed ${seed}: ${fault}`))
    }
    // A rejection that nobody handles is told after the turn in which it happened.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('unhandledRejection', unhandled)
  }
  if (prototypes() !== before) wrong.push('a prototype was changed')
  return { runs, answers: changed, wrong }
}

async function fuzzOne(
  seed: number,
  some: fc.Arbitrary<readonly Mutation[]>,
): Promise<{ readonly changed: number; readonly wrong: readonly string[] }> {
  const dialect = seed % 3 === 0 ? 'partner' : 'default'
  const changes = fc.sample(some, { numRuns: 40, seed })
  const shares = [0.1, 0.4, 0.9]
  const chances = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: 400, seed })
  const share = shares[seed % shares.length] ?? 0.4
  const reference = await startReference({ dialect })
  let requests = 0
  let changed = 0
  const proxy = await startProxy(new URL(reference.url).origin, (body) => {
    requests += 1
    // Of the first answer it is decided whether this is an API at all.
    if (requests === 1 || (chances[requests % chances.length] ?? 0) > share) return body
    changed += 1
    return mutatedText(body, changes[requests % changes.length] ?? [])
  })
  const evidence: EvidenceLine[] = []
  try {
    const profile = await referenceProfile(dialect, proxy.url + new URL(reference.url).pathname.replace(/\/$/, ''))
    const chosen = [0, 1, 2].flatMap((step) => scenarios[(seed * 3 + step) % scenarios.length]?.id ?? [])
    const only = [...pack.checks.values()].flatMap((check) =>
      check.kind === 'trial' && chosen.includes(check.scenario) ? [check.id] : [],
    )
    const plan = makePlan(profile, pack, systemClock.now(), { seed, only })
    const judging = await run({
      plan,
      profile,
      registry: pack,
      // Nothing here is worth waiting for.
      clock: { ...systemClock, sleep: async () => undefined },
      random: { nonce: () => '0123456789abcdef' },
      sink: { write: (line) => void evidence.push(line) },
      progress: silent,
      signal: new AbortController().signal,
      reuseConnections: true,
    })
    const recorded = evidence.filter(({ type }) => type === 'exchange').length
    const report = makeReport(judging, { file: '', sha256: '0'.repeat(64), exchanges: judging.exchanges })
    return {
      changed,
      wrong: [
        ...(await reportFaults(report, evidence)),
        ...(recorded === requests ? [] : [`${requests} requests, ${recorded} exchanges`]),
        ...evidence.flatMap((line) => (line.type === 'crash' ? [`${line.scenario}: ${line.message}`] : [])),
      ],
    }
  } catch (error) {
    return { changed, wrong: error instanceof RunError ? [] : [faultOf(error)] }
  } finally {
    await proxy.close()
    await reference.close()
  }
}

function mutatedText(body: string, changes: readonly Mutation[]): string {
  try {
    const json: Json = JSON.parse(body)
    return JSON.stringify(mutated(json, changes))
  } catch {
    return JSON.stringify(changes[0]?.value ?? null)
  }
}

/** Passes every request on, and each answer as `change` makes it. */
async function startProxy(
  origin: string,
  change: (body: string) => string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...passed } = headers
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: Object.entries(passed).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]),
      ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
    })
    const body = change(await answer.text())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
