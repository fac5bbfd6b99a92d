import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { coveringTasks } from './coveringTasks.js'
import { chosenTasks, proofTasks } from './proofTasks.js'
import type { PublishedProof } from './publishedProof.js'

// Written by `npm run prove`.
const published = JSON.parse(readFileSync(specFile('../reports/proof.json'), 'utf8')) as PublishedProof
const tasks = chosenTasks(proofTasks(false), [], 'default')
const faultsOf = (covering: typeof tasks): ReadonlySet<string> =>
  new Set(covering.filter(({ kind }) => kind === 'fault').flatMap(({ names }) => names))

test('each check that a fault turns red is shown by one of less than half of the faults, and all variants stay', () => {
  const covering = coveringTasks(tasks, published)
  const faults = faultsOf(covering)
  for (const { id, provenBy } of published.checks)
    expect(provenBy.length === 0 || provenBy.some((name) => faults.has(name)), id).toBe(true)
  expect(faults.size).toBeLessThan(published.faults.length / 2)
  const variants = (of: typeof tasks): number => of.filter(({ kind }) => kind === 'variant').length
  expect(variants(covering)).toBe(variants(tasks))
})

test('a fault that the published proof does not know is always proven', () => {
  const faults = published.faults.filter(({ name }) => name !== 'holds-end-early')
  expect(faultsOf(coveringTasks(tasks, { ...published, faults }))).toContain('holds-end-early')
})
