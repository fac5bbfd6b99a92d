import { expect, test } from 'vitest'
import { isObject, type JsonObject } from './json.js'
import { startReference, type DialectName, type Reference, type ReferenceOptions } from './startReference.js'
import { UnknownNameError } from './unknownNameError.js'

/** What each dialect calls things, written down anew from `spec/profiles`: these tests are a client, not the service. */
interface Client {
  headers(account: 'a' | 'b' | 'none' | 'wrong'): Record<string, string>
  availability(option: 'standard' | 'late'): [string, string, JsonObject]
  slotIds(body: unknown): string[]
  reserve(
    slot: string,
    key: string,
    extra: JsonObject,
    option?: 'standard' | 'late',
  ): [string, string, JsonObject, Record<string, string>]
  extend(id: string, minutes: unknown): [string, string, JsonObject]
  confirm(id: string, reference: unknown): [string, string, JsonObject]
  update(id: string, reference: string, extra?: JsonObject): [string, string, JsonObject]
  cancel(id: string, reason: string): [string, string, JsonObject?]
  get(id: string): [string, string]
  list(page: number, size: number, order?: 'up' | 'down'): [string, string, JsonObject?]
  entries(body: unknown): JsonObject[]
  clock(minutes: number): [string, string, JsonObject]
  redeem(id: string): [string, string]
  id: string[]
  reference: string[]
  total: string[]
  statuses: Record<'confirmed' | 'cancelled' | 'expired' | 'redeemed', string>
  unknownBooking: number
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const clients: Record<DialectName, Client> = {
  default: {
    headers: (account) =>
      account === 'none'
        ? {}
        : { authorization: `Bearer ${account === 'wrong' ? 'nobody' : `reference-token-${account}`}` },
    availability: (option) => [
      'POST',
      '/availability',
      {
        productId: option === 'late' ? 'prod-late' : 'prod-transfer',
        optionId: option === 'late' ? 'opt-late' : 'opt-sedan',
        localDateStart: day(30),
        localDateEnd: day(33),
      },
    ],
    slotIds: (body) => (body as { availabilityId: string }[]).map((item) => item.availabilityId),
    reserve: (availabilityId, uuid, extra, option) => [
      'POST',
      '/bookings',
      {
        availabilityId,
        uuid,
        productId: option === 'late' ? 'prod-late' : 'prod-transfer',
        optionId: option === 'late' ? 'opt-late' : 'opt-sedan',
        expirationMinutes: 30,
        ...extra,
      },
      {},
    ],
    extend: (id, minutes) => ['POST', `/bookings/${id}/extend`, { expirationMinutes: minutes as number }],
    confirm: (id, reference) => ['POST', `/bookings/${id}/confirm`, { resellerReference: reference as string }],
    update: (id, reference, extra) => ['PATCH', `/bookings/${id}`, { resellerReference: reference, ...extra }],
    cancel: (id, reason) => ['POST', `/bookings/${id}/cancel`, { reason }],
    get: (id) => ['GET', `/bookings/${id}`],
    list: (page, size, order) => [
      'GET',
      `/bookings?page=${page}&pageSize=${size}&bookingType=Product` +
        (order ? `&sortField=PRICE&sortOrder=${order === 'up' ? 'ASCENDING' : 'DESCENDING'}` : ''),
    ],
    entries: (body) => body as JsonObject[],
    clock: (minutes) => ['POST', '/__clock', { advanceMinutes: minutes }],
    redeem: (id) => ['POST', `/__redeem/${id}`],
    id: ['uuid'],
    reference: ['resellerReference'],
    total: ['pricing', 'retail'],
    statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'EXPIRED', redeemed: 'REDEEMED' },
    unknownBooking: 404,
  },
  partner: {
    headers: (account) => (account === 'none' ? {} : { 'x-api-key': `partner-key-${account}` }),
    availability: (option) => [
      'POST',
      '/availability',
      {
        productId: option === 'late' ? 'PARTNER-LATE' : 'PARTNER-RIDE',
        optionId: option === 'late' ? 'PARTNER-LATE-SEDAN' : 'PARTNER-SEDAN',
        window: { from: day(20), to: day(25) },
      },
    ],
    slotIds: (body) =>
      (body as { data: { slots: { slot: { token: string } }[] } }).data.slots.map((item) => item.slot.token),
    reserve: (availabilityId, key, extra, option) => [
      'POST',
      '/bookings',
      {
        availabilityId,
        productId: option === 'late' ? 'PARTNER-LATE' : 'PARTNER-RIDE',
        optionId: option === 'late' ? 'PARTNER-LATE-SEDAN' : 'PARTNER-SEDAN',
        expirationMinutes: 30,
        travellers: [{ type: 'ADULT' }],
        ...extra,
      },
      { 'idempotency-key': key },
    ],
    extend: (id, minutes) => [
      'POST',
      `/bookings/${encodeURIComponent(id)}/extend`,
      { expirationMinutes: minutes as number },
    ],
    confirm: (id, reference) => [
      'PUT',
      `/bookings/${encodeURIComponent(id)}/confirmation`,
      { voucher: { number: reference as string }, receipt: { send: false } },
    ],
    update: (id, reference, extra) => [
      'PUT',
      `/bookings/${encodeURIComponent(id)}`,
      { voucher: { number: reference }, ...extra },
    ],
    cancel: (id, reason) => ['DELETE', `/bookings/${encodeURIComponent(id)}?why=${encodeURIComponent(reason)}`],
    get: (id) => ['GET', `/reservations/${encodeURIComponent(id)}`],
    list: (page, size, order) => [
      'POST',
      '/reservations/search',
      {
        paging: { number: page, size },
        filter: { kind: 'PRODUCT_BOOKING' },
        ...(order && { sort: { by: 'price.total', direction: order === 'up' ? 'asc' : 'desc' } }),
      },
    ],
    entries: (body) => (body as { result: { entries: JsonObject[] } }).result.entries,
    clock: (minutes) => ['POST', '/test/clock', { forward: minutes }],
    redeem: (id) => ['PUT', `/test/redeemed/${encodeURIComponent(id)}`],
    id: ['bookingNumber'],
    reference: ['voucher', 'number'],
    total: ['pricing', 'payable', 'amount'],
    statuses: { confirmed: 'BOOKED', cancelled: 'VOIDED', expired: 'LAPSED', redeemed: 'USED' },
    unknownBooking: 404,
  },
}

