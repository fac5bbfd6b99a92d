import { expect, test } from 'vitest'
import type { EvidenceLine } from './evidence/evidence.js'
import { makeReport } from './judge/makeReport.js'
import { rejudge } from './judge/judgeEvidence.js'
import { runOnReference } from './proof/runOnReference.js'
import { proveTask } from './proof/judgeRow.js'
import { gathered } from './report/formats.test.data.js'
import { formats } from './report/formats.js'
import { library } from './tinyPack.test.data.js'

async function* linesOf(lines: readonly EvidenceLine[]): AsyncGenerator<EvidenceLine> {
  // As they are read back from the file.
  yield* JSON.parse(JSON.stringify(lines)) as readonly EvidenceLine[]
}

test('the engine runs a service of two operations that it has never heard of, and judges it again from the evidence', async () => {
  const { report, evidence: lines } = await runOnReference({ pack: library })
  expect(report.checks.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['loan.open', 'pass'],
    ['loan.closed', 'pass'],
    ['borrow.edition-unlisted-refused', 'pass'],
    ['later.stays-closed', 'pass'],
  ])
  expect(report.bookings.map(({ fate, remains }) => [fate, remains])).toEqual([
    ['returned', 'nothing'],
    ['returned', 'nothing'],
    ['returned', 'nothing'],
    ['returned', 'nothing'],
  ])
  const again = await rejudge(linesOf(lines), library)
  expect(makeReport(again, report.evidence)).toEqual(report)
})

test.each([
  ['never-closes', ['loan.closed', 'later.stays-closed']],
  ['opens-again', ['later.stays-closed']],
])('it proves that %s is caught by %j where it shows, and nothing else turns red', async (name, checks) => {
  expect(await proveTask({ kind: 'fault', name, dialect: 'plain' }, library)).toMatchObject({
    holds: true,
    by: checks.map((check) => ({ check, operation: 'giveBack', place: '/state' })),
    collateral: [],
  })
})

test('it proves that the library as it should be turns no check red', async () => {
  expect(await proveTask({ kind: 'variant', name: null, dialect: 'plain' }, library)).toMatchObject({ holds: true })
})

test('a row of its table of flaws is tried with what its contract does not list, and proven', async () => {
  const { evidence: lines } = await runOnReference({ pack: library })
  const sent = lines.flatMap((line) => (line.type === 'exchange' ? [line.exchange.input['edition']] : []))
  expect(sent.filter((edition) => edition !== undefined)).toEqual(['FIRST', 'octospec'])
  expect(await proveTask({ kind: 'fault', name: 'lends-any-edition', dialect: 'plain' }, library)).toMatchObject({
    holds: true,
    by: [{ check: 'borrow.edition-unlisted-refused', operation: 'borrow', place: '' }],
    collateral: [],
  })
})

test.each(formats.map(({ name }) => name))('it reports on it as %s', async (name) => {
  const { report, evidence: lines } = await runOnReference({ pack: library, faults: ['never-closes'] })
  const format = formats.find((each) => each.name === name)
  if (format === undefined) throw new Error(`there is no format ${name}`)
  const text = await gathered(
    await format.render({ contract: library.contract, report, evidence: () => linesOf(lines) }),
  )
  expect(text).toContain(name === 'har' ? '/loans' : 'loan.closed')
})
