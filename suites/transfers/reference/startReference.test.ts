import { expect, test } from 'vitest'
import { isObject } from './json.js'
import { at, Caller, clients, itemsAt } from './caller.test.client.js'
import { startReference, type DialectName, type ReferenceOptions } from './startReference.js'
import { UnknownNameError } from './unknownNameError.js'

const both: readonly DialectName[] = ['default', 'partner']

async function using(
  dialect: DialectName,
  options: ReferenceOptions,
  act: (caller: Caller) => Promise<void>,
): Promise<void> {
  const reference = await startReference({ dialect, ...options })
  try {
    await act(new Caller(clients[dialect], reference))
  } finally {
    await reference.close()
  }
}

test.each(both)('a hold is made, extended, confirmed, updated and cancelled (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const { client } = caller
    const { id, answer } = await caller.hold()
    expect(answer.body).toMatchObject({ status: 'ON_HOLD', cancellable: true, expirationMinutes: 30 })
    expect((await caller.send(client.extend(id, 60))).body).toMatchObject({ status: 'ON_HOLD', expirationMinutes: 60 })
    const confirmed = await caller.send(client.confirm(id, 'V-1'))
    expect(confirmed.body).toMatchObject({ status: client.statuses.confirmed, cancellable: true })
    expect(at(confirmed.body, client.reference)).toBe('V-1')
    const updated = await caller.send(client.update(id, 'V-2', { expirationMinutes: 90 }))
    expect(updated.body).toMatchObject({ status: client.statuses.confirmed, expirationMinutes: 90 })
    expect((await caller.send(client.get(id))).body).toEqual(updated.body)
    const cancelled = await caller.send(client.cancel(id, 'rain'))
    expect(cancelled.body).toMatchObject({ status: client.statuses.cancelled, cancellable: false })
    expect(at(cancelled.body, client.reference)).toBe('V-2')
    for (const again of [
      client.cancel(id, 'x'),
      client.confirm(id, 'V-3'),
      client.extend(id, 30),
      client.update(id, 'x'),
    ])
      expect((await caller.send(again)).status).toBeGreaterThanOrEqual(400)
    expect((await caller.send(client.get(id))).body).toEqual(cancelled.body)
    expect(await caller.list(1, 10)).toEqual([cancelled.body])
  })
})

test.each(both)('update moves a booking to another slot with its price (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const { id, answer } = await caller.hold()
    const [, second = ''] = await caller.slots()
    const moved = await caller.send(caller.client.update(id, 'V', { availabilityId: second }))
    expect(moved.body).toMatchObject({ availabilityId: second, status: 'ON_HOLD' })
    expect(at(moved.body, caller.client.total)).not.toBe(at(answer.body, caller.client.total))
    const refused = await caller.send(caller.client.update(id, 'W', { availabilityId: 'nothing' }))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect((await caller.send(caller.client.get(id))).body).toEqual(moved.body)
  })
})

test.each(both)(
  'a hold ends when its time is over, and can then not be confirmed or extended (%s)',
  async (dialect) => {
    await using(dialect, {}, async (caller) => {
      const { client } = caller
      const { id } = await caller.hold()
      await caller.send(client.clock(29))
      expect((await caller.send(client.get(id))).body).toMatchObject({ status: 'ON_HOLD' })
      await caller.send(client.extend(id, 40))
      await caller.send(client.clock(39))
      expect((await caller.send(client.get(id))).body).toMatchObject({ status: 'ON_HOLD' })
      await caller.send(client.clock(2))
      expect((await caller.send(client.get(id))).body).toMatchObject({
        status: client.statuses.expired,
        cancellable: false,
      })
      expect((await caller.list(1, 5))[0]).toMatchObject({ status: client.statuses.expired })
      expect((await caller.send(client.confirm(id, 'V'))).status).toBeGreaterThanOrEqual(400)
      expect((await caller.send(client.extend(id, 40))).status).toBeGreaterThanOrEqual(400)
    })
  },
)

