import type { OneShot } from './stage.test.data.js'
import { afterEach, expect as that, test } from 'vitest'
import { expect } from '../suite/expect.js'
import { fail, pass } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import type { TransferAnswer as Answer } from '../../suites/transfers/answer.js'
import { RunError } from '../judge/runError.js'
import { closeReference, stopReference, registryOf, checkOf, attempt, hold } from './attempt.test.data.js'

afterEach(closeReference)

test('a scenario acts, its check judges, and its booking is cancelled again', async () => {
  const registry = registryOf(
    [hold],
    [checkOf<{ reserved: Answer }>('hold', ({ reserved }) => expect(reserved).at('/status').toBe('ON_HOLD'))],
  )
  const { check, report, evidence } = await attempt(registry)
  that(check).toMatchObject({ outcome: 'pass', level: 'must', judged: 1 })
  that(report.bookings).toMatchObject([{ fate: 'cancelled', scenario: 'hold' }])
  that(evidence.map(({ type }) => type)).toEqual([
    'plan',
    'exchange',
    'exchange',
    'intent',
    'exchange',
    'trial',
    'done',
    'exchange',
    'bookings',
    'end',
  ])
  that(report.lifecycle).toMatchObject([
    { from: 'ON_HOLD', trigger: 'cancel', to: 'CANCELLED', times: 1 },
    { from: null, trigger: 'reserve', to: 'ON_HOLD', times: 1 },
  ])
})

test('a finding becomes a failure, and only a warning where the clause is a convention', async () => {
  const finding = { message: 'm', expected: 'a', received: 'b', exchange: 2, pointer: '/status' }
  const failing = (clause: string): Pack => registryOf([hold], [checkOf('hold', () => fail(finding), { clause })])
  that((await attempt(failing('4.2/new-booking-on-hold'))).check).toMatchObject({
    outcome: 'fail',
    findings: [finding],
  })
  that((await attempt(failing('4.2/notes-mistyped-refused'))).check).toMatchObject({ outcome: 'warn' })
  that((await attempt(failing('4.2/notes-mistyped-refused'), { plan: { strict: true } })).check).toMatchObject({
    outcome: 'fail',
  })
})

test('a finding that rests on an undeclared default counts only once an answer has confirmed the default', async () => {
  const finding = {
    message: 'm',
    expected: 'a',
    received: 'b',
    exchange: 2,
    pointer: '',
    restsOn: ['operations.update.notes'],
  }
  const registry = (confirmed: boolean): Pack =>
    registryOf(
      [hold],
      [
        checkOf('hold', () => fail(finding)),
        checkOf('hold', () => (confirmed ? { outcome: 'pass', confirms: ['operations.update.notes'] } : pass), {
          id: 'hold.other',
        }),
      ],
    )
  const { check } = await attempt(registry(false))
  that(check).toMatchObject({ outcome: 'untested', remedy: 'set operations.update.notes in the profile' })
  that((await attempt(registry(true))).check).toMatchObject({ outcome: 'fail' })
  that(
    (await attempt(registry(false), { overrides: { 'operations.update.notes': 'body:/remarks' } })).check,
  ).toMatchObject({ outcome: 'fail' })
})

test('a stopped scenario leaves its checks untested, with the reason and the remedy', async () => {
  const stopping: OneShot = {
    ...hold,
    act: async ({ target }) => ({
      id: (await target.reserve({ availabilityId: 'nothing', expirationMinutes: 60 })).bookingId,
    }),
  }
  const { check, report } = await attempt(registryOf([stopping], [checkOf('hold', () => pass)]))
  that(check).toMatchObject({ outcome: 'untested', reason: that.stringMatching(/reserve was not accepted/) })
  that(report.verdict).toBe('unverified')
})

test('a judge that throws is a fault of octospec, not of the target', async () => {
  const broken = checkOf('hold', () => {
    throw new Error('oops')
  })
  const { check, report } = await attempt(registryOf([hold], [broken]))
  that(check).toMatchObject({ outcome: 'error', reason: 'Error: oops' })
  that(report.verdict).toBe('suite-error')
})

test('an act that throws is one, too', async () => {
  const broken: Scenario = { ...hold, act: () => Promise.reject(new TypeError('oops')) }
  const { check } = await attempt(registryOf([broken], [checkOf('hold', () => pass)]))
  that(check).toMatchObject({ outcome: 'error', reason: 'TypeError: oops' })
})

test('what the profile lacks keeps a scenario from being tried', async () => {
  const registry = registryOf([{ ...hold, needs: ['otherReseller'] }], [checkOf('hold', () => pass)])
  const { check, report } = await attempt(registry, { overrides: { otherReseller: null } })
  that(check).toMatchObject({ outcome: 'untested', reason: 'the profile has no second reseller' })
  that(report.requests).toBe(1)
})

test('an untested clause can be allowed by name', async () => {
  const registry = registryOf([{ ...hold, needs: ['otherReseller'] }], [checkOf('hold', () => pass)])
  const overrides = { otherReseller: null }
  that((await attempt(registry, { overrides })).report.verdict).toBe('unverified')
  that((await attempt(registry, { overrides, plan: { allowUntested: ['4.2/*'] } })).report.verdict).toBe('conforms')
})

test('a run that is interrupted is aborted and still cleans up', async () => {
  const controller = new AbortController()
  const endless: OneShot = {
    ...hold,
    act: async (context) => {
      await context.hold()
      controller.abort(new Error('stopped by hand'))
      return { reserved: (await context.hold()).reserved }
    },
  }
  const { report } = await attempt(registryOf([endless], [checkOf('hold', () => pass)]), { signal: controller.signal })
  that(report.verdict).toBe('aborted')
  that(report.problems[0]).toBe('stopped by hand')
  that(report.bookings).toMatchObject([{ fate: 'cancelled' }])
})

test('a target that is not there, or refuses the credentials, stops the run before anything is booked', async () => {
  const registry = registryOf([hold], [checkOf('hold', () => pass)])
  await that(
    attempt(registry, { overrides: { 'target.headers.Authorization': 'Bearer nobody' } }),
  ).rejects.toMatchObject({ code: 'OCTOSPEC_CREDENTIALS_REFUSED' })
  await stopReference()
  await that(attempt(registry)).rejects.toBeInstanceOf(RunError)
})
