import { expect, test } from 'vitest'
import { droppedPath } from './droppedPath.js'
import { testIo } from './testIo.test.data.js'

const profile = (url: string): string =>
  `target: { url: '${url}' }\nbookable: { standard: { productId: p, optionId: o } }\n`

test.each([
  ['https://api.example/octo/v3', 'http://127.0.0.1:4010', '/octo/v3'],
  ['https://api.example/octo/v3', 'http://127.0.0.1:4010/octo/v3', null],
  ['https://api.example', 'http://127.0.0.1:4010', null],
])('what a target in place of %s loses: %s', async (url, target, lost) => {
  const io = testIo()
  expect(await droppedPath(io.file('profile.yaml', profile(url)), target, io)).toBe(lost)
})

test('a profile without an address of its own has no path to lose', async () => {
  const io = testIo()
  const file = io.file('profile.yaml', 'bookable: { standard: { productId: p, optionId: o } }\n')
  expect(await droppedPath(file, 'http://127.0.0.1:4010', io)).toBeNull()
})
