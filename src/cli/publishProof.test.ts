import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PublishedProof } from '../proof/publishedProof.js'
import { publishProof } from './publishProof.js'

const proof: PublishedProof = {
  schemaVersion: 2,
  headline: '1 faults, 1 caught, 1 for the right reason; 1 legal variants, 0 false alarms',
  provenTwice: { checks: 1, twice: 0 },
  faults: [
    {
      name: 'f',
      clause: '1/a',
      title: 'breaks a',
      shows: [{ operation: 'get', place: '/x' }],
      caught: true,
      by: [{ check: 'a.b', operation: 'get', place: '/x' }],
      collateral: [],
    },
  ],
  variants: [{ name: 'v', title: 'differs', unharmed: true, warns: [] }],
  scenarios: [{ id: 'a', requests: 2, bookings: 1, operations: ['get'] }],
  checks: [{ id: 'a.b', clause: '1/a', provenBy: ['f'] }],
}

function folders(): { readonly readme: string; readonly reports: string } {
  const root = mkdtempSync(join(tmpdir(), 'octospec-proof-'))
  const readme = join(root, 'README.md')
  writeFileSync(readme, 'The proof: <!-- proof -->none yet<!-- /proof -->.\n')
  return { readme, reports: join(root, 'reports') }
}

test('what is published is in the folder and in the README, and is then up to date', async () => {
  const { readme, reports } = folders()
  expect(await publishProof(proof, reports, false)).toEqual([])
  expect(readFileSync(readme, 'utf8')).toBe(
    `The proof: <!-- proof -->[${proof.headline}](reports/proof.md)<!-- /proof -->.\n`,
  )
  expect(readFileSync(join(reports, 'proof.md'), 'utf8')).toContain(proof.headline)
  expect(readFileSync(join(reports, 'badge.svg'), 'utf8')).toContain('1/1 faults caught, 0 false alarms')
  expect(await publishProof(proof, reports, true)).toEqual([])
})

test('a README, a badge or a proof that says something else is named, and nothing is written', async () => {
  const { readme, reports } = folders()
  expect(await publishProof(proof, reports, true)).toEqual([
    'there is no readable published proof: renew the published proof with npm run prove',
    'README.md says something else than the proof: renew the published proof with npm run prove',
    'badge.svg says something else than the proof: renew the published proof with npm run prove',
  ])
  expect(existsSync(reports)).toBe(false)
  expect(readFileSync(readme, 'utf8')).toContain('none yet')
})

test('a check that is proven in fewer ways than published is told', async () => {
  const { reports } = folders()
  await publishProof({ ...proof, provenTwice: { checks: 1, twice: 1 } }, reports, false)
  expect(await publishProof(proof, reports, true)).toEqual([
    '0 checks are proven by faults that differ in kind, where 1 were: renew the published proof with npm run prove',
  ])
})

test('a fault that must show elsewhere is proven otherwise', async () => {
  const { reports } = folders()
  await publishProof(proof, reports, false)
  const moved = proof.faults.map((fault) => ({ ...fault, shows: [{ operation: 'list' as const, place: '/x' }] }))
  expect(await publishProof({ ...proof, faults: moved }, reports, true)).toEqual([
    'fault f is proven otherwise than published: renew the published proof with npm run prove',
  ])
})

test('a proof that does not hold has a red badge', async () => {
  const { reports } = folders()
  const broken = { ...proof, faults: proof.faults.map((fault) => ({ ...fault, caught: false })) }
  await publishProof(broken, reports, false)
  const badge = readFileSync(join(reports, 'badge.svg'), 'utf8')
  expect(badge).toContain('0/1 faults caught')
  expect(badge).toContain('#c62828')
})
