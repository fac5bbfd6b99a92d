import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { aroundWrites, type Context } from './index.js'

/** A target of which only get is asked: it shows each booking in the status that it was last given. */
function target(statuses: Map<string, string>): { readonly context: Pick<Context, 'target'>; readonly read: string[] } {
  const read: string[] = []
  const get = (id: string): Promise<ReturnType<typeof answer>> => {
    read.push(id)
    return Promise.resolve(answer({ ...booking, uuid: id, status: statuses.get(id) ?? 'ON_HOLD' }, { purpose: 'get' }))
  }
  // Nothing else of a target is used.
  return { context: { target: { get } as unknown as Context['target'] }, read }
}

test('a booking is read before the first write and after each, and gives way to another once it serves no more', async () => {
  const statuses = new Map<string, string>()
  const { context, read } = target(statuses)
  let made = 0
  const around = aroundWrites(
    context,
    () => Promise.resolve(`b-${(made += 1)}`),
    (shown) => shown.read('status') === 'ON_HOLD',
  )
  const write = (status?: string): ReturnType<typeof around> =>
    around((id) => {
      if (status !== undefined) statuses.set(id, status)
      return Promise.resolve(answer(booking, { purpose: 'confirm' }))
    })
  await write()
  const { before, after } = await write('CONFIRMED')
  expect([before, after].map((shown) => shown.read('status'))).toEqual(['ON_HOLD', 'CONFIRMED'])
  expect((await write()).before.read('id')).toBe('b-2')
  expect(read).toEqual(['b-1', 'b-1', 'b-1', 'b-2', 'b-2'])
})
