import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import type { Answer, Context } from '../vocabulary/index.js'
import { openLastReads } from '../acts/lastReads.js'
import { readAnew, rememberedBy } from './remembered.js'

const request = { method: 'GET', url: 'http://a/b-1', headers: { 'Octo-Capabilities': 'octo/pricing' } }
const settling = profile.reads.settleSeconds * 1000

const list = (status: string): Answer => answer([{ ...booking, status }], { purpose: 'list', startedAt: 100_000 })

/** A cancel, and a get that long after it which shows the booking as it was; then it shows `later`. */
async function opened(after: number, later: string) {
  const reads = openLastReads()
  const send = (purpose: string, status: string, startedAt: number): Promise<Answer> =>
    reads.around(purpose, 'b-1', () =>
      Promise.resolve(answer({ ...booking, status }, { purpose, startedAt, request, bookingId: 'b-1' })),
    )
  await send('cancel', 'CONFIRMED', 0)
  await send('get', 'CONFIRMED', 1 + after)
  const asked: string[] = []
  // What it takes of a context.
  const context = {
    profile,
    lastReads: reads.all,
    target: {
      get: (id: string) => {
        asked.push(id)
        return send('get', later, 90_000)
      },
    },
  } as unknown as Context
  return { context, asked }
}

const measured = (page: Answer) => ({ size: 1, effective: 1, pages: [page], last: 1, total: 1 })

test.each([
  ['soon after a write is read once more, and what it has become is no contradiction', 300, 'CANCELLED', 1, 'pass'],
  ['soon after a write is read once more, and a list that shows otherwise still fails', 300, 'CONFIRMED', 1, 'fail'],
  ['when the settling time was over is final', settling, 'CANCELLED', 0, 'fail'],
])('what a get showed %s', async (_, after, later, gets, outcome) => {
  const { context, asked } = await opened(after, later)
  const page = list('CANCELLED')
  const { remembered } = await readAnew(context, measured(page), { remembered: rememberedBy(context), reads: [] })
  expect(asked).toHaveLength(gets)
  const trial = { remembered, before: [page], pages: [], after: [], asc: [], desc: [] }
  expect(judgeTrial('list.agrees-with-earlier-gets', trial).outcome).toBe(outcome)
})

test('what is not known to be final is not compared, and what a list agrees with is not read again', async () => {
  const { context, asked } = await opened(300, 'CANCELLED')
  const remembered = rememberedBy(context)
  await readAnew(context, measured(list('CONFIRMED')), { remembered, reads: [] })
  expect(asked).toEqual([])
  const trial = { remembered, before: [list('CANCELLED')], pages: [], after: [], asc: [], desc: [] }
  expect(judgeTrial('list.agrees-with-earlier-gets', trial).outcome).toBe('untested')
})