interface Answer {
  status: number
  headers: Headers
  body: JsonObject
}

class Caller {
  readonly client: Client
  readonly reference: Reference
  account: 'a' | 'b' | 'none' | 'wrong' = 'a'
  capability: string | null = 'octo/pricing'

  constructor(client: Client, reference: Reference) {
    this.client = client
    this.reference = reference
  }

  as(account: 'a' | 'b' | 'none' | 'wrong'): Caller {
    return Object.assign(new Caller(this.client, this.reference), { account })
  }

  async send([method, path, body, extra = {}]: readonly [
    string,
    string,
    JsonObject?,
    Record<string, string>?,
  ]): Promise<Answer> {
    const response = await fetch(this.reference.url + path, {
      method,
      headers: {
        ...this.client.headers(this.account),
        ...(this.capability !== null && { 'Octo-Capabilities': this.capability }),
        ...(body && { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // Every body of these tests is JSON; a wrong guess fails the test that looks into it.
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) as JsonObject }
  }

  async slots(option: 'standard' | 'late' = 'standard'): Promise<string[]> {
    return this.client.slotIds((await this.send(this.client.availability(option))).body)
  }

  async hold(extra: JsonObject = {}, slot = 0): Promise<{ id: string; answer: Answer }> {
    const slots = await this.slots()
    const answer = await this.send(this.client.reserve(slots[slot] ?? '', crypto.randomUUID(), extra))
    return { id: String(at(answer.body, this.client.id)), answer }
  }

  async list(page: number, size: number, order?: 'up' | 'down'): Promise<JsonObject[]> {
    return this.client.entries((await this.send(this.client.list(page, size, order))).body)
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner: unknown, name) => (isObject(inner) ? inner[name] : undefined), value)
}

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
      expect((await caller.as('b').send(request)).status).toBe(client.unknownBooking)
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
    await caller.send(client.redeem(id))
    expect((await caller.send(client.get(id))).body).toMatchObject({
      status: client.statuses.redeemed,
      cancellable: false,
    })
    expect((await caller.send(client.update(id, 'W'))).status).toBeGreaterThanOrEqual(400)
  })
})

test.each(both)('prices are there with the capability and only then (%s)', async (dialect) => {
  await using(dialect, {}, async (caller) => {
    const priced = await caller.send(['POST', '/transfers', { currency: 'GBP' }])
    const options = priced.body['options'] as JsonObject[]
    expect(options.map((option) => at(option, ['pricing', 'currency']))).toEqual(options.map(() => 'GBP'))
    const own = (await caller.send(['POST', '/transfers', {}])).body['options'] as JsonObject[]
    expect(own.map((option) => at(option, ['pricing', 'currency']))).toEqual(
      own.map((option) => option['defaultCurrency']),
    )
    expect((await caller.send(['POST', '/transfers', { currency: 'JPY' }])).status).toBeGreaterThanOrEqual(400)
    expect(priced.headers.get('octo-capabilities')).toBe('octo/pricing')
    const { id, answer } = await caller.hold({ currency: 'USD' })
    expect(at(answer.body, caller.client.total)).toBeTypeOf('number')
    caller.capability = null
    const plain = await caller.send(['POST', '/transfers', {}])
    for (const option of plain.body['options'] as JsonObject[])
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

test('the same seed gives the same prices and ids, another seed others', async () => {
  const now = (): number => Date.UTC(2027, 0, 1, 12)
  const transfer = async (seed: number): Promise<JsonObject> => {
    const reference = await startReference({ seed, now })
    const { body } = await new Caller(clients.default, reference).send(['POST', '/transfers', { currency: 'EUR' }])
    await reference.close()
    return body
  }
  const first = await transfer(7)
  expect(await transfer(7)).toEqual(first)
  expect(at(await transfer(8), ['id'])).not.toBe(first['id'])
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

test('three hundred services start and stop within a second', async () => {
  const started = performance.now()
  for (let index = 0; index < 300; index++) await (await startReference({ seed: index })).close()
  expect(performance.now() - started).toBeLessThan(1000)
})
