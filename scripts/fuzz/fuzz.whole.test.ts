import { expect, test, vi } from 'vitest'
import { fuzzEvidence } from './fuzzEvidence.js'
import { fuzzProfiles } from './fuzzProfiles.js'
import { fuzzReports } from './fuzzReports.js'
import { fuzzRuns } from './fuzzRuns.js'

// npm run soak -- fuzz takes the same by the ten thousand.
vi.setConfig({ testTimeout: 180_000 })

test('whatever a server answers, a run ends without an error, and every request is on record', async () => {
  const { answers, wrong } = await fuzzRuns(60, 1)
  expect(wrong).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(60)
})

test('whatever a profile holds, it is a profile or an error that says what is wrong with it', async () => {
  expect(await fuzzProfiles(100, 1)).toEqual([])
})

test('whatever evidence holds, it is judged or refused, and only what is proven makes octospec send anything', async () => {
  expect(await fuzzEvidence(60, 1)).toEqual([])
})

test('whatever a report or a waiver holds, it is compared or refused', async () => {
  expect(await fuzzReports(60, 1)).toEqual([])
})
