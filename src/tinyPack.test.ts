import { expect, test } from 'vitest'
import { settle } from './act/run.js'
import { silent } from './act/progress.js'
import { systemClock } from './client/clock.js'
import { systemNonce } from './client/nonce.js'
import type { EvidenceLine } from './evidence/evidence.js'
import { makeReport } from './judge/makeReport.js'
import { rejudge } from './judge/rejudge.js'
import { referenceProfile, runOnReference } from './proof/runOnReference.js'
import { proveTask } from './proof/proveTask.js'
import { gathered } from './report/formats/formats.test.data.js'
import { formats } from './report/formats/index.js'
import { library } from './tinyPack.test.data.js'

const evidence = { file: 'exchanges.ndjson', sha256: '0'.repeat(64), exchanges: 0 }

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
    ['later.stays-closed', 'untested'],
  ])
  expect(report.bookings.map(({ fate, remains }) => [fate, remains])).toEqual([
    ['returned', 'nothing'],
    ['returned', 'nothing'],
    ['returned', 'nothing'],
    ['returned', 'nothing'],
  ])
  expect(report.pending).toMatchObject([{ scenario: 'later' }])
  const again = await rejudge(linesOf(lines), library)
  expect(makeReport(again, report.evidence)).toEqual(report)
})

test('it settles what was left ageing', async () => {
  const service = await library.reference.start()
  try {
    const profile = await referenceProfile('plain', service.url, [], library)
    const { evidence: lines } = await runOnReference({ pack: library })
    const judging = await rejudge(linesOf(lines), library, () => profile)
    const clock = { ...systemClock, now: () => systemClock.now() + 3_600_000 }
    const signal = new AbortController().signal
    const sink = { write: () => undefined }
    // What was borrowed from the first library is unknown to this one: the loan is no longer there.
    await settle(judging, { profile, clock, random: systemNonce, sink, progress: silent, signal })
    expect(judging.pending).toEqual([])
    expect(makeReport(judging, evidence).checks.at(-1)).toMatchObject({
      id: 'later.stays-closed',
      outcome: 'untested',
      reason: expect.stringContaining('HTTP 404'),
    })
  } finally {
    await service.close()
  }
})

test('it proves that a fault of it is caught where it shows, and nothing else turns red', async () => {
  expect(await proveTask({ kind: 'fault', names: ['never-closes'], dialect: 'plain' }, library)).toMatchObject({
    holds: true,
    by: [{ check: 'loan.closed', operation: 'giveBack', place: '/state' }],
    collateral: [],
  })
  expect(await proveTask({ kind: 'variant', names: [], dialect: 'plain' }, library)).toMatchObject({ holds: true })
})

test('a row of its table of flaws is tried with what its contract does not list, and proven', async () => {
  const { evidence: lines } = await runOnReference({ pack: library })
  const sent = lines.flatMap((line) => (line.type === 'exchange' ? [line.exchange.input['edition']] : []))
  expect(sent.filter((edition) => edition !== undefined)).toEqual(['FIRST', 'octospec'])
  expect(await proveTask({ kind: 'fault', names: ['lends-any-edition'], dialect: 'plain' }, library)).toMatchObject({
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
  expect(text).toContain({ badge: 'fails', har: '/loans' }[name] ?? 'loan.closed')
})
