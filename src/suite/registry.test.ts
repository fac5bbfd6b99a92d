import { expect, test } from 'vitest'
import fc from 'fast-check'
import { answer, booking, profile } from './answer.test.data.js'
import { pass } from './judgement.js'
import { openSuite, registryOf } from './suite.js'

test('what is declared stands in the registry, with the scenario that it judges', () => {
  const suite = openSuite()
  const { scenario, check, observe, sweep } = suite
  const acted = scenario('declared.acted', () => Promise.resolve(1), { uses: ['get'] })
  check(acted, { id: 'declared.check', clause: 'c', title: 't', judge: (n) => (n === 1 ? pass : pass) })
  observe(acted, { id: 'declared.seen', clause: 'c', observe: (n) => `saw ${n}` })
  sweep({ id: 'declared.sweep', clause: 'c', title: 't', of: ['get'], judge: () => null })
  const registry = registryOf([suite])
  expect(registry.scenarios.get('declared.acted')).toMatchObject({ kind: 'one-shot', uses: ['get'] })
  expect(registry.checks.get('declared.check')).toMatchObject({ kind: 'trial', scenario: 'declared.acted' })
  expect(registry.checks.get('declared.sweep')).toMatchObject({ kind: 'sweep', of: ['get'] })
  const observation = registry.observations.get('declared.seen')
  expect(observation?.observe(7, { profile })).toBe('saw 7')
  expect(registry.checks.has('declared.seen')).toBe(false)
})

test('a judge gets the data and the profile', () => {
  const suite = openSuite()
  const { scenario, check } = suite
  const acted = scenario('declared.judged', () => Promise.resolve(answer(booking)))
  const given: unknown[] = []
  check(acted, { id: 'declared.judge', clause: 'c', title: 't', judge: (...all) => (given.push(...all), pass) })
  const found = registryOf([suite]).checks.get('declared.judge')
  if (found?.kind !== 'trial') throw new Error('no check')
  expect(found.judge('data', { profile })).toBe(pass)
  expect(given).toEqual(['data', { profile }])
})

test('an id is given once', () => {
  const [one, other] = [openSuite(), openSuite()]
  for (const { scenario } of [one, other]) scenario('declared.twice', () => Promise.resolve(1))
  expect(() => registryOf([one, other])).toThrow('declared.twice')
  expect(registryOf([one]).scenarios.size).toBe(1)
})

test('edges and stages may depend on the profile', async () => {
  const suite = openSuite()
  const { property, timeline } = suite
  const how = {
    samples: { low: 0, normal: 1, high: 2 },
    prepare: () => Promise.resolve({}),
    act: (_: unknown, value: number) => Promise.resolve({ doubled: value * 2 }),
  }
  property('declared.free', { ...how, edges: (of) => [of.reads.settleSeconds], arbitrary: () => fc.constant(2) })
  const free = registryOf([suite]).scenarios.get('declared.free')
  if (free?.kind !== 'property') throw new Error('no property')
  expect(free.edges(profile)).toEqual([2])
  expect(fc.sample(free.arbitrary(profile), 1)).toEqual([2])
  // Nothing of the context is read by this act.
  expect(await free.act({} as never, 4, {})).toEqual({ doubled: 8 })
  timeline('declared.stages', [])
  timeline('declared.more', (of) => [{ at: of.reads.settleSeconds, act: () => Promise.resolve({}) }])
  const [none, some] = ['declared.stages', 'declared.more'].map((id) => registryOf([suite]).scenarios.get(id))
  if (none?.kind !== 'timeline' || some?.kind !== 'timeline') throw new Error('no timelines')
  expect(none.stages(profile)).toEqual([])
  expect(some.stages(profile)).toMatchObject([{ at: 2 }])
})
