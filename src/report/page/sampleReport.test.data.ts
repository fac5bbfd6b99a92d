import { pack } from '../../pack.js'
import type { EvidenceLine } from '../../evidence/evidence.js'
import { countMust, countOutcomes, headlineOf } from '../../judge/verdict.js'
import type { CheckResult, ClauseResult, Report } from '../../judge/report.js'
import type { Exchange } from '../../wire/exchange.js'

/** A hostile server's answer for any place: if any of it runs, it sets `window.hacked` or a request leaves the page. */
export const hostile: string =
  '"\'></pre></noscript></script><script>window.hacked=1</script><img src="http://evil.example/x" onerror="window.hacked=1">' +
  '<style>@import "http://evil.example/y"</style>\u001b[31m\u202eevil\u2066\u2028\u0000\ud800${window.hacked=1}javascript:alert(1)'

/** An exchange of the sample. */
export function sampleExchange(n: number, over: Partial<Exchange> = {}): Exchange {
  return {
    n,
    scenario: 'reserve',
    purpose: n % 3 === 0 ? 'get' : 'reserve',
    as: 'reseller',
    input: {},
    request: {
      method: 'POST',
      url: `https://target.example/octo/bookings/${n}`,
      headers: { authorization: 'Bearer ${OCTO_TOKEN}' },
      body: '{"expirationMinutes":60}',
      placeholders: ['OCTO_TOKEN'],
    },
    response: {
      status: n % 5 === 0 ? 409 : 200,
      headers: { 'content-type': 'application/json' },
      json: { uuid: `booking-${n}`, status: 'PENDING', expirationMinutes: 60 },
    },
    startedAt: 1_800_000_000_000 + n * 10,
    durationMs: 8,
    clockMinutes: 0,
    ...over,
  }
}

/** Evidence of so many exchanges; the second is hostile from end to end. */
export async function* sampleEvidence(exchanges = 12): AsyncGenerator<EvidenceLine> {
  for (let n = 1; n <= exchanges; n += 1)
    yield { type: 'exchange', exchange: n === 2 ? hostileExchange() : sampleExchange(n) }
}

function hostileExchange(): Exchange {
  return sampleExchange(2, {
    request: {
      method: 'POST',
      url: `https://target.example/${hostile}`,
      headers: { [hostile]: hostile },
      body: hostile,
    },
    response: { status: 500, headers: { 'x-hostile': hostile, [hostile]: 'x' }, text: hostile + 'x'.repeat(1_000_000) },
  })
}

/** A report with something in every section, among it answers of a hostile target. */
export function sampleReport(): Report {
  const clauses = pack.contract.clauses
    .filter(({ level, observable }) => level !== 'gap' && observable !== false)
    .filter(some)
  const checks = clauses.map((clause, at): CheckResult => ({
    id: `sample.check-${at}`,
    title: `sample fact number ${at}`,
    clause: clause.id,
    level: clause.level,
    scenario: 'reserve',
    judged: 1,
    findings: [],
    ...outcomeOf(at),
  }))
  const results = clauses.map((clause, at): ClauseResult => {
    const { id, section, level, text } = clause
    return { id, section, level, text, outcome: checks[at]?.outcome ?? 'pass', checks: [`sample.check-${at}`] }
  })
  const must = countMust(results)
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: '0.0.0', node: '20.0.0' },
    contract: { version: '1.0.0', sha256: 'ab'.repeat(32) },
    target: { url: 'https://target.example/octo', environment: 'sandbox' },
    startedAt: '2026-11-21T03:32:00.000Z',
    durationMs: 1234,
    requests: 12,
    seed: 7,
    effort: 'normal',
    strict: true,
    partial: true,
    only: ['sample.*'],
    allowUntested: ['hold.*'],
    verdict: 'fails',
    headline: headlineOf(
      { verdict: 'fails', partial: true, effort: 'normal', checks, clauses: results, problems: [], requests: 12 },
      0,
    ),
    problems: ['a problem of this run'],
    summary: { checks: countOutcomes(checks), must },
    waivers: [{ check: 'sample.check-3', reason: 'ticket 4711', until: '2027-01-31', state: 'matches' }],
    profile: { booking: { statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'EXPIRED' } } },
    checks,
    clauses: results,
    gaps: pack.contract.clauses
      .filter(({ level }) => level === 'gap')
      .filter(some)
      .map(({ id, question, text }, at) => ({
        id,
        question: question ?? text,
        default: 'none',
        observed: at === 0 ? hostile : at % 2 === 0 ? null : 'observed value',
      })),
    bookings: [
      {
        id: hostile,
        key: hostile,
        scenario: 'reserve',
        exchange: 2,
        as: 'reseller',
        status: hostile,
        fate: 'left',
        remains: 'for-good',
        note: hostile,
      },
      {
        id: 'booking-1',
        key: 'key-1',
        scenario: 'reserve',
        exchange: 1,
        as: 'reseller',
        status: 'CANCELLED',
        fate: 'cancelled',
        remains: 'nothing',
      },
    ],
    lifecycle: [
      { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 12 },
      { from: 'ON_HOLD', trigger: 'confirm', to: 'CONFIRMED', times: 3 },
      { from: 'CONFIRMED', trigger: 'confirm', to: null, times: 2 },
      { from: 'CANCELLED', trigger: 'confirm', to: 'CONFIRMED', times: 1 },
      { from: 'ON_HOLD', trigger: 'update', to: hostile, times: 1 },
    ],
    evidence: { file: 'exchanges.ndjson', sha256: 'cd'.repeat(32), exchanges: 12 },
    pending: [{ scenario: 'hold', dueAt: '2026-11-21T04:00:00.000Z' }],
  }
}

/** A sixth of them, from all chapters: axe looks at each. */
function some(_: unknown, at: number): boolean {
  return at % 6 === 0
}

function outcomeOf(at: number): Pick<CheckResult, 'outcome'> & Partial<CheckResult> {
  const finding = { expected: '"ON_HOLD"', received: 'PENDING', exchange: 1, pointer: '/status' }
  switch (at) {
    case 0:
      return { outcome: 'fail', findings: [{ ...finding, message: 'Expected /status to be "ON_HOLD"' }] }
    case 1:
      return {
        outcome: 'fail',
        findings: [{ ...finding, message: hostile, received: hostile, exchange: 2, pointer: '' }],
      }
    case 2:
      return {
        outcome: 'warn',
        findings: [
          { ...finding, message: 'the steps lead to nothing', exchange: 4, pointer: '/missing', steps: [3, 4] },
        ],
      }
    case 3:
      return {
        outcome: 'fail',
        waived: { reason: 'ticket 4711', until: '2027-01-31' },
        findings: [{ ...finding, message: 'waived thing', exchange: 5 }],
      }
    case 4:
      return { outcome: 'error', reason: 'TypeError: octospec broke' }
    case 5:
    case 6:
      return { outcome: 'untested', reason: 'the profile has no second reseller', remedy: 'give otherReseller.headers' }
    case 7:
      return { outcome: 'not-applicable', reason: 'update is not offered', remedy: 'offer update' }
    default:
      return { outcome: 'pass' }
  }
}
