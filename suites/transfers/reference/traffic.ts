import { productOptions } from './catalog.js'
import type { Booking, BookingStatus, Call, Field, Reseller } from './model.js'
import { seededUuid } from './random.js'
import type { Service } from './service.js'
import type { Context } from './context.js'

const hour = 3_600_000
const day = 24 * hour
const pastStatuses: readonly BookingStatus[] = ['REDEEMED', 'CANCELLED', 'EXPIRED', 'CONFIRMED']

/** Gives reseller a `count` bookings of former times, in every state that an old booking can be in. */
export function preload(service: Service, count: number): void {
  const option = productOptions[0]
  if (option === undefined) return
  const now = service.now()
  const today = Math.floor(now / day) * day
  for (let index = 0; index < count; index++) {
    const serial = service.store.takeSerial()
    const createdAt = now - (count - index + 60) * 30 * 60_000
    const start = today - (index % 50) * day + 9 * hour
    const status = pastStatuses[index % pastStatuses.length] ?? 'CONFIRMED'
    const key = seededUuid(service.random, 'old key', index)
    const minutes = 20 + Math.floor(service.random('old minutes', index) * 181)
    const currency = ['EUR', 'USD', 'GBP'][index % 3] ?? 'EUR'
    service.store.put({
      serial,
      id: service.rules.bookingId(serial, key, service.contextFor('get')),
      idempotencyKey: key,
      reseller: 'a',
      status,
      expirationMinutes: minutes,
      holdEnd: status === 'EXPIRED' ? createdAt + minutes * 60_000 : null,
      createdAt,
      updatedAt: createdAt,
      confirmedAt: status === 'EXPIRED' ? null : createdAt,
      redeemedAt: status === 'REDEEMED' ? start : null,
      notes: null,
      reference: status === 'EXPIRED' ? null : `OLD-${index}`,
      emailReceipt: false,
      availabilityId: `${option.optionId}_${new Date(start).toISOString().slice(0, 16)}Z`,
      productId: option.productId,
      optionId: option.optionId,
      start,
      currency,
      price: priceOf(service, option.optionId, start, currency),
      cancellation: status === 'CANCELLED' ? { reason: null, at: createdAt } : null,
    } satisfies Booking)
  }
}

/** Another client at work: books every so many milliseconds, and confirms or cancels some. Returns how to stop it. */
export function keepBusy(service: Service, reseller: Reseller, everyMs: number): () => void {
  let turn = 0
  const call = (operation: Call['operation'], input: Partial<Record<Field, unknown>>, id?: string): Call => ({
    operation,
    reseller,
    credentials: 'valid',
    ...(id !== undefined && { id }),
    input,
    unknownFields: [],
    capabilityHeader: null,
  })
  const act = async (): Promise<void> => {
    turn += 1
    const option = productOptions[turn % 3] ?? productOptions[0]
    const day0 = new Date(service.now() + (40 + (turn % 200)) * day).toISOString().slice(0, 10)
    const { productId, optionId } = option ?? { productId: '', optionId: '' }
    const found = await service.handle(call('availability', { productId, optionId, from: day0, to: day0 }))
    const availabilityId = found.kind === 'availability' ? found.slots[0]?.['availabilityId'] : undefined
    const idempotencyKey = seededUuid(service.random, 'busy', turn)
    const booked = await service.handle(
      call('reserve', { availabilityId, productId, optionId, expirationMinutes: 45, idempotencyKey }),
    )
    const id = booked.kind === 'booking' ? booked.booking['id'] : undefined
    if (typeof id !== 'string' || turn % 3 === 0) return
    await service.handle(call(turn % 3 === 1 ? 'confirm' : 'cancel', {}, id))
  }
  const timer = setInterval(() => void act(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

function priceOf(service: Service, name: string, start: number, currency: string): Booking['price'] {
  const ctx: Context = service.contextFor('get')
  return service.rules.quote(name, start, currency, ctx)
}
