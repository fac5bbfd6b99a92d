import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { pack } from '../pack.js'
import { answer } from '../suite/answer.test.data.js'
import { NotOffered } from './doubt.js'

interface Seen {
  readonly status: number
  readonly purpose?: string
  readonly own?: boolean
  readonly body?: string
  readonly says?: string
  readonly url?: string
}

/** Whether update seems not to be offered, after these answers. */
function isLacking(...seen: readonly Seen[]): boolean {
  const notOffered = new NotOffered(pack)
  seen.forEach(({ status, purpose = 'update', own = true, body = '{}', says = 'NO', url = '/bookings/b' }, at) => {
    const request: Exchange['request'] = { method: 'PATCH', url: `http://x${url}`, headers: {}, body }
    notOffered.see(answer({ error: says }, { n: at + 1, purpose, request }, status), own)
  })
  return notOffered.reason(['update'], []) !== null
}

test('an optional operation that is answered with 405 or 501 whenever it is asked for seems not to be offered', () => {
  expect(isLacking({ status: 405 }, { status: 405 })).toBe(true)
  expect(isLacking({ status: 501 })).toBe(true)
  expect(isLacking()).toBe(false)
})

test('one that is refused otherwise, or fails, or is lost, is offered', () => {
  for (const status of [400, 404, 409, 422, 500]) expect(isLacking({ status: 405 }, { status })).toBe(false)
  expect(isLacking({ status: 404 }, { status: 404 })).toBe(false)
})

const noRoute = { status: 404, says: 'Cannot PATCH /bookings/b' }
const stray = { status: 404, purpose: 'stray', url: '/nowhere', own: false }

test('one that is answered as a path that there is not, whenever it is asked for, seems not to be offered', () => {
  expect(isLacking(noRoute, noRoute)).toBe(true)
  expect(isLacking({ ...stray, says: 'Cannot PATCH /nowhere' }, noRoute)).toBe(true)
  expect(isLacking({ ...stray, status: 401 }, noRoute)).toBe(true)
})

test('one that is so answered is offered where a booking is not found, where it takes some, or where no path is so answered', () => {
  expect(isLacking({ status: 404, says: 'booking not found' })).toBe(false)
  expect(isLacking(noRoute, { status: 404, says: 'booking not found' })).toBe(false)
  expect(isLacking(noRoute, { status: 400 })).toBe(false)
  expect(isLacking({ ...stray, says: 'there is nothing here' }, noRoute)).toBe(false)
})

const bare = { status: 404, says: 'Not Found' }

test('what says no more than Not Found is told by a path that cannot exist, asked for before or after', () => {
  expect(isLacking(bare, { ...stray, ...bare, purpose: 'stray' })).toBe(true)
  expect(isLacking({ ...stray, ...bare, purpose: 'stray' }, bare, bare)).toBe(true)
  expect(isLacking(bare, { ...stray, says: 'NO_ROUTE' })).toBe(false)
  expect(isLacking(bare, { ...stray, ...bare, purpose: 'stray' }, { status: 400 })).toBe(false)
  expect(isLacking(bare)).toBe(false)
})

test('so is what a gateway says with 403 of paths that it does not know', () => {
  const gateway = { status: 403, says: 'Missing Authentication Token' }
  expect(isLacking(gateway, { ...stray, ...gateway, purpose: 'stray' })).toBe(true)
  expect(isLacking(gateway, { ...stray, says: 'NO_ROUTE' })).toBe(false)
})

test('of a booking that there is not, the same words tell nothing', () => {
  expect(isLacking({ ...noRoute, own: false })).toBe(false)
})

test('who asks, whose booking it is, and a body that nobody can read may be looked at first', () => {
  for (const status of [401, 403, 429]) expect(isLacking({ status: 405 }, { status })).toBe(true)
  expect(isLacking({ status: 405 }, { status: 404, own: false })).toBe(true)
  expect(isLacking({ status: 405 }, { status: 400, body: '{"reference":' }, { status: 400, body: '[]' })).toBe(true)
})

test('what the documents do not call optional has to be there', () => {
  const notOffered = new NotOffered(pack)
  notOffered.see(answer({ error: 'NO' }, { n: 1, purpose: 'confirm' }, 405), true)
  expect([notOffered.reason(['confirm'], [1]), notOffered.isSaidIn(1)]).toEqual([null, false])
})

test('it is the reason of what such an answer shows, with the key that says so', () => {
  const notOffered = new NotOffered(pack)
  notOffered.see(answer({ error: 'NO' }, { n: 7, purpose: 'extend' }, 501), true)
  expect([notOffered.isSaidIn(7), notOffered.isSaidIn(8), notOffered.isSaidIn(null)]).toEqual([true, false, false])
  expect(notOffered.reason([], [7])).toEqual({
    reason: 'the target answers every extend with HTTP 501, as one that does not offer it, and extend is optional',
    remedy: 'write operations.extend: null in the profile; if the target offers it, mend operations.extend.request',
    obstacle: { kind: 'lacking', key: 'operations.extend' },
  })
  expect(notOffered.reason(['update'], [8])).toBeNull()
})
