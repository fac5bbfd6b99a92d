import { expect, test } from 'vitest'
import { result } from './check.test.data.js'
import { applyWaivers } from './verdict.js'

const waiver = { check: 'reserve.x', reason: 'ticket 1', until: '2027-01-31' }

test('a waiver marks the failure that it names, until its last day', () => {
  const { checks, waivers } = applyWaivers(
    [result({ outcome: 'fail' }), result({ id: 'reserve.y', outcome: 'fail' })],
    [waiver],
    '2027-01-31',
  )
  expect(checks[0]?.waived).toEqual({ reason: 'ticket 1', until: '2027-01-31' })
  expect(checks[1]).not.toHaveProperty('waived')
  expect(waivers).toMatchObject([{ state: 'matches' }])
})

test('a waiver whose day is over waives nothing', () => {
  const { checks, waivers } = applyWaivers([result({ outcome: 'fail' })], [waiver], '2027-02-01')
  expect(checks[0]).not.toHaveProperty('waived')
  expect(waivers).toMatchObject([{ state: 'over' }])
})

test('a waiver of what passes is stale, of what could not be tested it is not', () => {
  const stateOf = (outcome: 'pass' | 'untested' | 'not-applicable'): unknown =>
    applyWaivers([result({ outcome })], [waiver], '2026-12-01').waivers[0]?.state
  expect(stateOf('pass')).toBe('stale')
  expect(stateOf('not-applicable')).toBe('stale')
  expect(stateOf('untested')).toBe('matches')
})

test('a waiver of a check that was not chosen is left alone', () => {
  expect(applyWaivers([result({ id: 'other.y' })], [waiver], '2026-12-01').waivers).toMatchObject([
    { state: 'matches' },
  ])
})

test('a waiver that names no check of a whole run is stale: the check has another name, or never had this one', () => {
  const of = (whole: boolean): unknown =>
    applyWaivers([result({ id: 'other.y' })], [waiver], '2026-12-01', whole).waivers[0]?.state
  expect(of(true)).toBe('stale')
  expect(of(false)).toBe('matches')
})

test('a waiver by pattern matches as long as one of the checks that it names fails', () => {
  const { checks, waivers } = applyWaivers(
    [
      result({ id: 'reserve.a' }),
      result({ id: 'reserve.b', outcome: 'warn' }),
      result({ id: 'read.c', outcome: 'fail' }),
    ],
    [{ ...waiver, check: 'reserve.*' }],
    '2026-12-01',
  )
  expect(waivers).toMatchObject([{ state: 'matches' }])
  expect(checks.map(({ waived }) => waived !== undefined)).toEqual([false, true, false])
})

test('where one waiver is over, another of the same check still waives', () => {
  const { checks, waivers } = applyWaivers(
    [result({ outcome: 'fail' })],
    [
      { ...waiver, until: '2026-01-01' },
      { ...waiver, reason: 'ticket 2' },
    ],
    '2026-12-01',
  )
  expect(waivers.map(({ state }) => state)).toEqual(['over', 'matches'])
  expect(checks[0]?.waived?.reason).toBe('ticket 2')
})

test('an error of octospec itself is waived by nobody', () => {
  const { checks } = applyWaivers([result({ outcome: 'error' })], [waiver], '2026-12-01')
  expect(checks[0]).not.toHaveProperty('waived')
})
