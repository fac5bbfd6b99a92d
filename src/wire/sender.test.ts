import { expect, test } from 'vitest'
import { booking, limits, reply, startTarget, type Handler } from './testTarget.test.data.js'

const putOff = { 'retry-after': '60' }

/** Takes this many holds at a time, and answers 429 to one more. */
function holding(most: number): Handler {
  const open = new Set<string>()
  let made = 0
  return ({ method, url }, response) => {
    const id = url.slice(url.lastIndexOf('/') + 1)
    if (method === 'DELETE' && open.delete(id)) return reply(response, booking(id, { status: 'CANCELLED' }))
    if (method !== 'POST' || url !== '/bookings') return reply(response, [])
    if (open.size >= most) return reply(response, { error: 'HOLD_QUOTA' }, 429, putOff)
    open.add(`b${(made += 1)}`)
    return reply(response, booking(`b${made}`))
  }
}

test('a reservation that is put off for the holds of its account is not waited for longer than it was told, and the next not at all', async () => {
  const { session, clock, server } = await startTarget(holding(2), { limits: { ...limits, concurrency: 1 } })
  const target = session.for('s')
  await target.list()
  const reserve = (): ReturnType<typeof target.reserve> => target.reserve({ availabilityId: 'a' })
  const first = await reserve()
  await reserve()
  const began = clock.now()
  expect((await reserve()).status).toBe(429)
  expect(clock.now() - began).toBeLessThanOrEqual(90_000)
  expect(session.crowded).toBe(true)
  const [then, sent] = [clock.now(), server.received.length]
  expect((await reserve()).status).toBe(429)
  expect(server.received).toHaveLength(sent + 1)
  await target.cancel(first.bookingId)
  expect((await reserve()).accepted).toBe(true)
  expect(clock.now() - then).toBeLessThan(60_000)
})

test('one that is put off for the reservations of the last minute is sent again when that is over', async () => {
  const at: number[] = []
  const { session, clock } = await startTarget(
    ({ method, url }, response) => {
      if (method !== 'POST' || url !== '/bookings') return reply(response, [])
      if (at.filter((each) => clock.now() - each < 60_000).length >= 3)
        return reply(response, { error: 'SLOW_DOWN' }, 429, putOff)
      at.push(clock.now())
      return reply(response, booking(`b${at.length}`))
    },
    { limits: { ...limits, concurrency: 4 } },
  )
  const target = session.for('s')
  await target.list()
  const all = await Promise.all(Array.from({ length: 12 }, () => target.reserve({ availabilityId: 'a' })))
  expect(all.filter(({ accepted }) => accepted)).toHaveLength(12)
  expect(session.crowded).toBe(false)
})

test('where one is put off though there is no hold, holds are not what is in the way', async () => {
  const { session, clock } = await startTarget(holding(0))
  const target = session.for('s')
  await target.list()
  for (let n = 0; n < 2; n += 1) {
    const began = clock.now()
    expect((await target.reserve({ availabilityId: 'a' })).status).toBe(429)
    expect(clock.now() - began).toBeGreaterThanOrEqual(120_000)
  }
  expect(session.crowded).toBe(false)
})
