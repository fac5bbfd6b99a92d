import { expect, test } from 'vitest'
import { droppedPath } from './droppedPath.js'
import { startAnswering } from './answering.test.data.js'
import { testIo, tryMain } from './testIo.test.data.js'

const profile = (url: string): string =>
  `target: { url: '${url}' }\nbookable: [{ as: standard, productId: p, optionId: o }]\n`

test.each([
  ['https://api.example/octo/v3', 'http://127.0.0.1:4010', { path: '/octo/v3', kept: 'http://127.0.0.1:4010/octo/v3' }],
  ['https://api.example/octo/v3', 'http://127.0.0.1:4010/octo/v3', null],
  ['https://api.example', 'http://127.0.0.1:4010', null],
])('what is lost of %s where %s stands in its place', async (url, target, lost) => {
  const io = testIo()
  expect(await droppedPath(io.file('profile.yaml', profile(url)), target, io)).toEqual(lost)
})

test('a profile without an address of its own has no path to lose', async () => {
  const io = testIo()
  const file = io.file('profile.yaml', 'bookable: [{ as: standard, productId: p, optionId: o }]\n')
  expect(await droppedPath(file, 'http://127.0.0.1:4010', io)).toBeNull()
})

test.each(['run', 'doctor'])(
  '%s that finds nothing where the path is lost names the address that has it',
  async (name) => {
    const server = await startAnswering(() =>
      Promise.resolve({
        status: 404,
        headers: { 'content-type': 'application/json' },
        body: '{"error":"NOT_FOUND"}',
      }),
    )
    try {
      const { exit, err } = await tryMain([name, '--target', server.url], {
        files: { 'octospec.yaml': profile('https://api.example/octo/v3') },
      })
      expect(exit).toBe(2)
      expect(err).toContain('OCTOSPEC_WRONG_ADDRESS')
      expect(err.split(`give --target ${server.url}/octo/v3`)).toHaveLength(3)
    } finally {
      await server.close()
    }
  },
)
