import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import type { Kill } from '../proof/kills.js'
import { publishedKills, publishProof } from './commands/prove.js'

const fault = 'get-loses-notes'
const [shown = expect.fail(fault)] = pack.reference.shownIn(fault, 'default')
const caught: Kill = {
  fault,
  dialect: 'default',
  check: 'read.equals-created',
  clause: pack.reference.fault(fault).clause,
  ...shown,
}

async function published(kills: readonly Kill[]): Promise<(path: string) => string> {
  const root = mkdtempSync(join(tmpdir(), 'octospec-proof-'))
  writeFileSync(join(root, 'README.md'), 'The proof: <!-- proof -->none yet<!-- /proof -->.\n')
  await publishProof(kills, [], join(root, 'reports'))
  expect(publishedKills(join(root, 'reports'))).toEqual(kills)
  return (path) => readFileSync(join(root, path), 'utf8')
}

test('a proof is published as a matrix, totals by chapter, a badge, and a line in the README', async () => {
  const read = await published([caught])
  const missed = pack.reference.faults.filter((fault) => fault.missed !== undefined).length
  const notYet = missed === 0 ? '' : `, ${missed} more named as not yet caught`
  const headline = `1 faults, 1 caught for the right reason${notYet}; 0 legal variants, 0 false alarms`
  expect(read('README.md')).toBe(`The proof: <!-- proof -->[${headline}](reports/README.md)<!-- /proof -->.\n`)
  expect(read('reports/README.md')).toMatch(/^\| read \| \d+ \| 1 \| 1 \|$/m)
  expect(read('reports/badge.svg')).toContain('1/1 faults caught, 0 false alarms')
})

test('a proof that does not hold has a red badge', async () => {
  const read = await published([{ ...caught, operation: 'list' }])
  expect(read('reports/badge.svg')).toContain('0/1 faults caught')
  expect(read('reports/badge.svg')).toContain('#c62828')
})
