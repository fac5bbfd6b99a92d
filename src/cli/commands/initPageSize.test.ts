import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { behind, init, json, reference } from './initOnReference.test.data.js'

/** What init finds of a list that reads these alone, and to which `from` is a day. */
async function listOf(size: string, beside?: string): Promise<unknown> {
  const server = await reference()
  const own = await behind(server, async (path, method) => {
    if (/openapi|supplier|products/.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (method !== 'GET' || !/^\/bookings(\?|$)/.test(path)) return null
    const query = new URL(path, server.url).searchParams
    if (query.has('from') && beside !== 'from' && !/^\d{4}-/.test(query.get('from') ?? ''))
      return json(400, { error: 'from is no day' })
    const headers = { authorization: 'Bearer reference-token-a', 'octo-capabilities': 'octo/pricing' }
    const items: readonly unknown[] = JSON.parse(await (await fetch(`${server.url}/bookings`, { headers })).text())
    const isRead = query.has(size) && (beside === undefined || query.has(beside))
    // One member that has a name of every object.
    return json(200, { constructor: 7, bookings: isRead ? items.slice(0, Number(query.get(size))) : items })
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  const { pageSize, query } = parse(profile).operations.list
  return { pageSize, query }
}

test.each([
  ['size', undefined, { pageSize: 'query:size' }],
  ['limit', 'offset', { pageSize: 'query:limit', query: { offset: '0' } }],
  ['size', 'from', { pageSize: 'query:size', query: { from: '0' } }],
])('the size of a page is found by %s, read beside %s', async (size, beside, expected) => {
  expect(await listOf(size, beside)).toEqual(expected)
})