test.each(both)('minutes outside 20 to 200 or of another type never book (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    for (const minutes of [20, 200])
      expect((await caller.hold({ expirationMinutes: minutes })).answer.body).toMatchObject({
        expirationMinutes: minutes,
      })
    const { id } = await caller.hold()
    for (const minutes of [19, 201, 0, -5, 20.5, '30', true, null, [30], 1e300]) {
      expect((await caller.hold({ expirationMinutes: minutes })).answer.status, String(minutes)).toBeGreaterThanOrEqual(
        400,
      )
      expect((await caller.send(caller.client.extend(id, minutes))).status, String(minutes)).toBeGreaterThanOrEqual(400)
      const update = caller.client.update(id, 'V', { expirationMinutes: minutes })
      expect((await caller.send(update)).status, String(minutes)).toBeGreaterThanOrEqual(400)
    }
    expect(await caller.list(1, 50)).toHaveLength(3)
  })
})

test.each(both)('the same key makes one booking, also at once, and one for each reseller (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const [slot = ''] = await caller.slots()
    const key = crypto.randomUUID()
    const request = caller.client.reserve(slot, key, {})
    const answers = await Promise.all(Array.from({ length: 8 }, () => caller.send(request)))
    expect(new Set(answers.map(({ body }) => at(body, caller.client.id))).size).toBe(1)
    expect(await caller.list(1, 50)).toHaveLength(1)
    const other = await caller.as('b').send(request)
    expect(other.body).toMatchObject({ status: 'ON_HOLD' })
    expect(at(other.body, caller.client.id)).not.toBe(at(answers[0]?.body, caller.client.id))
    expect((await caller.send(caller.client.reserve(slot, 'no-uuid', {}))).status).toBeGreaterThanOrEqual(400)
  })
})

test.each(both)('nobody but the reseller of a booking sees or changes it (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const { client } = caller
    const { id, answer } = await caller.hold()
    const requests = [
      client.get(id),
      client.extend(id, 60),
      client.confirm(id, 'V'),
      client.update(id, 'V'),
      client.cancel(id, 'x'),
    ]
    for (const request of requests) {
      expect((await caller.as('b').send(request)).status).toBe(404)
      for (const account of ['none', 'wrong'] as const)
        expect([401, 403]).toContain((await caller.as(account).send(request)).status)
    }
    expect(await caller.as('b').list(1, 10)).toEqual([])
    expect([401, 403]).toContain((await caller.as('none').send(client.list(1, 10))).status)
    expect((await caller.send(client.get(id))).body).toEqual(answer.body)
  })
})

test.each(both)('pages hold every booking once and prices sort as numbers (%s)', async (dialect) => {
  await using(dialect, { history: 45 }, async (caller) => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => caller.list(page, 20)))
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5, 0])
    expect(new Set(pages.flat().map((entry) => at(entry, caller.client.id))).size).toBe(45)
    for (const order of ['up', 'down'] as const) {
      const totals = (await caller.list(1, 100, order)).map((entry) => Number(at(entry, caller.client.total)))
      expect(totals).toEqual(totals.toSorted((a, b) => (order === 'up' ? a - b : b - a)))
      expect(new Set(totals.map((total) => String(total).length)).size).toBeGreaterThan(1)
    }
  })
})

test.each(both)('a late start and a redeemed booking are not cancellable (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const { client } = caller
    const [slot = ''] = await caller.slots('late')
    const late = await caller.send(client.reserve(slot, crypto.randomUUID(), {}, 'late'))
    expect(late.body).toMatchObject({ status: 'ON_HOLD', cancellable: false })
    const lateId = String(at(late.body, client.id))
    expect((await caller.send(client.confirm(lateId, 'L'))).body).toMatchObject({
      status: client.statuses.confirmed,
      cancellable: false,
    })
    expect((await caller.send(client.cancel(lateId, 'x'))).status).toBeGreaterThanOrEqual(400)
    const { id } = await caller.hold()
    await caller.send(client.confirm(id, 'V'))
    // What redeems it answers as get does then, prices included.
    const redeemed = (await caller.send(client.redeem(id))).body
    expect((await caller.send(client.get(id))).body).toEqual(redeemed)
    expect(redeemed).toMatchObject({ status: client.statuses.redeemed, cancellable: false })
    expect((await caller.send(client.update(id, 'W'))).status).toBeGreaterThanOrEqual(400)
  })
})

