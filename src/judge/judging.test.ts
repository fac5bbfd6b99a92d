import { expect, test } from 'vitest'
import type { Json } from '../profile/profile.js'
import { booking, exchange, profile } from '../suite/answer.test.data.js'
import type { Check, CourseCheck, Observation, SweepCheck, TrialCheck } from '../suite/check.js'
import type { Finding } from '../suite/finding.js'
import { confirming, fail, type Judgement, pass, untested } from '../suite/judgement.js'
import type { Scenario } from '../suite/scenario.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { findingsOf, Judging } from './judging.js'
import { planOf, registryOf } from '../act/stage.test.data.js'

const acting: Scenario = { kind: 'one-shot', id: 'acting', act: () => Promise.resolve({}) }
const finding: Finding = { message: 'm', expected: 'a', received: 'b', exchange: null, pointer: null }

const trialCheck = (judge: TrialCheck['judge'], id = 'acting.check'): TrialCheck => ({
  kind: 'trial',
  id,
  clause: 'c',
  title: 't',
  scenario: 'acting',
  judge,
})
const sweepCheck = (judge: SweepCheck['judge'], of: SweepCheck['of'] = ['get']): SweepCheck => ({
  kind: 'sweep',
  id: 'acting.sweep',
  clause: 'c',
  title: 't',
  of,
  judge,
})

function judgingOf(checks: readonly Check[], observations: readonly Observation[] = []): Judging {
  const registry = registryOf({ scenarios: [acting], checks, observations })
  return new Judging(planOf(registry), profile, registry)
}

const trial = (data: Json = {}, scenario = 'acting'): EvidenceLine => ({
  type: 'trial',
  scenario,
  trial: 1,
  phase: 'once',
  data,
})
const took = (purpose: 'get' | 'update', status = 200, n = 1, type = 'application/json'): EvidenceLine => ({
  type: 'exchange',
  exchange: exchange({
    n,
    purpose,
    scenario: 'acting',
    input: { reference: 'r' },
    response: { status, headers: { 'content-type': type }, json: status < 300 ? booking : { error: 'NO' } },
  }),
})

test('a timeline is pending as it was last left, until it is done, whatever becomes of others', () => {
  const judging = judgingOf([])
  const pending = (scenario: string, next: number): EvidenceLine & { type: 'pending' } => ({
    type: 'pending',
    scenario,
    startedAt: 0,
    next,
    data: {},
  })
  for (const line of [pending('a', 1), pending('b', 1), pending('a', 2)]) judging.take(line)
  expect(judging.pending).toEqual([pending('b', 1), pending('a', 2)])
  judging.take({ type: 'done', scenario: 'a' })
  expect(judging.pending).toEqual([pending('b', 1)])
  judging.take({ type: 'done', scenario: 'b' })
  expect(judging.pending).toEqual([])
})

test('a scenario is done when that is recorded, not with its first trial', () => {
  const judging = judgingOf([])
  judging.take(trial())
  expect(judging.scenarios.get('acting')).toEqual({ trials: 1, done: false })
  judging.take(trial())
  judging.take({ type: 'done', scenario: 'acting' })
  expect(judging.scenarios.get('acting')).toEqual({ trials: 2, done: true })
})

test('a trial is judged by the checks of its scenario, an answer by the sweeps of its operation, and by no others', () => {
  const judging = judgingOf([trialCheck(() => pass), sweepCheck(() => fail(finding))])
  judging.take(trial({}, 'another'))
  judging.take(took('update'))
  expect(judging.checks).toEqual(new Map())
  judging.take(took('get'))
  expect([...judging.checks.keys()]).toEqual(['acting.sweep'])
  expect(judging.checks.get('acting.sweep')?.judged).toEqual([{ trial: null, phase: 'once', judgement: fail(finding) }])
  expect(judging.take(trial())).toEqual(new Map([['acting.check', pass]]))
  expect([...judging.checks.keys()]).toEqual(['acting.sweep', 'acting.check'])
})

