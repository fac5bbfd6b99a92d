import { expect, test } from 'vitest'
import { failing, registryOf } from '../act/stage.test.data.js'
import type { OneShot } from '../act/stage.test.data.js'
import type { Pack } from '../suite/pack.js'
import type { Kill } from './kills.js'
import type { ScenarioCost } from './proof.js'
import { rankScenarios, smokeRequests } from './kills.js'

const clause = '4.2/new-booking-on-hold'
const kill = (fault: string, check: string, operation = 'get'): Kill => ({
  fault,
  dialect: 'default',
  check,
  clause,
  operation,
  place: '',
})
/** The same pack, of which the faults of these lines break the clause of their checks, and show where the lines say. */
const broken = (pack: Pack, kills: readonly Kill[]): Pack => ({
  ...pack,
  reference: {
    ...pack.reference,
    faults: kills.map(({ fault }) => ({ name: fault, clause, title: fault, shows: [] })),
    shownIn: (name) => kills.filter(({ fault }) => fault === name),
  },
})
const scenario = (id: string, more: Partial<OneShot> = {}): OneShot => ({
  kind: 'one-shot',
  id,
  act: () => Promise.resolve({}),
  ...more,
})
const cost = (id: string, requests: number, ...operations: readonly string[]): ScenarioCost => ({
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
  const kills = [
    kill('one', 'cheap.check'),
    kill('two', 'dear.check'),
    kill('two', 'same.check'),
    kill('three', 'dear.check'),
    kill('four', 'dear.check'),
    kill('four', 'same.check'),
  ]
  const scenarios = [cost('cheap', 1), cost('dear', 4), cost('same', 3)]
  expect(rankScenarios(kills, scenarios, broken(pack, kills))).toEqual({
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
    checks: [{ kind: 'sweep', id: 'all.x', clause, title: 'x', of: ['get', 'list', 'reserve'], judge: () => null }],
  })
  const kills = [kill('a', 'all.x', 'get'), kill('b', 'all.x', 'list'), kill('c', 'all.x', 'reserve')]
  const scenarios = [
    cost('walk', 3, 'reserve'),
    cost('reading', 1, 'get', 'reserve'),
    cost('listing', 2, 'get', 'list'),
  ]
  expect(rankScenarios(kills, scenarios, broken(pack, kills))).toEqual({
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
  const kills = [
    ...Array.from({ length: 500 }, (_, at) => kill(`large-${at}`, 'large.check')),
    ...['small', 'ageing', 'needing'].map((id) => kill(id, `${id}.check`)),
  ]
  const scenarios = [cost('large', smokeRequests + 1), cost('small', 1), cost('ageing', 1), cost('needing', 1)]
  const { smoke, scenarios: ranked } = rankScenarios(kills, scenarios, broken(pack, kills))
  expect(ranked.map(({ id }) => id)).toEqual(['small', 'large', 'ageing', 'needing'])
  expect(smoke).toBe(1)
})
