import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { tryMain } from '../testIo.test.data.js'
import { accounts, behind, init, json, reference } from './initOnReference.test.data.js'

/** A test clock that earlier runs have moved by that many days. */
const moved = 140
const headers = { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }

async function movedReference(): Promise<Awaited<ReturnType<typeof reference>>> {
  const server = await reference()
  const body = JSON.stringify({ advanceMinutes: moved * 1440 })
  expect((await fetch(`${server.url}/__clock`, { method: 'POST', headers, body })).status).toBe(200)
  return server
}

const ofStandard = (profile: string): unknown => parse(profile)?.operations?.availability?.body
const fromToday = { localDateStart: '{today+30}', localDateEnd: '{today+36}' }

test('where the test clock shows its time, the days of the profile are those of the target, whenever it is run', async () => {
  const server = await movedReference()
  const { exit, io, profile } = await init(server.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({ clock: { request: 'POST /__clock', now: '/now' } })
  expect(ofStandard(profile)).toEqual(fromToday)
})

test('the clock of a profile that was begun is asked what time it is', async () => {
  const real = await movedReference()
  const server = await behind(real, (path) => (/openapi|swagger|api-docs/.test(path) ? json(404, {}) : null))
  const begun = `clock: { request: POST /__clock, minutes: 'body:/advanceMinutes', now: /now }
target: { headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]
`
  const { exit, io } = await tryMain(['init', server.url, '--profile', 'begun.yaml', '--out', 'p.yaml'], {
    env: accounts.default.env,
    files: { 'begun.yaml': begun },
  })
  expect(exit, io.both()).toBe(0)
  expect(ofStandard(readFileSync(join(io.cwd, 'p.yaml'), 'utf8'))).toEqual(fromToday)
  expect(server.asked.filter((each) => each.includes('__clock'))).toEqual(['POST /__clock'])
})

test('of a profile that says that there is no clock, none is asked', async () => {
  const server = await behind(await reference(), () => null)
  const begun = 'clock: null\nbookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]\n'
  const argv = ['init', server.url, '--profile', 'begun.yaml', '--header', accounts.default.header, '--out', 'p.yaml']
  const { exit, io } = await tryMain(argv, { env: accounts.default.env, files: { 'begun.yaml': begun } })
  expect(exit, io.both()).toBe(0)
  expect(server.asked.filter((each) => each.includes('__clock'))).toEqual([])
})
