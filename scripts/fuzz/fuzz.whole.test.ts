import { expect, test } from 'vitest'
import { fuzzEvidence } from './fuzzEvidence.js'
import { fuzzRuns } from './fuzzRuns.js'

// npm run soak -- fuzz takes the same by the ten thousand.

test('whatever a server answers, a run ends without an error, and every request is on record', async () => {
  expect(await fuzzRuns(60, 1)).toEqual([])
})

test('whatever evidence holds, it is judged or refused, and only what is proven makes octospec send anything', async () => {
  expect(await fuzzEvidence(60, 1)).toEqual([])
})
