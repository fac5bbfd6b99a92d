import { expect, test } from 'vitest'
import type { Level } from '../contract/clause.js'
import { booking, exchange, profile } from '../suite/answer.test.data.js'
import type { Check, CourseCheck, SweepCheck, TrialCheck } from '../suite/check.js'
import type { Finding } from '../suite/finding.js'
import { confirming, fail, type Judgement, notApplicable, pass, untested } from '../suite/judgement.js'
import type { Scenario } from '../suite/scenario.js'
import { checkOutcome } from './checkOutcome.js'
import type { EvidenceLine, Phase, Plan } from '../evidence/evidence.js'
import { pack } from '../pack.js'
import { Judging } from './judging.js'
import type { CheckResult } from './report.js'
import { planOf, registryOf } from '../act/stage.test.data.js'

const acting: Scenario = { kind: 'one-shot', id: 'acting', act: () => Promise.resolve({}) }
const finding = (message: string, more: Partial<Finding> = {}): Finding => ({
  message,
  expected: 'a',
  received: message,
  exchange: 1,
  pointer: '/x',
  ...more,
})

/** A check that says of each trial what stands in it. */
const trialCheck = (more: Partial<TrialCheck> = {}): TrialCheck => ({
  kind: 'trial',
  id: 'acting.check',
  clause: 'c',
  title: 't',
  scenario: 'acting',
  // The trials below hold the names of judgements.
  judge: (data) => says[data as string] ?? pass,
  ...more,
})

const says: Readonly<Record<string, Judgement>> = {
  pass,
  confirms: confirming('booking.notes'),
  fails: fail(finding('one'), finding('two')),
  again: fail(finding('two', { exchange: 2 }), finding('three')),
  smallest: fail(finding('least')),
  rests: fail(finding('shaky', { restsOn: ['booking.notes'] })),
  restsOnTwo: fail(finding('shakier', { restsOn: ['booking.notes', 'booking.reference'] })),
  open: untested('not seen', 'look'),
  none: notApplicable('it has none'),
  many: fail(...Array.from({ length: 9 }, (_, index) => finding(`f${index}`))),
}

const trial = (data: string, number = 1, phase: Phase = 'once'): EvidenceLine => ({
  type: 'trial',
  scenario: 'acting',
  trial: number,
  phase,
  data,
})
const done: EvidenceLine = { type: 'done', scenario: 'acting' }

function judging(check: Check, plan: Partial<Plan> = {}): Judging {
  const registry = registryOf({ scenarios: [acting], checks: [check] })
  return new Judging(planOf(registry, plan), profile, registry)
}

function outcome(
  lines: readonly EvidenceLine[],
  {
    check = trialCheck(),
    level = 'must',
    plan = {},
  }: { readonly check?: Check; readonly level?: Level; readonly plan?: Partial<Plan> } = {},
): CheckResult {
  const judged = judging(check, plan)
  for (const line of lines) judged.take(line)
  return checkOutcome(check, level, judged)
}

test('a pass is one, and counts its trials', () => {
  expect(outcome([trial('pass'), trial('pass', 2), done])).toEqual({
    id: 'acting.check',
    title: 't',
    clause: 'c',
    level: 'must',
    scenario: 'acting',
    findings: [],
    judged: 2,
    durationMs: 0,
    outcome: 'pass',
  })
})

test('checks of one scenario share the time of its answers, and those that look on share that of what they looked at', () => {
  const sharing = [trialCheck(), trialCheck({ id: 'acting.other' })] as const
  const looks = (id: string) => ({ id, clause: 'c', title: 't', of: ['get'] })
  const sweep = (id: string, seen: Judgement | null): SweepCheck => ({ kind: 'sweep', ...looks(id), judge: () => seen })
  const looking = [sweep('x.sweep', pass), sweep('x.too', pass), sweep('x.blind', null)] as const
  const course: CourseCheck = { kind: 'course', ...looks('x.course'), judge: () => pass }
  const checks = [...sharing, ...looking, course]
  const registry = registryOf({ scenarios: [acting], checks })
  const judged = new Judging(planOf(registry), profile, registry)
  for (const n of [1, 2])
    judged.take({ type: 'exchange', exchange: exchange({ n, purpose: 'get', scenario: 'acting', durationMs: 30 }) })
  judged.take({ type: 'exchange', exchange: exchange({ n: 3, purpose: 'get', scenario: 'another', durationMs: 501 }) })
  judged.take(done)
  const times = checks.map((check) => checkOutcome(check, 'must', judged).durationMs)
  expect(times).toEqual([30, 30, 281, 281, 0, 60])
})

test('one failure among passes fails, and the same fact is said once', () => {
  const failed = outcome([trial('pass'), trial('fails', 2), trial('again', 3), done])
  expect(failed).toMatchObject({ outcome: 'fail', judged: 3 })
  expect(failed.findings.map(({ message, exchange: n }) => [message, n])).toEqual([
    ['one', 1],
    ['two', 1],
    ['three', 1],
  ])
  expect(failed.findings[0]).not.toHaveProperty('restsOn')
})

