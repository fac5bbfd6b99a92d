import { expect, test } from 'vitest'
import { transfers } from './pack.js'

test('every need that a scenario or a check names is one that there is', () => {
  const named = [...transfers.scenarios.values(), ...transfers.checks.values()].flatMap((each) =>
    'needs' in each ? (each.needs ?? []) : [],
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !Object.hasOwn(transfers.needs, name))).toEqual([])
})