test.each(both)('prices are there with the capability and only then (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const priced = await caller.send(['POST', '/transfers', { currency: 'GBP' }])
    const options = itemsAt(priced.body, ['options'])
    expect(options.map((option) => at(option, ['pricing', 'currency']))).toEqual(options.map(() => 'GBP'))
    expect(options.length).toBeGreaterThan(2)
    const own = itemsAt((await caller.send(['POST', '/transfers', {}])).body, ['options'])
    expect(own.map((option) => at(option, ['pricing', 'currency']))).toEqual(
      own.map((option) => option['defaultCurrency']),
    )
    expect((await caller.send(['POST', '/transfers', { currency: 'JPY' }])).status).toBeGreaterThanOrEqual(400)
    expect(priced.headers.get('octo-capabilities')).toBe('octo/pricing')
    const { id, answer } = await caller.hold({ currency: 'USD' })
    expect(at(answer.body, caller.client.total)).toBeTypeOf('number')
    caller.capability = null
    const plain = await caller.send(['POST', '/transfers', {}])
    expect(itemsAt(plain.body, ['options']).length).toBeGreaterThan(2)
    for (const option of itemsAt(plain.body, ['options']))
      expect(Object.keys(option)).toEqual(['id', 'reference', 'vehicle', 'cancellationPolicy'])
    expect((await caller.send(caller.client.get(id))).body).not.toHaveProperty('pricing')
  })
})

test.each(both)('bodies and paths that make no sense are refused with JSON (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const headers = { ...caller.client.headers('a'), 'content-type': 'application/json' }
    const post = (path: string, body: string, type = 'application/json'): Promise<Response> =>
      fetch(caller.reference.url + path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })
    const answers = [
      await post('/bookings', '{"a":'),
      await post('/bookings', '[]'),
      await post('/bookings', 'a=b', 'application/x-www-form-urlencoded'),
      await post('/bookings', `"${'x'.repeat(2 ** 20)}"`),
      await post('/nowhere', '{}'),
      await post('/bookings/%E0%A4%A/extend', '{}'),
      await fetch(`${caller.reference.url}/transfers`, { method: 'PUT', headers, body: '{}' }),
    ]
    const expected = dialect === 'default' ? [400, 400, 415, 413, 404, 404, 405] : [422, 422, 415, 413, 404, 404, 405]
    expect(answers.map(({ status }) => status)).toEqual(expected)
    for (const answer of answers) expect(isObject(JSON.parse(await answer.text()))).toBe(true)
  })
})

test.each(both)('ids that need escaping find their booking (%s)', async (dialect) => {
  await using(dialect, { variants: ['ids-need-escaping'] }, async (caller) => {
    const { id, answer } = await caller.hold()
    expect(id).toContain('/')
    expect((await caller.send(caller.client.get(id))).body).toEqual(answer.body)
    expect((await caller.send(caller.client.cancel(id, 'a&b'))).body).toMatchObject({ cancellable: false })
  })
})

test('the same seed gives the same prices and ids, another seed others', async () => {
  const now = (): number => Date.UTC(2027, 0, 1, 12)
  const transfer = async (seed: number): Promise<unknown> => {
    const reference = await startReference({ seed, now })
    const { body } = await new Caller(clients.default, reference).send(['POST', '/transfers', { currency: 'EUR' }])
    await reference.close()
    return body
  }
  const first = await transfer(7)
  expect(await transfer(7)).toEqual(first)
  expect(at(await transfer(8), ['id'])).not.toBe(at(first, ['id']))
})

test('a name that is not known is refused with the nearest one', async () => {
  const error = await startReference({ faults: ['extend-not-save'] }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnknownNameError)
  expect(error).toMatchObject({ code: 'E_UNKNOWN_NAME', nearest: 'extend-not-saved' })
})

test('another client books while the service runs, and stops with it', async () => {
  const reference = await startReference({ busyMs: 1 })
  await expect.poll(() => reference.service.store.serials().length, { interval: 2 }).toBeGreaterThan(3)
  await reference.close()
  const after = reference.service.store.serials().length
  await new Promise((resolve) => setImmediate(resolve))
  expect(reference.service.store.serials().length).toBe(after)
})

test('services run side by side, each by itself, and none answers any more once it is closed', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, seed) => startReference({ seed })))
  expect(new Set(all.map(({ url }) => url)).size).toBe(all.length)
  await Promise.all(all.map((reference) => reference.close()))
  for (const { url } of all) await expect(fetch(url)).rejects.toThrow('fetch failed')
})
