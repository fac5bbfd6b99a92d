import { Parser, type FinalResults, type Result } from 'tap-parser'
import { expect, test } from 'vitest'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

test('TAP skips what was not tested and marks what is waived or a convention as to do', async () => {
  const tap = await renderedAs('tap', input)
  expect(tap.split('\n').filter((line) => /^(not )?ok|^1\.\./.test(line))).toEqual([
    '1..7',
    'ok 1 - reserve.good: x # time=1230ms',
    'not ok 2 - reserve.bad: x # time=45ms',
    'not ok 3 - reserve.odd: x # TODO a convention, which the documents do not demand',
    'ok 4 - hold.open: x # SKIP untested: no clock',
    'ok 5 - cancel.none: x # SKIP not-applicable: cancel is not offered',
    'not ok 6 - cancel.broke: x # time=0ms',
    'not ok 7 - list.known: x # TODO waived until 2027-01-31: ticket 4711',
  ])
})

test('TAP is read as it is meant by a reader of others', async () => {
  const parser = new Parser({ strict: true })
  const ended = new Promise<FinalResults>((resolve) => parser.on('complete', resolve))
  const blocks: unknown[] = []
  parser.on('assert', ({ diag }: Result) => diag && blocks.push(diag))
  parser.end(await renderedAs('tap', input))
  expect(await ended).toMatchObject({
    count: 7,
    pass: 3,
    todo: 2,
    skip: 2,
    failures: [{ id: 2 }, { id: 6 }],
    bailout: false,
  })
  expect(blocks).toMatchObject([{ clause: '4.2/new-booking-on-hold', duration_ms: 45 }, {}, {}, {}])
})
