import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tryMain } from '../testIo.test.data.js'
import { accounts, behind, json, leftAt, reference } from './initOnReference.test.data.js'

const begun = `# Ours, of March.
target:
  # the sandbox
  environment: sandbox
  headers: { Authorization: 'Bearer \${TOKEN}' }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }] # what we sell
operations:
  cancel: { request: 'POST /bookings/{id}/strike' } # they call it so
  extend: null # not in the contract
  get: { request: POST /rpc/get, id: 'body:/bookingUuid' }
booking: { statuses: { expired: LAPSED } }
`

test('init completes a profile that somebody began, and keeps every line of it', async () => {
  const server = await reference()
  const behindIt = await behind(server, async (path, method, body) => {
    if (/openapi|products|supplier/.test(path)) return json(404, { error: 'NOT_FOUND' })
    const headers = { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }
    if (path === '/rpc/get') {
      const { bookingUuid = '' }: { bookingUuid?: string } = JSON.parse(body)
      const read = await fetch(`${server.url}/bookings/${bookingUuid}`, { headers })
      return json(read.status, await read.json())
    }
    if (method !== 'POST' || !path.endsWith('/strike')) return null
    const of = `${server.url}${path.replace('/strike', '/cancel')}`
    const got = await fetch(of, { method: 'POST', headers, body })
    return json(got.status, await got.json())
  })
  const { env } = accounts.default
  const argv = ['init', behindIt.url, '--profile', 'half.yaml', '--allow-confirm', '--out', 'whole.yaml']
  const { exit, io } = await tryMain(argv, { env, files: { 'half.yaml': begun } })
  expect(exit, io.both()).toBe(0)
  const whole = readFileSync(join(io.cwd, 'whole.yaml'), 'utf8')
  expect(parse(whole)).toMatchObject(parse(begun) as object)
  for (const [comment] of begun.matchAll(/#.*/g)) expect(whole).toContain(comment)
  const read: unknown = parse(whole)
  expect(read).toMatchObject({
    target: { url: behindIt.url, environment: 'sandbox' },
    operations: {
      cancel: { request: 'POST /bookings/{id}/strike' },
      extend: null,
      confirm: { request: 'POST /bookings/{id}/confirm' },
    },
    booking: { id: '/uuid', statuses: { expired: 'LAPSED', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } },
  })
  expect(whole).toMatch(/^ +id: \/uuid # seen: /m)
  expect(whole).toMatch(/^# What was not found/m)
  expect(whole).toMatch(/id: \/uuid # seen: request \d+ reads the booking by it/)
  expect(behindIt.asked.filter((each) => each.includes('/extend') || each.includes('/cancel'))).toEqual([])
  expect(leftAt(server)).toEqual([])
  expect((await tryMain(['doctor', '--offline', '--profile', 'whole.yaml'], { env, cwd: io.cwd })).exit).toBe(0)
})

test('what a first time did not find is told once, and not at all where a second time finds it', async () => {
  const server = await reference()
  const { env, header } = accounts.default
  const first = ['init', server.url, '--header', header, '--product', 'prod-transfer', '--out', 'first.yaml']
  const { exit, io } = await tryMain(first, { env })
  expect(exit, io.both()).toBe(0)
  const missed = (file: string): readonly string[] =>
    [...readFileSync(join(io.cwd, file), 'utf8').matchAll(/^ *# +(\w+): .* # not found: /gm)].map(([, key = '']) => key)
  expect(missed('first.yaml')).toContain('confirmed')
  const second = ['init', server.url, '--profile', 'first.yaml', '--allow-confirm', '--out', 'second.yaml']
  expect((await tryMain(second, { env, cwd: io.cwd })).exit).toBe(0)
  const left = missed('second.yaml')
  expect(left).not.toContain('confirmed')
  expect(left).toContain('graceSeconds')
  expect(new Set(left).size).toBe(left.length)
  const headings = [...readFileSync(join(io.cwd, 'second.yaml'), 'utf8').matchAll(/^ *# (hold|bookable):$/gm)]
  expect(headings.length).toBe(new Set(headings.map(([, name]) => name)).size)
})

test.each([
  ['what is no profile', '- 1', 2, 'OCTOSPEC_PROFILE'],
  ['a key that there is not', 'bokable: {}', 2, "did you mean 'bookable'"],
  ['another address', "target: { url: 'https://a.example' }", 2, 'has another address than'],
  ['a token that is asked for', "target: { headers: { Authorization: 'Bearer {token}' } }", 2, '{token}'],
])('of a profile that was begun, %s is told before anything is sent', async (_, text, code, said) => {
  const server = await behind(await reference(), () => null)
  const argv = ['init', server.url, '--profile', 'half.yaml', '--out', 'whole.yaml']
  const { exit, io } = await tryMain(argv, { files: { 'half.yaml': `${text}\n` } })
  expect([exit, io.both()]).toEqual([code, expect.stringContaining(said)])
  expect(existsSync(join(io.cwd, 'whole.yaml'))).toBe(false)
  expect(server.asked).toEqual([])
})
