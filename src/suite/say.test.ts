import { expect, test } from 'vitest'
import { say } from './words.js'

test('the exchanges that a message names are kept as data, also those of a part of it', () => {
  const because = say`though it was refused (request ${{ n: 4 }})`
  expect(say`status was ${'X'} in requests ${[{ n: 1 }, { n: 2 }, { n: 3 }]}, ${because}`).toEqual({
    message: 'status was X in requests 1, 2 and 3, though it was refused (request 4)',
    about: [1, 2, 3, 4],
  })
  expect(say`request ${undefined} shows ${5}`).toEqual({ message: 'request ? shows 5' })
})
