import { afterEach, expect, test } from 'vitest'
import { reply, testProfile } from '../../../src/wire/testTarget.test.data.js'
import { serveBookings } from '../../../src/act/serveBookings.test.data.js'
import { acts } from './index.js'
import { closeAll, open, type Opened } from './opened.test.data.js'

afterEach(closeAll)

test('a confirmed booking comes with the answers to both requests, and a refusal of either stops the scenario', async () => {
  const { contextOf, server } = await open()
  const { availabilityId, reserved, confirmed } = await contextOf('mine').confirmed({ notes: 'n' })
  expect(server.reserved()).toEqual([availabilityId])
  expect(reserved.bookingId).toBe('b1')
  expect(confirmed.read('status')).toBe('CONFIRMED')
  expect(server.bodies('POST /bookings')).toMatchObject([{ notes: 'n' }])

  const refusing = await open({ statuses: [400] })
  await expect(refusing.contextOf('mine').confirmed()).rejects.toMatchObject({ name: 'Stop' })
  expect(refusing.server.received.map(({ url }) => url)).not.toContainEqual(expect.stringContaining('confirm'))
})

test('texts are marked with the run and the scenario, and no key is given twice', async () => {
  const { contextOf } = await open()
  const [one, two] = [contextOf('reserve.notes'), contextOf('update.notes')]
  expect(one.marker('a note')).toMatch(/^octo01234567[a-z0-9]{8}$/)
  const keys = [one.key(), one.key(), two.key()]
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

test('a scenario knows which operations the target offers', async () => {
  const { contextOf } = await open({}, {}, { extend: null })
  expect(contextOf('mine').offers('extend')).toBe(false)
  expect(contextOf('mine').offers('cancel')).toBe(true)
})

const confirms = ({ server }: Opened): readonly (readonly [string, unknown])[] =>
  server.received
    .filter(({ url }) => url.endsWith('/confirm'))
    .map(({ url, body }) => [
      url.split('/')[2] ?? '',
      (JSON.parse(body || '{}') as Record<string, unknown>)['resellerReference'],
    ])

test('a confirm that is refused without a reference is sent again with one, and from then on always', async () => {
  const wanting: Parameters<typeof serveBookings>[0] = {
    before: ({ url, body }, response) => {
      if (url.endsWith('/confirm') && !body.includes('resellerReference')) reply(response, { error: 'NO' }, 400)
    },
  }
  const opened = await open(wanting)
  const context = opened.contextOf('mine')
  expect((await context.confirm('b1')).accepted).toBe(true)
  expect((await context.confirm('b2')).accepted).toBe(true)
  const reference = context.marker('voucher')
  expect(confirms(opened)).toEqual([
    ['b1', undefined],
    ['b1', reference],
    ['b2', reference],
  ])
})

test('a target that confirms without a reference is never sent a second confirm', async () => {
  let refuses = false
  const opened = await open({
    before: ({ url }, response) => {
      if (url.endsWith('/confirm') && refuses) reply(response, { error: 'NO' }, 400)
    },
  })
  const context = opened.contextOf('mine')
  await context.confirm('b1')
  refuses = true
  expect((await context.confirm('b2')).refused).toBe(true)
  expect(confirms(opened)).toEqual([
    ['b1', undefined],
    ['b2', undefined],
  ])
})

test('a hold that is refused twice is asked for once more when no other scenario acts any more', async () => {
  const opened = await open({ statuses: [400, 400, 200] })
  const { agenda } = opened.run
  await agenda.enter()
  await agenda.enter()
  const held = opened.contextOf('mine').hold()
  await expect.poll(() => opened.server.reserved().length).toBe(2)
  agenda.leave()
  expect((await held).reserved.accepted).toBe(true)
  expect(opened.server.reserved()).toHaveLength(3)
  expect(acts.wasCrowdedOut('mine', opened.run, false)).toBe(false)
})

test('where nobody else acts, a refused hold is one that cannot be had, which is known of the scenario', async () => {
  const opened = await open({ statuses: [400] })
  await opened.run.agenda.enter()
  expect((await opened.contextOf('mine').hold()).reserved.refused).toBe(true)
  expect(opened.server.reserved()).toHaveLength(2)
  expect(acts.wasCrowdedOut('mine', opened.run, false)).toBe(true)
})

test('what is turned down is booked once more, and a scenario whose second one is as well acts anew', async () => {
  const { booking } = testProfile('')
  let turnedDown = 0
  const opened = await open(
    {
      before: ({ url }, response) => {
        const [, , uuid = ''] = url.split('/')
        if (url.endsWith('/confirm') && (turnedDown -= 1) >= 0)
          reply(response, { uuid, status: 'REJECTED', cancellable: false })
      },
    },
    { booking: { ...booking, statuses: { ...booking.statuses, rejected: 'REJECTED' } } },
  )
  turnedDown = 1
  const { confirmed } = await opened.contextOf('mine').confirmed()
  expect(confirmed.read('status')).toBe('CONFIRMED')
  expect(acts.wasCrowdedOut('mine', opened.run, true)).toBe(false)
  turnedDown = 2
  await opened.contextOf('mine').confirmed()
  expect(acts.wasCrowdedOut('mine', opened.run, true)).toBe(true)
})

test('a hold of no more use is released, unless the target has refused that too often', async () => {
  const opened = await open({
    before: ({ method }, response) => {
      if (method === 'DELETE') reply(response, { error: 'NO' }, 400)
    },
  })
  const context = opened.contextOf('mine')
  const { reserved } = await context.hold()
  for (let each = 0; each < 5; each += 1) await context.release(reserved)
  expect(opened.server.received.filter(({ method }) => method === 'DELETE')).toHaveLength(3)
})
