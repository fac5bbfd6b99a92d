import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { isMap } from '../../profile/mergeProfile.js'
import type { Json } from '../../profile/profile.js'
import type { PlainAnswer } from '../answering.test.data.js'
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

test('the clock of a profile that was begun is asked where the profile says, be it from the root of the host on', async () => {
  const real = await movedReference()
  const server = await behind(real, (path) => (/openapi|swagger|api-docs/.test(path) ? json(404, {}) : null))
  const begun = `clock: { url: /, request: POST /__clock, minutes: 'body:/advanceMinutes', now: /now }
target: { headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]
`
  const { io } = await tryMain(['init', `${server.url}/octo`, '--profile', 'begun.yaml', '--out', 'p.yaml'], {
    env: accounts.default.env,
    files: { 'begun.yaml': begun },
  })
  expect(
    server.asked.filter((each) => each.includes('__clock')),
    io.both(),
  ).toEqual(['POST /__clock'])
})

test('of a profile that says that there is no clock, none is asked', async () => {
  const server = await behind(await reference(), () => null)
  const begun = 'clock: null\nbookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan }]\n'
  const argv = ['init', server.url, '--profile', 'begun.yaml', '--header', accounts.default.header, '--out', 'p.yaml']
  const { exit, io } = await tryMain(argv, { env: accounts.default.env, files: { 'begun.yaml': begun } })
  expect(exit, io.both()).toBe(0)
  expect(server.asked.filter((each) => each.includes('__clock'))).toEqual([])
})

/** What the target describes, with the service below `/octo`, as each of these has it. */
const described: readonly (readonly [how: string, change: (path: string, item: Json) => readonly [string, Json]])[] = [
  ['by its path', (path, item) => [path.startsWith('/__') ? path : `/octo${path}`, item]],
  ['by a server of its own', (path, item) => [path, isTest(path) ? { ...asMap(item), servers: [{ url: '/' }] } : item]],
  ['from the root on, as all', (path, item) => [path, item]],
]
const isTest = (path: string): boolean => path.startsWith('/__')
const asMap = (item: Json): Readonly<Record<string, Json>> => (isMap(item) ? item : {})

test.each(described)('test controls beside the address are found, and told no credentials: %s', async (_, change) => {
  const real = await reference()
  const told: unknown[] = []
  const server = await behind(real, async (path, method, body, _answered, sent): Promise<PlainAnswer> => {
    if (isTest(path)) told.push(sent['authorization'])
    const below = isTest(path) ? path : path.startsWith('/octo/') ? path.slice('/octo'.length) : null
    if (below === null || (!isTest(path) && isTest(below))) return json(404, { error: 'NO_ROUTE' })
    const got = await fetch(`${real.url}${below}`, { method, headers, ...(body !== '' && { body }) })
    const answer: Json = (await got.json()) as Json
    if (below !== '/openapi.json') return json(got.status, answer)
    const paths = asMap(asMap(answer)['paths'] ?? {})
    const all = Object.entries({ '/supplier': { get: {} }, ...paths }).map(([each, item]) => change(each, item))
    return json(200, { ...asMap(answer), paths: Object.fromEntries(all) })
  })
  const { exit, io, profile } = await init(`${server.url}/octo`, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    clock: { request: 'POST /__clock', url: server.url, minutes: 'body:/advanceMinutes', now: '/now' },
    redeem: { request: 'POST /__redeem/{id}', url: server.url },
  })
  expect(told).toEqual([undefined])
})

test('a clock that refuses to be moved by nothing is read where the target describes that', async () => {
  const real = await reference()
  const server = await behind(real, async (path, method, body, answered): Promise<PlainAnswer | null> => {
    if (path === '/openapi.json') {
      const description = asMap(JSON.parse(String((await answered()).body)) as Json)
      const paths = asMap(description['paths'] ?? {})
      const clock = { ...asMap(paths['/__clock'] ?? {}), get: { responses: { 200: { description: 'the time' } } } }
      return json(200, { ...description, paths: { ...paths, '/__clock': clock } })
    }
    if (path !== '/__clock') return null
    if (method === 'GET') return json(200, { clock: { now: new Date().toISOString() } })
    return body.includes(':0') ? json(400, { error: 'NOT_FORWARD' }) : null
  })
  const { exit, io, profile } = await init(server.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    clock: { request: 'POST /__clock', read: 'GET /__clock', now: '/clock/now', minutes: 'body:/advanceMinutes' },
  })
})
