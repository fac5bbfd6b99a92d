import fc from 'fast-check'
import { parseBody } from '../../src/wire/body.js'
import type { Transport } from '../../src/wire/transport.js'
import { faultOf } from '../../src/contract/messageOf.js'
import { departure } from '../../src/contract/publishedShape.js'
import type { EvidenceLine } from '../../src/evidence/evidence.js'
import { evidenceLineOf } from '../../src/evidence/readEvidence.js'
import type { Report } from '../../src/judge/report.js'
import { RunError } from '../../src/judge/runError.js'
import { pack } from '../../src/pack.js'
import { runOnReference } from '../../src/proof/runOnReference.js'
import { boundReport, formats } from '../../src/report/formats.js'
import { changedText, someChanges, type Changes } from './changes.js'

const long = new Set(pack.ranking.scenarios.flatMap(({ id, requests }) => (requests > 40 ? [id] : [])))

/** Scenarios with requests of every kind, few enough that a run takes no time. */
const scenarios = [...pack.scenarios.values()].filter(({ kind, id }) => kind === 'one-shot' && !long.has(id))

/**
 * Runs a few scenarios at a time on the reference service and changes random answers on their way, up to this many.
 * @returns what went wrong, a line each
 */
export async function fuzzRuns(answers: number, seed: number): Promise<readonly string[]> {
  const changes = someChanges(seed)
  const wrong: string[] = []
  const unhandled = (reason: unknown): void => void wrong.push(`an unhandled rejection: ${faultOf(reason)}`)
  process.on('unhandledRejection', unhandled)
  try {
    let changed = 0
    for (let run = 1; changed < answers && run <= answers; run += 1) {
      const one = await fuzzOne(seed + run, fc.sample(changes, { numRuns: 40, seed: seed + run }))
      changed += one.changed
      wrong.push(...one.wrong.map((fault) => `run ${run} of seed ${seed}: ${fault}`))
    }
    if (changed < answers) wrong.push(`only ${changed} answers were changed`)
    // A rejection that nobody handles is told after the turn in which it happened.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('unhandledRejection', unhandled)
  }
  return 'polluted' in {} ? [...wrong, 'a prototype was changed'] : wrong
}

interface Fuzzed {
  /** Answers that were changed. */
  readonly changed: number
  readonly wrong: readonly string[]
}

async function fuzzOne(seed: number, changes: readonly Changes[]): Promise<Fuzzed> {
  const chances = fc.sample(fc.integer({ min: 0, max: 99 }), { numRuns: 400, seed })
  const percent = [10, 40, 90][seed % 3] ?? 40
  let requests = 0
  let changed = 0
  const through = (wire: Transport): Transport => ({
    close: () => wire.close(),
    async send(request, signal) {
      const result = await wire.send(request, signal)
      requests += 1
      // The first answer decides whether this is an API at all.
      if (result.response === null || requests === 1) return result
      if ((chances[requests % chances.length] ?? 0) >= percent) return result
      changed += 1
      const { json, text, status, headers } = result.response
      const body = changedText(text ?? JSON.stringify(json ?? null), changes[requests % changes.length] ?? [])
      return { ...result, response: { status, headers, ...parseBody(Buffer.from(body)) } }
    },
  })
  const chosen = [0, 1, 2].flatMap((step) => scenarios[(seed * 3 + step) % scenarios.length]?.id ?? [])
  const only = [...pack.checks.values()].flatMap((check) =>
    check.kind === 'trial' && chosen.includes(check.scenario) ? [check.id] : [],
  )
  try {
    const dialect = seed % 3 === 0 ? 'partner' : 'default'
    const { report, evidence } = await runOnReference({ dialect, through, plan: { seed, only } })
    const recorded = evidence.filter(({ type }) => type === 'exchange').length
    const unrecorded = recorded === requests ? [] : [`${requests} requests, ${recorded} exchanges`]
    return { changed, wrong: [...unrecorded, ...(await reportFaults(report, evidence))] }
  } catch (error) {
    return { changed, wrong: error instanceof RunError ? [] : [faultOf(error)] }
  }
}

/** Faults of octospec in a run: an error of its own, a report or evidence in no published form, a format that fails. */
async function reportFaults(made: Report, evidence: readonly EvidenceLine[]): Promise<readonly string[]> {
  const report = boundReport({ ...made, evidence: { ...made.evidence, sha256: '0'.repeat(64) } })
  const faults = [
    ...report.checks.flatMap(({ id, outcome, reason }) => (outcome === 'error' ? [`${id}: ${reason ?? ''}`] : [])),
    ...[departure('report.schema.json', JSON.parse(JSON.stringify(report)))].filter((wrong) => wrong !== null),
  ]
  const lines = async function* (): AsyncGenerator<EvidenceLine> {
    yield* evidence
  }
  for (const line of evidence) evidenceLineOf(JSON.parse(JSON.stringify(line)), line.type)
  for (const { name, render } of formats) {
    let size = 0
    const content = await render({ report, evidence: lines, contract: pack.contract })
    for await (const piece of typeof content === 'string' ? [content] : content) size += piece.length
    if (size === 0) faults.push(`the format ${name} is empty`)
  }
  return faults
}
