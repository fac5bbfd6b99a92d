/**
 * How much memory the reports of a run need, by the number of its exchanges: writes evidence of 1,000, of 10,000 and of 100,000 exchanges
 * and renders every format that reads it. The peak of the heap must not grow with them. Prints the rows of a table.
 *
 *   node --expose-gc dist/bench/report-memory.js [EXCHANGES...]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceFile, evidenceName } from '../src/evidence/evidenceFile.js'
import { formats } from '../src/report/formats/index.js'
import { readEvidence } from '../src/evidence/readEvidence.js'
import { writeReports } from '../src/report/writeReports.js'
import { referenceProfile } from '../src/proof/runOnReference.js'
import type { EvidenceLine } from '../src/evidence/evidence.js'
import { makePlan } from '../src/judge/makePlan.js'
import { makeReport } from '../src/judge/makeReport.js'
import { rejudge } from '../src/judge/rejudge.js'
import { pack } from '../src/pack.js'

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [1000, 10_000, 100_000]
/** A heap that does not grow with the exchanges still varies by when garbage is collected. */
const mostRatio = 1.5

interface Measured {
  readonly bytes: number
  /** The most that was alive after a collection, above what was alive before, in bytes: looked at ten times a second. */
  readonly peak: number
  readonly seconds: number
}

async function measure(exchanges: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'octospec-bench-'))
  const path = join(folder, evidenceName)
  try {
    const sink = evidenceFile(path)
    const profile = await referenceProfile('default', 'http://127.0.0.1:4010')
    const plan = { ...makePlan(profile, pack, 1_777_000_000_000), nonce: 'bench' }
    sink.write({ type: 'plan', plan })
    for (let n = 1; n <= exchanges; n += 1) for (const line of linesOf(n)) sink.write(line)
    sink.write({ type: 'bookings', bookings: [] })
    sink.write({ type: 'end', reason: 'complete', durationMs: exchanges, requests: exchanges })
    const closed = sink.close()
    const began = performance.now()
    const heap = new Peak()
    const looking = setInterval(() => heap.look(), 100)
    const judging = await rejudge(heap.watching(readEvidence(path)), pack)
    const report = makeReport(judging, { file: evidenceName, ...closed })
    heap.look()
    await writeReports(
      folder,
      pack.contract,
      report,
      formats.map(({ name }) => name),
    )
    heap.look()
    clearInterval(looking)
    return { bytes: statSync(path).size, peak: heap.most, seconds: (performance.now() - began) / 1000 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A hundred exchanges a scenario, and no more bookings than a run may make: scenarios come to an end, as they do in a run. */
function linesOf(n: number): readonly EvidenceLine[] {
  const scenario = `synthetic-${Math.ceil(n / 100)}`
  const body = {
    uuid: `booking-${n % 400}`,
    status: 'ON_HOLD',
    cancellable: true,
    expirationMinutes: 60,
    notes: 'x'.repeat(400),
  }
  const headers = { 'content-type': 'application/json' }
  const exchange: EvidenceLine = {
    type: 'exchange',
    exchange: {
      n,
      scenario,
      purpose: 'reserve',
      as: 'reseller',
      input: { expirationMinutes: 60 },
      request: { method: 'POST', url: 'http://127.0.0.1:4010/bookings', headers, body: JSON.stringify({ n }) },
      response: { status: 200, headers, json: body },
      startedAt: 1_777_000_000_000 + n,
      durationMs: 2,
      clockMinutes: 0,
    },
  }
  return n % 100 === 0 ? [exchange, { type: 'done', scenario }] : [exchange]
}

class Peak {
  readonly #before = heapNow()
  most = 1

  look(): void {
    this.most = Math.max(this.most, heapNow() - this.#before)
  }

  async *watching<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    let count = 0
    for await (const item of items) {
      yield item
      count += 1
      if (count % 2000 === 0) this.look()
    }
    this.look()
  }
}

function heapNow(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function mebi(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

const peaks: number[] = []
for (const exchanges of sizes) {
  const { bytes, peak, seconds } = await measure(exchanges)
  peaks.push(peak)
  const ratio = peak / (peaks[0] ?? peak)
  console.log(
    `| ${exchanges.toLocaleString('en')} | ${mebi(bytes)} | ${mebi(peak)} | ${ratio.toFixed(2)} | ${seconds.toFixed(1)} |`,
  )
}
if ((peaks.at(-1) ?? 0) / (peaks[0] ?? 1) > mostRatio) process.exitCode = 1
