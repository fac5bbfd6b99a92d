import { expect, test } from 'vitest'
import { limitConcurrency } from '../act/limitConcurrency.js'
import { troubledRun } from './troubledRun.js'

/** What is booked in different ways and read again, in different lists, by different callers. */
const only = ['reserve.*', 'extend.*', 'confirm.*', 'cancel.*', 'list.*', 'isolation.*', 'robustness.*']

test('on a network that loses, cuts and delays answers, and gives some itself, a server that is right is blamed for nothing', async () => {
  const blamed: string[] = []
  const verdicts = new Set<string>()
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  // Most of the time is spent waiting for answers that never come.
  await limitConcurrency(6, numbers, async (number) => {
    const { what, verdict, falseFindings } = await troubledRun(
      number,
      { only: [only[number % only.length] ?? ''], effort: 'low' },
      60,
    )
    verdicts.add(verdict)
    for (const { id, findings } of falseFindings)
      blamed.push(`run ${number}, ${what}: ${id}: ${findings[0]?.message ?? ''}`)
  })
  expect(blamed).toEqual([])
  // The troubles had their effect: something could not be verified.
  expect([...verdicts]).toContain('unverified')
  expect([...verdicts]).not.toContain('fails')
}, 120_000)
