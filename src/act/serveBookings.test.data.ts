import type { Json } from '../profile/profile.js'
import { reply, serve, type Handler, type TestServer } from '../wire/testTarget.test.data.js'

export interface BookingServer extends TestServer {
  /** The availabilities that were asked to be reserved, in order. */
  readonly reserved: () => readonly unknown[]
  /** Bodies of the requests to this method and path. */
  readonly bodies: (request: string) => readonly Record<string, unknown>[]
}

/**
 * A server shaped like `testProfile`. It answers each availability check with the next of `offers`, each reservation
 * with the next of `statuses`, the last for all after. It confirms and cancels. `before` may answer instead.
 */
export async function serveBookings({
  offers = [[{ id: 'a' }, { id: 'b' }, { id: 'c' }]],
  statuses = [200],
  before = () => undefined,
}: {
  offers?: readonly (readonly Json[])[]
  statuses?: readonly number[]
  before?: Handler
} = {}): Promise<BookingServer> {
  const next = <Item>(items: readonly Item[], index: number): Item | undefined => items[index] ?? items.at(-1)
  const booking = (uuid: string, status: string): Json => ({ uuid, status, cancellable: true, expirationMinutes: 60 })
  let checks = 0
  let reservations = 0
  const server = await serve(async (received, response) => {
    await before(received, response)
    if (response.writableEnded || received.socket.destroyed) return
    const { method, url } = received
    const [, , id, action] = url.split('/')
    if (url === '/availability') {
      reply(response, next(offers, checks) ?? [])
      checks += 1
    } else if (id === undefined) {
      const status = next(statuses, reservations) ?? 200
      reservations += 1
      reply(response, status < 300 ? booking(`b${reservations}`, 'ON_HOLD') : { error: 'NO' }, status)
    } else if (method === 'DELETE') reply(response, booking(id, 'CANCELLED'))
    else reply(response, booking(id, action === 'confirm' ? 'CONFIRMED' : 'ON_HOLD'))
  })
  const bodies: BookingServer['bodies'] = (request) =>
    server.received.filter(({ method, url }) => `${method} ${url}` === request).map(({ body }) => JSON.parse(body))
  return { ...server, bodies, reserved: () => bodies('POST /bookings').map((body) => body['availabilityId']) }
}
