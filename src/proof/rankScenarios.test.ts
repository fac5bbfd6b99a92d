import { expect, test } from 'vitest'
import { failing, registryOf } from '../act/stage.test.data.js'
import type { OneShot } from '../act/stage.test.data.js'
import type { PublishedProof } from './publishedProof.js'
import { rankScenarios, smokeRequests } from './rankScenarios.js'

type Shown = PublishedProof['faults'][number]['by'][number]

const fault = (name: string, ...by: readonly Shown[]): PublishedProof['faults'][number] => ({
  name,
  clause: '4.2/new-booking-on-hold',
  caught: true,
  by,
})
const by = (check: string, operation = 'get'): Shown => ({ check, operation, place: '' })
const scenario = (id: string, more: Partial<OneShot> = {}): OneShot => ({
  kind: 'one-shot',
  id,
  act: () => Promise.resolve({}),
  ...more,
})
const cost = (id: string, requests: number, ...operations: readonly string[]): PublishedProof['scenarios'][number] => ({
  id,
  requests,
  bookings: 0,
  operations,
})

test('that comes first which shows most faults a request, of those that none before it shows', () => {
  const pack = registryOf({
    scenarios: ['cheap', 'dear', 'same'].map((id) => scenario(id)),
    checks: ['cheap', 'dear', 'same'].map((id) => failing(`${id}.check`, id, () => false)),
  })
  const faults = [
    fault('one', by('cheap.check')),
    fault('two', by('dear.check'), by('same.check')),
    fault('three', by('dear.check')),
    fault('four', by('dear.check'), by('same.check')),
  ]
  const scenarios = [cost('cheap', 1), cost('dear', 4), cost('same', 3)]
  expect(rankScenarios({ faults, scenarios }, pack)).toEqual({
    smoke: 2,
    scenarios: [
      { id: 'cheap', requests: 1, faults: 1 },
      { id: 'dear', requests: 4, faults: 3 },
      { id: 'same', requests: 3, faults: 0 },
    ],
  })
})

test('what looks on finds wherever there is an answer of that operation, and the walk has found it before', () => {
  const pack = registryOf({
    scenarios: [scenario('reading'), scenario('listing')],
    checks: [
      { kind: 'sweep', id: 'all.x', clause: '4.2/x', title: 'x', of: ['get', 'list', 'reserve'], judge: () => null },
    ],
  })
  const faults = [fault('a', by('all.x', 'get')), fault('b', by('all.x', 'list')), fault('c', by('all.x', 'reserve'))]
  const scenarios = [
    cost('walk', 3, 'reserve'),
    cost('reading', 1, 'get', 'reserve'),
    cost('listing', 2, 'get', 'list'),
  ]
  expect(rankScenarios({ faults, scenarios }, pack)).toEqual({
    smoke: 2,
    scenarios: [
      { id: 'reading', requests: 1, faults: 1 },
      { id: 'listing', requests: 2, faults: 1 },
    ],
  })
})

test('a smoke run has what fits, and nothing that not every target lets happen at once', () => {
  const pack = registryOf({
    scenarios: [
      scenario('large'),
      scenario('small'),
      scenario('ageing', { ages: true }),
      scenario('needing', { needs: ['isolation'] }),
    ],
    checks: ['large', 'small', 'ageing', 'needing'].map((id) => failing(`${id}.check`, id, () => false)),
  })
  const faults = [
    ...Array.from({ length: 500 }, (_, at) => fault(`large-${at}`, by('large.check'))),
    ...['small', 'ageing', 'needing'].map((id) => fault(id, by(`${id}.check`))),
  ]
  const scenarios = [cost('large', smokeRequests + 1), cost('small', 1), cost('ageing', 1), cost('needing', 1)]
  const { smoke, scenarios: ranked } = rankScenarios({ faults, scenarios }, pack)
  expect(ranked.map(({ id }) => id)).toEqual(['small', 'large', 'ageing', 'needing'])
  expect(smoke).toBe(1)
})