test('of many findings the first are shown', () => {
  expect(outcome([trial('many')]).findings.map(({ message }) => message)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4'])
})

test('a convention that is not followed is a warning, and with strict a failure', () => {
  expect(outcome([trial('fails')], { level: 'convention' }).outcome).toBe('warn')
  expect(outcome([trial('fails')], { level: 'convention', plan: { strict: true } }).outcome).toBe('fail')
  expect(outcome([trial('fails')], { level: 'derived' }).outcome).toBe('fail')
})

test('where a failure was shrunk, the smallest comes first, and steps on the way there do not count', () => {
  const smallest: EvidenceLine = { type: 'smallest', scenario: 'acting', trial: 3, replay: '7:0' }
  const shrunk = outcome([
    trial('fails', 1, 'sample'),
    trial('again', 2, 'shrink'),
    trial('smallest', 3, 'shrink'),
    smallest,
    done,
  ])
  expect(shrunk.findings.map(({ message }) => message)).toEqual(['least', 'one', 'two'])
  expect(shrunk.replay).toBe('7:0')
  expect(outcome([trial('fails')])).not.toHaveProperty('replay')
})

test('what fails only on the way to the smallest value of another check does not count', () => {
  const smallest: EvidenceLine = { type: 'smallest', scenario: 'acting', trial: 3, replay: '7:0' }
  const steps = [trial('pass', 1, 'sample'), trial('fails', 2, 'shrink'), trial('open', 3, 'shrink'), smallest, done]
  expect(outcome(steps)).toMatchObject({ outcome: 'pass', findings: [] })
  expect(outcome([trial('none', 1, 'sample'), trial('fails', 2, 'shrink'), done])).toMatchObject({
    outcome: 'not-applicable',
    reason: 'it has none',
  })
})

test('a failure that rests on a default of ours counts once an answer confirmed it', () => {
  expect(outcome([trial('rests'), done])).toMatchObject({
    outcome: 'untested',
    findings: [],
    reason: expect.stringMatching(/^shaky; but that rests on a default of octospec \(booking\.notes\)/),
    remedy: 'set booking.notes in the profile',
  })
  expect(outcome([trial('rests'), trial('confirms', 2), done]).outcome).toBe('fail')
  const two = outcome([trial('restsOnTwo'), done])
  expect(two.reason).toContain('(booking.notes, booking.reference)')
  expect(two.remedy).toBe('set booking.notes, booking.reference in the profile')
  expect(outcome([trial('fails'), done], { check: trialCheck({ restsOn: ['booking.notes'] }) }).outcome).toBe(
    'untested',
  )
  const both = outcome([trial('rests'), trial('fails', 2), done])
  expect(both.outcome).toBe('fail')
  expect(both.findings.map(({ message }) => message)).toEqual(['one', 'two'])
})

test('what could not be judged is untested, unless another trial passed', () => {
  expect(outcome([trial('open'), done])).toMatchObject({ outcome: 'untested', reason: 'not seen', remedy: 'look' })
  expect(outcome([trial('open'), trial('pass', 2), done]).outcome).toBe('pass')
})

test('not applicable is only what is so in every trial', () => {
  const none = outcome([trial('none'), done])
  expect(none).toMatchObject({ outcome: 'not-applicable', reason: 'it has none' })
  expect(none).not.toHaveProperty('remedy')
  expect(outcome([trial('none'), trial('open', 2), done])).toMatchObject({ outcome: 'untested', reason: 'not seen' })
})

test('octospec’s own mistakes are an error, whatever else was found', () => {
  const check = trialCheck({
    judge: () => {
      throw new RangeError('oops')
    },
  })
  expect(outcome([trial('x'), done], { check })).toMatchObject({
    outcome: 'error',
    reason: 'RangeError: oops',
    remedy: 'this is a fault of octospec: please report it',
  })
  const crash: EvidenceLine = { type: 'crash', scenario: 'acting', message: 'act broke' }
  expect(outcome([trial('fails'), crash, done])).toMatchObject({ outcome: 'error', reason: 'act broke', findings: [] })
})

test('silence says why it is silent', () => {
  const stop: EvidenceLine = { type: 'stop', scenario: 'acting', reason: 'no slot', remedy: 'offer one', exchange: 4 }
  expect(outcome([stop, done])).toMatchObject({
    outcome: 'untested',
    reason: 'no slot (request 4)',
    remedy: 'offer one',
  })
  expect(outcome([{ ...stop, exchange: null }, done]).reason).toBe('no slot')
  const pending: EvidenceLine = { type: 'pending', scenario: 'acting', startedAt: 0, next: 1, data: 'open' }
  expect(outcome([pending]).reason).toBe('its booking is still ageing')
  expect(outcome([pending, done]).reason).toBe('the run ended before this was tested')
  expect(outcome([{ ...pending, scenario: 'another' }]).reason).toBe('the run ended before this was tested')
  expect(outcome([]).remedy).toBe('run it again to its end')
})

test('what a timeline has shown so far is a pass at once, and anything else waits for the rest of it', () => {
  const pending = (data: string): EvidenceLine => ({ type: 'pending', scenario: 'acting', startedAt: 0, next: 1, data })
  expect(outcome([pending('pass')]).outcome).toBe('pass')
  for (const said of ['open', 'none', 'fails'])
    expect(outcome([pending(said)])).toMatchObject({ outcome: 'untested', reason: 'its booking is still ageing' })
  const check = trialCheck({
    judge: () => {
      throw new RangeError('half of it')
    },
  })
  expect(outcome([pending('pass')], { check })).toMatchObject({
    outcome: 'untested',
    reason: 'its booking is still ageing',
  })
  expect(outcome([pending('pass'), trial('fails'), done]).outcome).toBe('fail')
})

test('what the profile does not have is named, unless it was seen all the same', () => {
  const check = trialCheck({ needs: ['otherReseller'] })
  expect(outcome([], { check })).toMatchObject({
    outcome: 'untested',
    remedy: expect.stringContaining('otherReseller'),
  })
  expect(outcome([trial('pass')], { check }).outcome).toBe('pass')
})

test('a sweep judges each answer to its operations, and says so where there was none', () => {
  const check: SweepCheck = {
    kind: 'sweep',
    id: 'acting.sweep',
    clause: 'c',
    title: 't',
    of: ['get', 'list'],
    judge: ({ n }) => (n === 2 ? null : n === 3 ? fail(finding('third', { exchange: n })) : pass),
  }
  const took = (n: number, purpose: 'get' | 'reserve'): EvidenceLine => ({
    type: 'exchange',
    exchange: exchange({ n, purpose, scenario: 'acting', response: { status: 200, headers: {}, json: booking } }),
  })
  expect(outcome([took(1, 'get'), took(2, 'get'), took(3, 'reserve')], { check })).toMatchObject({
    outcome: 'pass',
    judged: 1,
    scenario: null,
  })
  expect(outcome([took(1, 'get'), took(3, 'get')], { check })).toMatchObject({ outcome: 'fail', judged: 2 })
  expect(outcome([took(2, 'get')], { check })).toMatchObject({
    outcome: 'untested',
    reason: 'no answer to get, list showed whether t',
    remedy: 'look at the answers to get, list; if they show it, set the profile key for its place',
  })
  expect(outcome([took(3, 'reserve')], { check })).toMatchObject({
    outcome: 'untested',
    reason: 'there was no request for get, list',
  })
})

test('a check that was not chosen judges nothing', () => {
  const check = trialCheck()
  const judged = judging(check, { checks: [] })
  judged.take(trial('fails'))
  expect(judged.checks.size).toBe(0)
})

test('a hostile target cannot fill the memory with failures', () => {
  const check = trialCheck()
  const judged = judging(check)
  for (let number = 1; number <= 100; number += 1) judged.take(trial('fails', number))
  expect(judged.checks.get(check.id)).toMatchObject({ failures: 100, passes: 0 })
  expect(judged.checks.get(check.id)?.judged).toHaveLength(60)
})

test('the exchanges of a scenario are there until it is done, and its trials name them', () => {
  const seen: unknown[] = []
  const check = trialCheck({ judge: (data) => (seen.push(data), pass) })
  const judged = judging(check)
  const one = exchange({ scenario: 'acting', purpose: 'get' })
  judged.take({ type: 'exchange', exchange: one })
  expect(judged.answerOf('acting', one.n)?.exchange).toBe(one)
  expect(judged.take({ ...trial(''), data: { got: { $exchange: one.n } } } as EvidenceLine)).toEqual(
    new Map([[check.id, pass]]),
  )
  expect(seen).toMatchObject([{ got: { n: one.n } }])
  judged.take(done)
  expect(judged.answerOf('acting', one.n)).toBeUndefined()
  expect(judged.scenarios.get('acting')).toMatchObject({ trials: 1, done: true })
  expect(judged.exchanges).toBe(1)
})

test('an exchange after the end of a visit opens the run again', () => {
  const judged = judging(trialCheck())
  judged.take({ type: 'end', reason: 'complete', durationMs: 1, requests: 0 })
  expect(judged.end).not.toBeNull()
  judged.take({ type: 'exchange', exchange: exchange() })
  expect(judged.end).toBeNull()
})

test('what observations see is kept once each, and one that throws breaks nothing', () => {
  const judged = new Judging(judging(trialCheck()).plan, profile, {
    ...pack,
    scenarios: new Map([[acting.id, acting]]),
    checks: new Map(),
    observations: new Map(
      (['acting', 'another'] as const).flatMap((scenario) => [
        // The trials below are texts.
        [
          `${scenario}.seen`,
          { id: `${scenario}.seen`, clause: 'g', scenario, observe: (data) => data as string | null },
        ],
        [
          `${scenario}.broken`,
          {
            id: `${scenario}.broken`,
            clause: 'g',
            scenario,
            observe: () => {
              throw new Error('oops')
            },
          },
        ],
      ]),
    ),
  })
  for (const line of [trial('x'), trial('x', 2), trial('y', 3)]) judged.take(line)
  expect(judged.observed).toEqual(
    new Map([
      ['acting.seen', new Set(['x', 'y'])],
      ['acting.broken', new Set(['octospec could not tell: oops'])],
    ]),
  )
})
