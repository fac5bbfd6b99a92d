import { expect, test } from 'vitest'
import { say } from './words.js'

test('the exchanges that a message names are kept as data, also those of a part of it', () => {
  const because = say`though it was refused (exchange ${{ n: 4 }})`
  expect(say`status was ${'X'} in exchanges ${[{ n: 1 }, { n: 2 }, { n: 3 }]}, ${because}`).toEqual({
    message: 'status was X in exchanges 1, 2 and 3, though it was refused (exchange 4)',
    about: [1, 2, 3, 4],
  })
  expect(say`exchange ${undefined} shows ${5}`).toEqual({ message: 'exchange ? shows 5' })
})
