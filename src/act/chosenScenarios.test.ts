import { expect, test } from 'vitest'
import type { Profile } from '../profile/profile.js'
import type { SweepCheck, TrialCheck } from '../suite/check.js'
import { pass } from '../suite/judgement.js'
import type { OneShot } from '../suite/scenario.js'
import { testProfile } from '../wire/testTarget.test.data.js'
import { chosenScenarios } from './run.js'
import { failing, planOf, registryOf } from './stage.test.data.js'

const scenario = (id: string, more: Partial<OneShot> = {}): OneShot => ({
  kind: 'one-shot',
  id,
  act: () => Promise.resolve({}),
  ...more,
})
const check = (id: string, of: string, more: Partial<TrialCheck> = {}): TrialCheck => ({
  ...failing(id, of, () => false),
  ...more,
})
const sweep = (id: string, of: SweepCheck['of']): SweepCheck => ({
  kind: 'sweep',
  id,
  clause: '4.2/new-booking-on-hold',
  title: id,
  of,
  judge: () => pass,
})

const scenarios = ['reserve', 'reserve.notes', 'extend.twice', 'list.pages'].map((id) => scenario(id))
const checks = [
  check('reserve.check', 'reserve'),
  check('reserve.notes-kept', 'reserve.notes'),
  check('extend.check', 'extend.twice'),
  check('list.check', 'list.pages'),
  sweep('list.sorted', ['list']),
  sweep('wire.json', ['reserve', 'extend']),
]

/** The scenarios of a run of these checks alone, or of all. */
function chosen(
  only: readonly string[],
  {
    registry = registryOf({ scenarios, checks }),
    profile = testProfile('http://127.0.0.1:1'),
  }: { registry?: ReturnType<typeof registryOf>; profile?: Profile } = {},
): readonly string[] {
  const plan = planOf(registry, { only, ...(only.length > 0 && { checks: only }) })
  return chosenScenarios({ plan, profile, registry }).map(({ id }) => id)
}

test('a run of everything performs every scenario, whether a check looks at it or not', () => {
  const registry = registryOf({ scenarios: [...scenarios, scenario('observed')], checks })
  expect(chosen([], { registry })).toEqual([...scenarios.map(({ id }) => id), 'observed'])
})

test('a chosen check needs its own scenario alone, and not those of its chapter', () => {
  expect(chosen(['reserve.notes-kept'])).toEqual(['reserve.notes'])
  expect(chosen(['list.check', 'reserve.check'])).toEqual(['reserve', 'list.pages'])
})

test('a chosen sweep needs the scenarios of its chapter and of the operations that it looks at', () => {
  expect(chosen(['list.sorted'])).toEqual(['list.pages'])
  expect(chosen(['wire.json'])).toEqual(['reserve', 'reserve.notes', 'extend.twice'])
  const registry = registryOf({ scenarios: [...scenarios, scenario('wire.broken')], checks })
  expect(chosen(['wire.json'], { registry })).toEqual(['reserve', 'reserve.notes', 'extend.twice', 'wire.broken'])
})

test('a scenario is not performed for the sake of a check that this profile cannot meet', () => {
  const registry = registryOf({
    scenarios,
    checks: [
      check('reserve.check', 'reserve', { needs: ['redeem'] }),
      check('extend.check', 'extend.twice', { uses: ['extend'] }),
    ],
  })
  expect(chosen(['reserve.check', 'extend.check'], { registry })).toEqual(['extend.twice'])
  const profile = testProfile('http://127.0.0.1:1', { redeem: { method: 'POST', path: '/redeem' } }, { extend: null })
  expect(chosen(['reserve.check', 'extend.check'], { registry, profile })).toEqual(['reserve'])
})

test('nor is one whose own needs the profile does not meet, not even by a run of everything', () => {
  const registry = registryOf({
    scenarios: [scenario('reserve', { needs: ['clock'] }), scenario('extend', { uses: ['extend'] }), scenario('list')],
    checks: [check('reserve.check', 'reserve'), check('extend.check', 'extend'), sweep('wire.json', ['reserve'])],
  })
  expect(chosen([], { registry })).toEqual(['extend', 'list'])
  expect(chosen(['reserve.check', 'extend.check', 'wire.json'], { registry })).toEqual(['extend'])
})
