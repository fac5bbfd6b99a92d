import { expect, test } from 'vitest'
import { Memory } from './memory.js'

test('what was said of a thing is recalled of it, and of one that nobody named what was said last', () => {
  const memory = new Memory()
  memory.keep([
    { of: 'availability', id: 'a', value: { start: 1 } },
    { of: 'availability', id: 'b', value: { start: 2 } },
  ])
  expect(memory.recall('availability', '/start', 'a')).toBe(1)
  expect(memory.recall('availability', '/start', 'made up')).toBe(2)
  expect(memory.of('availability', 'c')).toBeUndefined()
})

test('what nothing has said stops the scenario, with the template to mend', () => {
  const memory = new Memory()
  expect(() => memory.recall('availability', '/start', 'a')).toThrow('no availability was answered')
  memory.keep([{ of: 'availability', id: 'a', value: {} }])
  expect(() => memory.recall('availability', '/start', 'a')).toThrow(
    'the availability that was answered has nothing there',
  )
})

test('it does not grow for ever, and forgets what is oldest', () => {
  const memory = new Memory()
  memory.keep(Array.from({ length: 6000 }, (_, at) => ({ of: 'x', id: String(at), value: at })))
  expect([memory.of('x', '0'), memory.of('x', '5999')]).toEqual([undefined, 5999])
})
