import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer, Context } from './index.js'
import { aroundWrites, type Around } from './aroundWrites.js'

/** Sends writes: each answers what it says, and may change the status of the booking that it is sent to. */
async function sent(
  ...writes: readonly { readonly accepted?: true; readonly to?: string }[]
): Promise<{ readonly around: readonly Around[]; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const statuses = new Map<string, string>()
  const get = (id: string): Promise<Answer> => {
    asked.push(`get ${id}`)
    return Promise.resolve(answer({ ...booking, uuid: id, status: statuses.get(id) ?? 'ON_HOLD' }, { purpose: 'get' }))
  }
  let made = 0
  const around = await aroundWrites(
    // Nothing else of a target is used.
    { target: { get } as unknown as Context['target'] },
    () => Promise.resolve({ id: `b-${(made += 1)}` }),
    writes.map(({ accepted, to }, index) => (id) => {
      asked.push(`write ${index + 1} ${id}`)
      if (to !== undefined) statuses.set(id, to)
      return Promise.resolve(accepted ? answer(booking) : answer({ error: 'NO' }, {}, 409))
    }),
    (shown) => shown.read('status') === 'ON_HOLD',
  )
  return { around, asked }
}

test('what is all refused and changes nothing is judged by one reading before and one after', async () => {
  const { around, asked } = await sent({}, {}, {})
  expect(asked).toEqual(['get b-1', 'write 1 b-1', 'write 2 b-1', 'write 3 b-1', 'get b-1'])
  expect(around).toHaveLength(3)
  expect(new Set(around.map(({ after }) => after)).size).toBe(1)
})

test('where something shows, each is sent again by itself, to another booking, so that it is known which it was', async () => {
  const { around, asked } = await sent({}, { to: 'CONFIRMED' }, {})
  expect(asked.slice(0, 5)).toEqual(['get b-1', 'write 1 b-1', 'write 2 b-1', 'write 3 b-1', 'get b-1'])
  expect(asked.slice(5)).toEqual([
    'get b-2',
    'write 1 b-2',
    'get b-2',
    'write 2 b-2',
    'get b-2',
    'get b-3',
    'write 3 b-3',
    'get b-3',
  ])
  expect(around.map(({ before, after }) => before.read('status') === after.read('status'))).toEqual([true, false, true])
})

test('so it is where one is accepted, and what that touched serves for no other', async () => {
  const { around, asked } = await sent({}, { accepted: true }, {})
  expect(asked.slice(0, 3)).toEqual(['get b-1', 'write 1 b-1', 'write 2 b-1'])
  expect(asked.slice(3, 8)).toEqual(['get b-2', 'write 1 b-2', 'get b-2', 'write 2 b-2', 'get b-2'])
  expect(asked.slice(8)).toEqual(['get b-3', 'write 3 b-3', 'get b-3'])
  expect(around.map(({ answer: { accepted } }) => accepted)).toEqual([false, true, false])
})

test('one write alone is between two readings in any case, and none is sent where there is none', async () => {
  expect((await sent({ to: 'CONFIRMED' })).asked).toEqual(['get b-1', 'write 1 b-1', 'get b-1'])
  expect((await sent()).asked).toEqual([])
})