test('the course of a scenario is judged once it is done, in the order of its requests, if an operation of the check was asked for', () => {
  const seen: number[][] = []
  const judge: CourseCheck['judge'] = (answers) => {
    seen.push(answers.map(({ n }) => n))
    return fail(finding)
  }
  const judging = judgingOf([{ kind: 'course', id: 'acting.course', clause: 'c', title: 't', of: ['get'], judge }])
  judging.take(took('get', 200, 2))
  judging.take(took('update', 200, 1))
  expect(seen).toEqual([])
  judging.take({ type: 'done', scenario: 'acting' })
  judging.take({ type: 'done', scenario: 'another' })
  expect(seen).toEqual([[1, 2]])
  expect(judging.checks.get('acting.course')).toMatchObject({ failures: 1 })
  judging.take(took('update', 200, 3))
  judging.take({ type: 'done', scenario: 'acting' })
  expect(seen).toHaveLength(1)
})

test('judges and observations know the profile', () => {
  const seen: unknown[] = []
  const judging = judgingOf(
    [
      trialCheck((_, context) => (seen.push(context.profile), pass)),
      sweepCheck((_, context) => (seen.push(context.profile), pass)),
    ],
    [{ id: 'acting.seen', clause: 'g', scenario: 'acting', observe: (_, context) => context.profile.file }],
  )
  for (const line of [took('get'), trial()]) judging.take(line)
  expect(seen).toEqual([profile, profile])
  expect(judging.observed.get('acting.seen')).toEqual(new Set([profile.file]))
})

test('what a trial does not show is no observation', () => {
  const observation: Observation = { id: 'acting.seen', clause: 'g', scenario: 'acting', observe: () => null }
  const judging = judgingOf([], [observation])
  judging.take(trial())
  expect(judging.observed).toEqual(new Map())
})

test('only failures count as such', () => {
  const says: Readonly<Record<string, Judgement>> = { fails: fail(finding), open: untested('x'), fine: confirming('k') }
  const judging = judgingOf([trialCheck((data) => says[String(data)] ?? pass)])
  for (const data of ['open', 'fails', 'fine', 'open', 'fine']) judging.take(trial(data))
  expect(judging.checks.get('acting.check')).toMatchObject({ passes: 2, failures: 1 })
  expect(judging.checks.get('acting.check')?.judged).toHaveLength(3)
})

test('a check that breaks says nothing of the trial to who drives it', () => {
  const broken = trialCheck(() => {
    throw new TypeError('oops')
  })
  const judging = judgingOf([broken, trialCheck(() => fail(finding), 'acting.other')])
  expect(judging.take(trial())).toEqual(new Map([['acting.other', fail(finding)]]))
  expect(judging.checks.get(broken.id)).toMatchObject({ crash: 'TypeError: oops', passes: 0, failures: 0, judged: [] })
})

test('what a gateway may have answered once fails nothing; what is answered like that twice does', () => {
  const failures = (...types: readonly string[]): number | undefined => {
    const judging = judgingOf([sweepCheck(() => fail(finding))])
    for (const [at, type] of types.entries()) judging.take(took('get', 500, at + 1, type))
    return judging.checks.get('acting.sweep')?.failures
  }
  expect(failures('text/html')).toBe(0)
  expect(failures('text/html', 'text/html')).toBe(1)
  expect(failures('application/json')).toBe(1)
})

test('a failure that a refusal shows rests on the defaults that were in the request as well', () => {
  const restsOn = (more: Partial<Finding>, status: number): readonly (readonly string[] | undefined)[] => {
    const failed = fail({ ...finding, exchange: 1, ...more })
    const judging = judgingOf([trialCheck(() => failed), sweepCheck(() => failed, ['update'])])
    for (const line of [took('update', status), trial()]) judging.take(line)
    return [...judging.checks.values()].flatMap(({ judged }) =>
      judged.flatMap(({ judgement }) => findingsOf(judgement).map((each) => each.restsOn)),
    )
  }
  const inRequest = ['operations.update.request', 'operations.update.reference#taken']
  expect(restsOn({}, 409)).toEqual([inRequest, inRequest])
  const both = ['booking.notes', ...inRequest]
  expect(restsOn({ restsOn: ['booking.notes'] }, 409)).toEqual([both, both])
  // An accepted answer took them all.
  expect(restsOn({ restsOn: ['booking.notes'] }, 200)).toEqual([['booking.notes'], ['booking.notes']])
  expect(restsOn({}, 200)).toEqual([undefined, undefined])
  expect(restsOn({ exchange: null }, 409)).toEqual([undefined, undefined])
  // A trial may name an exchange that is not its own.
  expect(restsOn({ exchange: 7 }, 409)[1]).toBeUndefined()
})

