import fc from 'fast-check'
import type { Exchange } from '../../src/client/exchange.js'
import { idText } from '../../src/client/idText.js'
import { ledger } from '../../src/client/ledger.js'
import { maskForeign } from '../../src/client/mask.js'
import { parseBody } from '../../src/client/body.js'
import { redactor } from '../../src/client/redact.js'
import { faultOf } from '../../src/contract/faultOf.js'
import { messageOf } from '../../src/contract/messageOf.js'
import type { EvidenceLine, Plan } from '../../src/evidence/evidence.js'
import { Judging } from '../../src/judge/judging.js'
import { makeReport } from '../../src/judge/makeReport.js'
import type { Profile } from '../../src/profile/profile.js'
import { profileFromEvidence } from '../../src/profile/profileFromEvidence.js'
import { runOnReference } from '../../src/proof/runOnReference.js'
import { pack } from '../../src/pack.js'
import { mutated, mutations, type Mutation } from './mutation.js'
import { reportFaults } from './reportFaults.js'

type Trial = Extract<EvidenceLine, { type: 'trial' }>

/** What was recorded of a run, by the scenario. */
interface Recorded {
  readonly plan: Plan
  readonly profile: Profile
  /** By the scenario. */
  readonly trials: readonly (readonly Trial[])[]
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>
}

/** Every so many cases the report is written in all formats. */
const formatsEvery = 10

/**
 * Puts arbitrary JSON in the places of the answers of recorded trials and takes them the way of any answer: redacted, noted, masked,
 * judged by every check, observed, reported in every format.
 * @returns what went wrong, a line each; empty: nothing did
 */
export async function fuzzJudging(count: number, seed: number): Promise<readonly string[]> {
  const recorded = [await record('default'), await record('partner')]
  const wrong: string[] = []
  const cases = fc.sample(fc.tuple(fc.array(mutations(seed), { minLength: 1, maxLength: 12 }), fc.nat()), {
    numRuns: count,
    seed,
  })
  for (const [index, [changes, pick]] of cases.entries()) {
    const run = recorded[index % recorded.length]
    // One after the other, so that each scenario has its turn before any has a second one.
    const turn = run?.trials[Math.floor(index / recorded.length) % run.trials.length]
    const trial = turn?.[pick % turn.length]
    if (run === undefined || trial === undefined) throw new Error('nothing was recorded')
    const faults = await judge(run, trial, changes, pick, index % formatsEvery === 0)
    wrong.push(...faults.map((fault) => `case ${index} of seed ${seed}, ${trial.scenario}: ${fault}`))
  }
  return wrong
}

async function judge(
  { plan, profile, exchanges }: Recorded,
  trial: Trial,
  changes: readonly (readonly Mutation[])[],
  pick: number,
  rendered: boolean,
): Promise<readonly string[]> {
  try {
    const redact = redactor({ ...profile, secrets: new Map([['TOKEN', 'a-secret-of-some-length']]) }, pack.requests)
    const books = ledger(pack)
    const own = { ...plan, checks: checksOn(trial.scenario) }
    const judging = new Judging(own, profile, pack)
    const evidence: EvidenceLine[] = [{ type: 'plan', plan: own }]
    const take = (line: EvidenceLine): void => {
      // As it is read back from the file.
      const read: EvidenceLine = JSON.parse(JSON.stringify(line))
      evidence.push(read)
      judging.take(read)
    }
    for (const [index, exchange] of (exchanges.get(trial.scenario) ?? []).entries()) {
      // Some answers stay as they are, or few checks would get beyond the first.
      const change = (pick >>> (index % 24)) % 3 === 0 ? [] : (changes[index % changes.length] ?? [])
      const redacted = redact.exchange(answeredWith(exchange, change), new Set())
      books.note(pack.answer(redacted, profile))
      take({
        type: 'exchange',
        exchange: maskForeign(redacted, {
          service: pack,
          profile,
          isOwn: (id, as) => books.isOwn(id, as),
          nonce: plan.nonce,
        }),
      })
    }
    take(trial)
    take({ type: 'done', scenario: trial.scenario })
    const report = makeReport(judging, { file: '', sha256: '0'.repeat(64), exchanges: judging.exchanges })
    const odd = books.entries().filter(({ id }) => id !== null && idText(id) === undefined)
    return [...(await reportFaults(report, evidence, rendered)), ...odd.map(() => 'a booking without an id was noted')]
  } catch (error) {
    return [faultOf(error)]
  }
}

/** What judges the trials of a scenario: its checks, and those of all answers. */
function checksOn(scenario: string): readonly string[] {
  return [...pack.checks.values()].flatMap((check) =>
    check.kind !== 'trial' || check.scenario === scenario ? [check.id] : [],
  )
}

function answeredWith(exchange: Exchange, changes: readonly Mutation[]): Exchange {
  const { response } = exchange
  if (response === null || changes.length === 0) return exchange
  const { status, headers } = response
  const text = JSON.stringify(mutated(response.json ?? null, changes))
  // What JSON can write and JavaScript cannot hold comes over the wire all the same.
  const wire =
    (changes[0]?.at ?? 0) % 5 === 0 ? text.replace(/:0(?=[,}])/, ':-0').replace(/:60(?=[,}])/, ':1e400') : text
  try {
    return { ...exchange, response: { status, headers, ...parseBody(Buffer.from(wire)) } }
  } catch (error) {
    return { ...exchange, response: null, failure: { kind: 'too-large', message: messageOf(error) } }
  }
}

async function record(dialect: 'default' | 'partner'): Promise<Recorded> {
  const { evidence } = await runOnReference({ dialect, concurrency: 8 })
  const exchanges = new Map<string, Exchange[]>()
  const trials = new Map<string, Trial[]>()
  for (const line of evidence) {
    if (line.type === 'trial') trials.set(line.scenario, [...(trials.get(line.scenario) ?? []), line])
    if (line.type === 'exchange')
      exchanges.set(line.exchange.scenario, [...(exchanges.get(line.exchange.scenario) ?? []), line.exchange])
  }
  const [first] = evidence
  if (first?.type !== 'plan') throw new Error('a run begins with its plan')
  return {
    plan: first.plan,
    profile: profileFromEvidence(first.plan.profile, pack.profile),
    trials: [...trials.values()],
    exchanges,
  }
}
