import { expect, test } from 'vitest'
import { at, itemsAt } from '../caller.test.client.js'
import type { Call, Field, OperationName, Reply } from '../model.js'
import { startReference } from '../startReference.js'
import type { Service } from '../service.js'
import { allVariants } from '../variants/index.js'
import { allFaults } from './index.js'

const pricing = { name: 'Octo-Capabilities', value: 'octo/pricing' }

function call(operation: OperationName, input: Partial<Record<Field, unknown>> = {}, extra: Partial<Call> = {}): Call {
  return {
    operation,
    reseller: 'a',
    credentials: 'valid',
    input,
    unknownFields: [],
    capabilityHeader: pricing,
    ...extra,
  }
}

async function withFaults(faults: string[], act: (service: Service, url: string) => Promise<void>): Promise<void> {
  const reference = await startReference({ faults })
  try {
    await act(reference.service, reference.url)
  } finally {
    await reference.close()
  }
}

/** Of the last slot on offer: the first may start too soon to be cancelled, by the time of day. */
async function hold(service: Service, input: Partial<Record<Field, unknown>> = {}): Promise<Reply> {
  const found = await service.handle(call('availability', { productId: 'prod-transfer', optionId: 'opt-sedan' }))
  const availabilityId = found.kind === 'availability' ? found.slots.at(-1)?.['availabilityId'] : undefined
  return service.handle(
    call('reserve', {
      availabilityId,
      productId: 'prod-transfer',
      optionId: 'opt-sedan',
      expirationMinutes: 30,
      ...input,
    }),
  )
}

function idOf(reply: Reply): string {
  if (reply.kind !== 'booking') throw new Error(`expected a booking, received ${JSON.stringify(reply)}`)
  return String(reply.booking['id'])
}

test('names are kebab case and told once, and every fault changes something', () => {
  const names = [...allFaults, ...allVariants].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  for (const fault of allFaults) expect(fault.rules ?? fault.wire, fault.name).toBeTypeOf('function')
})

test('a fault in the rules shows, and another one beside it too', async () => {
  await withFaults(['reserve-accepts-201-minutes', 'extend-not-saved'], async (service) => {
    const booked = await hold(service, { expirationMinutes: 201 })
    expect(booked).toMatchObject({ kind: 'booking', booking: { expirationMinutes: 201 } })
    const id = idOf(booked)
    expect(await service.handle(call('extend', { expirationMinutes: 90 }, { id }))).toMatchObject({
      booking: { expirationMinutes: 90 },
    })
    expect(await service.handle(call('get', {}, { id }))).toMatchObject({ booking: { expirationMinutes: 201 } })
    expect(await hold(service, { expirationMinutes: 202 })).toMatchObject({
      kind: 'refused',
      code: 'INVALID_EXPIRATION',
    })
  })
})

test('two faults that edit the same reply both show', async () => {
  await withFaults(['transfer-distance-unit-missing', 'last-option-original-below-retail'], async (service) => {
    const reply = await service.handle(call('transfers', { currency: 'EUR' }))
    if (reply.kind !== 'transfer') throw new Error('expected a transfer')
    expect(reply.transfer).not.toHaveProperty('distanceUnit')
    const options = itemsAt(reply.transfer, ['options'])
    expect(
      options.map((option) => Number(at(option, ['pricing', 'original'])) < Number(at(option, ['pricing', 'retail']))),
    ).toEqual(options.map((_, position) => position === 2))
  })
})

test('a fault under concurrency shows only there', async () => {
  await withFaults(['same-key-concurrent-books-twice'], async (service) => {
    const input = { idempotencyKey: crypto.randomUUID() }
    const ids = (await Promise.all([hold(service, input), hold(service, input)])).map(idOf)
    expect(new Set(ids).size).toBe(2)
    const later = { idempotencyKey: crypto.randomUUID() }
    expect(idOf(await hold(service, later))).toBe(idOf(await hold(service, later)))
  })
})

test('a refused write can leave its trace', async () => {
  await withFaults(['refused-extend-changes-minutes', 'refused-reserve-leaves-booking'], async (service) => {
    const id = idOf(await hold(service))
    expect((await service.handle(call('extend', { expirationMinutes: 7 }, { id }))).kind).toBe('refused')
    expect(await service.handle(call('get', {}, { id }))).toMatchObject({ booking: { expirationMinutes: 200 } })
    expect((await hold(service, { availabilityId: 'nothing' })).kind).toBe('refused')
    expect(await service.handle(call('list'))).toMatchObject({ total: 2 })
  })
})

test('a fault brings the variant that it needs', async () => {
  const shown = async (faults: string[]): Promise<boolean> => {
    let isShown = false
    await withFaults(faults, async (service) => {
      const found = await service.handle(call('availability', { productId: 'prod-transfer', optionId: 'opt-sedan' }))
      isShown = found.kind === 'availability' && found.slots[0]?.['departsAt'] !== undefined
    })
    return isShown
  }
  expect([await shown([]), await shown(['what-has-started-is-sold-by-local-time'])]).toEqual([false, true])
})

test('a fault from the second time on does not show the first time', async () => {
  await withFaults(['get-shows-other-minutes-from-the-second-time'], async (service) => {
    const id = idOf(await hold(service))
    const minutes = []
    for (let index = 0; index < 3; index++) {
      const read = await service.handle(call('get', {}, { id }))
      minutes.push(read.kind === 'booking' ? read.booking['expirationMinutes'] : null)
    }
    expect(minutes).toEqual([30, 200, 200])
  })
})

test('faults of one operation leave the others alone', async () => {
  await withFaults(
    ['list-shows-hold-after-its-end', 'get-leaks-to-other-reseller', 'cancel-needs-no-credentials'],
    async (service) => {
      const id = idOf(await hold(service))
      expect((await service.handle(call('get', {}, { id, reseller: 'b' }))).kind).toBe('booking')
      expect((await service.handle(call('extend', { expirationMinutes: 20 }, { id, reseller: 'b' }))).kind).toBe(
        'refused',
      )
      service.advance(31)
      expect(await service.handle(call('list'))).toMatchObject({ bookings: [{ status: 'ON_HOLD' }] })
      expect(await service.handle(call('get', {}, { id }))).toMatchObject({ booking: { status: 'EXPIRED' } })
      const other = idOf(await hold(service))
      const nobody = { id: other, reseller: null, credentials: 'none' } as const
      expect((await service.handle(call('get', {}, nobody))).kind).toBe('refused')
      expect(await service.handle(call('cancel', {}, nobody))).toMatchObject({ booking: { status: 'CANCELLED' } })
    },
  )
})

test('a fault on the wire shows in a status and a page', async () => {
  await withFaults(['not-json-crashes', 'refusal-with-stack-trace'], async (_service, url) => {
    const headers = { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }
    const crashed = await fetch(`${url}/bookings`, { method: 'POST', headers, body: '{' })
    expect(crashed.status).toBe(500)
    expect(await crashed.text()).toContain('<html>')
    const refused = await fetch(`${url}/bookings`, { method: 'POST', headers, body: '{}' })
    expect(await refused.json()).toMatchObject({ error: 'BAD_REQUEST', trace: expect.stringContaining('at reserve') })
  })
})

test('a connection that is cut after its answer was answered whole', async () => {
  const reference = await startReference({ variants: ['connections-cut', 'refusals-with-422'] })
  const statuses = []
  for (let index = 0; index < 7; index++) statuses.push((await fetch(`${reference.url}/transfers`)).status)
  await reference.close()
  expect(statuses).toEqual(Array.from({ length: 7 }, () => 422))
})