test('a failure that a write without an answer may be behind is untested, and steers nothing', () => {
  const failed = fail({ ...finding, exchange: 3 })
  const judging = judgingOf([trialCheck(() => failed), sweepCheck(() => failed)])
  const silent = exchange({ n: 2, purpose: 'update', scenario: 'acting', bookingId: 'b', response: null })
  judging.take(took('get', 200, 1))
  judging.take({ type: 'exchange', exchange: silent })
  judging.take(took('get', 200, 3))
  const said = judging.take(trial()).get('acting.check')
  expect(said).toMatchObject({
    outcome: 'untested',
    reason: 'm; but nobody knows whether update was performed, which got no answer (request 2)',
  })
  expect(judging.checks.get('acting.check')).toMatchObject({ failures: 0 })
  // What one answer shows by itself it shows in any case.
  expect(judging.checks.get('acting.sweep')).toMatchObject({ failures: 2 })
})

test('what was seen before that write is a failure all the same', () => {
  const early = { ...finding, exchange: 1 }
  const judging = judgingOf([trialCheck(() => fail({ ...finding, exchange: 3 }, early))])
  const silent = exchange({ n: 2, purpose: 'update', scenario: 'acting', startedAt: 5, response: null })
  judging.take(took('get', 200, 1))
  judging.take({ type: 'exchange', exchange: silent })
  judging.take(took('get', 200, 3))
  expect(judging.take(trial()).get('acting.check')).toEqual(fail(early))
})

test('only a failure has findings', () => {
  expect(findingsOf(fail(finding, finding))).toEqual([finding, finding])
  expect(findingsOf(pass)).toEqual([])
  expect(findingsOf(untested('x'))).toEqual([])
})

test('what was asked for with another method than that of its operation is judged by the scenario that asked alone', () => {
  const seen: string[] = []
  const course: CourseCheck = {
    kind: 'course',
    id: 'acting.course',
    clause: 'c',
    title: 't',
    of: ['get'],
    judge: (answers) => {
      seen.push(`course of ${answers.map(({ n }) => n).join(' and ')}`)
      return pass
    },
  }
  const sweep = sweepCheck(({ n }) => {
    seen.push(`sweep of ${n}`)
    return pass
  })
  const judging = judgingOf([course, sweep, trialCheck(() => fail(finding))])
  judging.take(took('get', 200, 1))
  const wrong = took('get', 200, 2)
  if (wrong.type !== 'exchange') throw new Error('it is an exchange')
  const { exchange: sent } = wrong
  judging.take({ type: 'exchange', exchange: { ...sent, request: { ...sent.request, method: 'PUT' } } })
  judging.take(trial())
  judging.take({ type: 'done', scenario: 'acting' })
  expect(seen).toEqual(['sweep of 1', 'course of 1'])
  expect(judging.checks.get('acting.check')?.failures).toBe(1)
  expect(judging.exchanges).toBe(2)
})

test('of what one answer shows tens of thousands of times, some is kept', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ ...finding, pointer: `/${at}` }))
  const judging = judgingOf([sweepCheck(() => fail(...many))])
  for (let n = 1; n <= 70; n += 1) judging.take(took('get', 200, n))
  const record = judging.checks.get('acting.sweep')
  const kept = record?.judged.map(({ judgement }) => findingsOf(judgement).length) ?? []
  expect(kept.slice(0, 2)).toEqual([1000, 1])
  expect([kept.length, record?.failures]).toEqual([60, 70])
})
