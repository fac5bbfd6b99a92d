import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { behind, init, json, leftAt, reference, entriesAs } from './initOnReference.test.data.js'
import type { TestServer } from '../answering.test.data.js'
import type { Reference } from '../../../suites/transfers/reference/startReference.js'

/** A map of fields, as Django REST framework refuses with. */
const fields = (name: string, text: string, holder?: string): ReturnType<typeof json> =>
  json(400, holder === undefined ? { [name]: [text] } : { [holder]: { [name]: [text] } })

interface Strange {
  /** An object that reservations go into. */
  readonly holder?: string
  /** What it says of a key that is none. */
  readonly wrongKey?: string
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const words = { type: ['Product', 'Tour'], order: ['Ascending', 'Descending'], sort: ['PRICE', 'STARTS_AT'] } as const
const inList = { page: 'page', page_size: 'pageSize', sort: 'sortField', order: 'sortOrder', type: 'bookingType' }

/** The reference service in the ways of another framework: names in snake case, and refusals that are maps of fields. */
async function inSnakeCase(
  server: Reference,
  { holder, wrongKey = 'Must be a valid UUID.' }: Strange = {},
): Promise<TestServer & { readonly asked: string[] }> {
  return behind(server, async (path, method, body, answered) => {
    if (path.startsWith('/openapi')) return json(404, {})
    const sent: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    if (path === '/availability') {
      const { date_from: from, date_to: to = from, productId, optionId } = sent
      if (from === undefined) return fields('date_from', 'This field is required.')
      return answered(JSON.stringify({ productId, optionId, localDateStart: from, localDateEnd: to }))
    }
    if (path === '/bookings' && method === 'POST') {
      const own = (holder === undefined ? sent : sent[holder]) as Record<string, unknown> | undefined
      if (own === undefined) return json(400, { [holder ?? '']: ['This field is required.'] })
      const { idempotency_key: key, uuid: _, ...rest } = own
      if (key !== undefined && !uuid.test(String(key))) return fields('idempotency_key', wrongKey, holder)
      return answered(JSON.stringify({ ...rest, ...(key !== undefined && { uuid: key }) }))
    }
    if (method !== 'GET' || !/^\/bookings(\?|$)/.test(path)) return null
    const query = new URL(path, server.url).searchParams
    for (const [name, known] of Object.entries(words)) {
      const word = query.get(name)
      if (word !== null && !known.some((each) => each === word)) return fields(name, `Use ${known.join(' or ')}.`)
    }
    const usual = Object.entries(inList).flatMap(([name, documented]) => {
      const value = query.get(name)
      return value === null ? [] : [`${documented}=${value}`]
    })
    const got = await fetch(`${server.url}/bookings?${usual.join('&')}`, {
      headers: { authorization: 'Bearer reference-token-a', 'octo-capabilities': 'octo/pricing' },
    })
    return json(got.status, await got.json())
  })
}

test('of a server that refuses with maps of fields, days, key, list and types are found', async () => {
  const server = await reference()
  const strange = await inSnakeCase(server)
  const { exit, io, profile } = await init(strange.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(strange.asked.length).toBeLessThan(60)
  expect(leftAt(server)).toEqual([])
  expect(parse(profile)).toMatchObject({
    operations: {
      availability: { body: { date_from: '{today+30}', date_to: '{today+36}' } },
      reserve: { idempotencyKey: 'body:/idempotency_key' },
      list: {
        page: 'query:page',
        pageSize: 'query:page_size',
        sortField: 'query:sort',
        sortOrder: 'query:order',
        bookingType: 'query:type',
        values: { ascending: 'Ascending', descending: 'Descending' },
      },
    },
  })
  const [standard] = entriesAs(profile, 'standard')
  expect(standard).toMatchObject({ bookingType: 'Product' })
  expect(standard).not.toHaveProperty('availability')
  expect(entriesAs(profile, 'other')).toMatchObject([{ bookingType: 'Tour' }])
  // What is known to be called otherwise is called so no more.
  expect(strange.asked.at(-1)).not.toMatch(/pageSize|bookingType/)
}, 60_000)

test('a key inside of what a reservation is wrapped in is sent there, as a UUID alone', async () => {
  const server = await reference()
  const strange = await inSnakeCase(server, { holder: 'booking' })
  const { exit, io, profile } = await init(strange.url, 'default')
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    operations: {
      reserve: { idempotencyKey: 'body:/booking/idempotency_key', notes: 'body:/booking/notes' },
    },
  })
}, 60_000)

test('a key that was refused in words that say nothing is named as such, and counted among what stays untested', async () => {
  const server = await reference()
  const strange = await inSnakeCase(server, { wrongKey: 'Nope.' })
  const { exit, io, profile } = await init(strange.url, 'default')
  expect(exit, io.both()).toBe(0)
  expect(profile).toMatch(
    /# idempotencyKey: body:\/idempotency_key # not found: request \d+ was refused for what was sent there/,
  )
  expect(io.out()).toContain('the profile has no place for idempotencyKey in reserve')
}, 60_000)

test('where a check is refused for what nothing is known of, the page names the body to write', async () => {
  const server = await reference()
  const strange = await behind(server, (path) =>
    path === '/availability' ? fields('carrier_leg', 'This field is required.') : null,
  )
  const { exit, io } = await init(strange.url, 'default')
  expect(exit).toBe(2)
  expect(io.err()).toMatch(/do: begin a profile .*operations: \{ availability: \{ body: \{ carrier_leg: .*--profile/)
})

test('a remedy has a day for what is called like one alone, and nests what is named by a way', async () => {
  const server = await reference()
  const names = ['units', 'window.from', 'window.to', '__proto__']
  const strange = await behind(server, (path) =>
    path === '/availability'
      ? json(400, { errors: names.map((field) => ({ field, message: `${field} is required` })) })
      : null,
  )
  const { exit, io } = await init(strange.url, 'default')
  expect(exit).toBe(2)
  expect(io.err()).toMatch(/body: \{ units: VALUE, window: \{ from: '\{today\+30\}', to: '\{today\+36\}' \}/)
})
