import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublishedProof } from '../proof/publishedProof.js'
import { publishProof } from './publishProof.js'

const proof: PublishedProof = {
  headline: '1 faults, 1 caught for the right reason; 1 legal variants, 0 false alarms',
  faults: [{ name: 'f', clause: '1/a', caught: true, by: [{ check: 'a.b', operation: 'get', place: '/x' }] }],
  variants: [{ name: 'v', unharmed: true }],
  scenarios: [{ id: 'a', requests: 2, bookings: 1, operations: ['get'] }],
  checks: [{ id: 'a.b', clause: '1/a', proven: true }],
}

function folders(): { readonly readme: string; readonly reports: string } {
  const root = mkdtempSync(join(tmpdir(), 'octospec-proof-'))
  const readme = join(root, 'README.md')
  writeFileSync(readme, 'The proof: <!-- proof -->none yet<!-- /proof -->.\n')
  return { readme, reports: join(root, 'reports') }
}

test('a proof is published as totals by chapter, a badge, and a line in the README', async () => {
  const { readme, reports } = folders()
  expect(await publishProof(proof, reports, false)).toEqual([])
  expect(readFileSync(readme, 'utf8')).toBe(
    `The proof: <!-- proof -->[${proof.headline}](reports/README.md)<!-- /proof -->.\n`,
  )
  expect(readFileSync(join(reports, 'README.md'), 'utf8')).toContain('| a | 1 | 1 | 1 | 2 |')
  expect(readFileSync(join(reports, 'badge.svg'), 'utf8')).toContain('1/1 faults caught, 0 false alarms')
  expect(await publishProof(proof, reports, true)).toEqual([])
})

test('what says something else than the proof is named, and nothing is written', async () => {
  const { readme, reports } = folders()
  const stale = await publishProof(proof, reports, true)
  expect(stale.map((sentence) => sentence.replace(/^.*\/(?=\w+\.\w+ says)/, '').split(' ', 1)[0])).toEqual([
    'README.md',
    'badge.svg',
    'README.md',
  ])
  expect(existsSync(reports)).toBe(false)
  expect(readFileSync(readme, 'utf8')).toContain('none yet')
})

test('a proof that does not hold has a red badge', async () => {
  const { reports } = folders()
  const broken = { ...proof, faults: proof.faults.map((fault) => ({ ...fault, caught: false })) }
  await publishProof(broken, reports, false)
  const badge = readFileSync(join(reports, 'badge.svg'), 'utf8')
  expect(badge).toContain('0/1 faults caught')
  expect(badge).toContain('#c62828')
})
