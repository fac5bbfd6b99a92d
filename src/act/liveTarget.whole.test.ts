import { expect, test } from 'vitest'
import { runOnReference } from '../proof/runOnReference.js'

test('on a live target nothing is confirmed, whatever is tried, also where an availability takes one booking alone', async () => {
  const variants = ['exclusive-availability']
  const { report, evidence } = await runOnReference({ variants, profile: { target: { environment: 'live' } } })
  const sent = evidence.flatMap((line) => (line.type === 'exchange' ? [line.exchange] : []))
  expect(sent.filter(({ purpose }) => purpose === 'reserve').length).toBeGreaterThan(50)
  expect(sent.flatMap(({ purpose, scenario }) => (purpose === 'confirm' ? [scenario] : []))).toEqual([])
  expect(report.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toEqual([])
})
