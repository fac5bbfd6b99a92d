// A run keeps answers until the scenarios that asked for them are done, and the server decides how large each is.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { answerOf, booking } from '../../suite/answer.test.data.js'
import { Judging } from '../../judge/judging.js'
import { planOf } from '../../act/stage.test.data.js'
import { escapeText } from '../../contract/escapeText.js'
import { startTarget, testProfile, reply } from '../../wire/testTarget.test.data.js'
import { pack } from '../../pack.js'

const extra = Array.from({ length: 19_000 }, () => ({}))

/** Megabytes of values that somebody can still reach. */
async function reachable(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // Weakly held objects are kept until the task is over.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

test('of 19,000 empty objects in each answer no more is kept than their text, while scenarios and judges keep answers', async () => {
  const judging = new Judging(planOf(pack), testProfile('http://127.0.0.1:1'), pack)
  const { session, exchanges } = await startTarget((_, response) => reply(response, { ...booking, extra }))
  const target = session.for('acting')
  const kept: unknown[] = []
  // Nothing of other people's bookings is kept.
  await target.reserve({})
  const ask = async (): Promise<void> => {
    const answer = await target.get('b-1')
    expect(answer.bookings).toHaveLength(1)
    expect(answer.contractErrors).toBeDefined()
    const exchange = exchanges.splice(0).pop()
    if (exchange === undefined) throw new Error('it was not recorded')
    judging.take({ type: 'exchange', exchange })
    const read = answerOf(exchange)
    expect(read.contractErrors).toEqual(answer.contractErrors)
    kept.push(answer, read)
  }
  for (let warm = 0; warm < 3; warm += 1) await ask()
  const before = await reachable()
  for (let count = 0; count < 30; count += 1) await ask()
  // A text of each is 60 kB; the values take 1.2 MB.
  expect((await reachable()) - before).toBeLessThan(10)
  expect(kept).toHaveLength(66)
  expect(judging.answerOf('acting', 20)?.json).toStrictEqual({ ...booking, extra })
})

test('an excerpt of a long text does not keep the text', async () => {
  const before = await reachable()
  const kept = Array.from({ length: 30 }, (_, at) => escapeText(String(at % 10).repeat(1_000_000), 100))
  expect((await reachable()) - before).toBeLessThan(5)
  expect(kept[3]).toBe(`${'3'.repeat(100)}… (999900 more characters)`)
})
