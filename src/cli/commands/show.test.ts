import { beforeAll, expect, test } from 'vitest'
import { main } from '../main.js'
import { targetWith } from '../faultyTarget.test.data.js'
import { testIo } from '../testIo.test.data.js'

const home = testIo()
beforeAll(async () => {
  const target = await targetWith({ faults: ['transfers-refuse-gbp'] })
  expect(await main(['run', ...target, '--only', 'transfers.*', '--out', 'out'], home), home.both()).toBe(1)
})

async function show(...id: string[]): Promise<{ readonly exit: number; readonly out: string; readonly err: string }> {
  const io = testIo({ cwd: home.cwd })
  return { exit: await main(['show', 'out', ...id], io), out: io.out(), err: io.err() }
}

test('an exchange is shown as a request to send again, and its answer', async () => {
  const { exit, out } = await show('2')
  expect(exit).toBe(0)
  const head = /^request 2: availability, sent as reseller, scenario walk, .* ms\n/
  const request = /in the log of the server: X-Octospec-Request: [a-z0-9]{1,8}-2\n\ncurl -sS .*\n\n/
  expect(out).toMatch(new RegExp(`${head.source}${request.source}HTTP 200 OK\n`))
  expect(out).toContain('content-type: application/json')
  expect(out).toMatch(/\n\[?\{?\n {2}/)
})

test('a script that reproduces a failure is written by its check, and there is none of what passed', async () => {
  const { exit, out } = await show('transfers.accepted', '--script')
  expect(exit).toBe(0)
  expect(out).toMatch(/^#!/)
  expect(out).toContain('curl ')
  expect(await show('pricing.net', '--script')).toMatchObject({ exit: 2, out: '' })
})

test('what a check came to is shown by its id, and by its clause with the others of that', async () => {
  const { exit, out } = await show('transfers.accepted')
  expect(exit).toBe(0)
  expect(out).toMatch(/^fail {2}transfers\.accepted {2}/)
  expect(out).toMatch(/ {2}again: octospec run --profile .* --only transfers\.accepted/)
  expect((await show('4.1/transfers-accepted')).out).toContain('transfers.accepted')
})

test.each([
  ['999999', 'has no request 999999', /its exchanges are 1 to \d+/],
  ['transfers.acepted', 'has no check and no clause', /did you mean transfers\.accepted\?/],
  ['x', 'has no check and no clause', /name the number/],
])('%s, which the run does not have, ends with 2 and what it has', async (id, what, remedy) => {
  const { exit, err } = await show(id)
  expect(err).toContain(what)
  expect(err).toMatch(remedy)
  expect(exit).toBe(2)
})

test('of a run that could not begin there is no exchange to name', async () => {
  const io = testIo()
  expect(await main(['run', '--no-such-option', '--out', 'out'], io)).toBe(2)
  expect(await main(['show', 'out', '1'], io)).toBe(2)
  expect(io.err()).toContain('it has none: nothing was sent')
})
