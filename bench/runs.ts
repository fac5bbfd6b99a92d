import { makeRun } from '../src/act/makeRun.js'
import { silent } from '../src/act/progress.js'
import { systemClock } from '../src/client/clock.js'
import type { Exchange } from '../src/client/exchange.js'
import { transport } from '../src/client/transport.js'
import type { EvidenceLine } from '../src/evidence/evidence.js'
import { rejudge } from '../src/judge/rejudge.js'
import { pack } from '../src/pack.js'
import { referenceProfile, runOnReference } from '../src/proof/runOnReference.js'
import { ratioOf, type Figure } from './figure.js'
import { slowNetwork } from './slowNetwork.js'

/** A run against its own requests sent bare, as many at once, in milliseconds of a request there and back. */
export async function runFigure(latencyMs: number, concurrency: number, repetitions: number): Promise<Figure> {
  const reference = await pack.reference.start({})
  const network = await slowNetwork(reference.url, latencyMs)
  try {
    const profile = await referenceProfile('default', network.url)
    let sent: readonly Exchange[] = []
    const run = async (): Promise<void> => {
      const lines: EvidenceLine[] = []
      await makeRun({
        registry: pack,
        choices: { seed: 1 },
        profile,
        env: {},
        clock: systemClock,
        sink: { write: (line) => void lines.push(line) },
        progress: silent,
        signal: new AbortController().signal,
        concurrency,
      })
      sent = lines.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
    }
    return await ratioOf(
      `run, ${latencyMs} ms, ${concurrency} at once`,
      'its requests sent bare',
      run,
      () => replay(sent, concurrency, profile.limits.timeoutSeconds),
      repetitions,
    )
  } finally {
    network.close()
    await reference.close()
  }
}

async function replay(exchanges: readonly Exchange[], concurrency: number, timeoutSeconds: number): Promise<void> {
  const wire = transport({ concurrency, timeoutSeconds })
  const queue = [...exchanges]
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { method, url, headers, body } = next.request
      const { origin, pathname, search } = new URL(url)
      // Credentials are redacted in an exchange, so what comes back is a refusal; it takes as long on the way.
      await wire.send({
        method,
        origin,
        path: pathname + search,
        headers: Object.entries(headers),
        ...(body !== undefined && { body }),
      })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  await wire.close()
}

/** Judging a run again against parsing its evidence. */
export async function judgingFigure(repetitions: number): Promise<Figure> {
  const { evidence } = await runOnReference({ plan: { seed: 1 } })
  const texts = evidence.map((line) => JSON.stringify(line))
  async function* lines(): AsyncGenerator<EvidenceLine> {
    // What octospec wrote a moment ago.
    for (const text of texts) yield JSON.parse(text) as EvidenceLine
  }
  const judge = async (): Promise<void> => void (await rejudge(lines(), pack))
  const parse = (): Promise<void> => Promise.resolve(texts.forEach((text) => void JSON.parse(text)))
  return ratioOf('judging a run again', 'JSON.parse of its evidence', judge, parse, repetitions * 5)
}
