import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { operationNames, writes } from '../../suites/transfers/operations.js'
import type { TransferProfile } from '../../suites/transfers/transferProfile.js'
import { targetOver, type TransferTarget } from '../../suites/transfers/target.js'
import { pack } from '../pack.js'
import type { Place, Profile } from '../profile/profile.js'
import { testClock, type TestClock } from './testClock.test.data.js'
import type { Exchange } from './exchange.js'
import { TargetSession } from './session.js'
import type { OpenTargetOptions } from './target.js'

/** A request as a test server got it. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: string
  readonly socket: Socket
}

export type Handler = (received: Received, response: ServerResponse) => void | Promise<void>

/** A server on the loopback, for tests. */
export interface TestServer {
  readonly url: string
  readonly received: Received[]
  close(): Promise<void>
}

export async function serve(handler: Handler): Promise<TestServer> {
  const received: Received[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers, rawHeaders, socket } = request
    const seen = { method, url, headers, rawHeaders, socket, body: Buffer.concat(chunks).toString() }
    received.push(seen)
    await handler(seen, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function reply(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** One that has what any operation of the service has. */
type AnyOperation = NonNullable<TransferProfile['operations']['transfers']> &
  NonNullable<TransferProfile['operations']['availability']> &
  NonNullable<TransferProfile['operations']['list']>

export function operation(
  method: string,
  path: string,
  fields: Record<string, Place> = {},
  more: Partial<AnyOperation> = {},
): AnyOperation {
  const values = { price: 'PRICE', ascending: 'ASC', descending: 'DESC', product: 'Product' }
  const plain = { headers: {}, query: {}, body: {}, at: '', items: '', total: null, availabilityId: ['/id'], values }
  return { method, path, fields, ...plain, ...more }
}

/** A profile of the common shape. */
export function testProfile(
  url: string,
  changes: Partial<TransferProfile> = {},
  operations: Partial<TransferProfile['operations']> = {},
): TransferProfile {
  const body = (name: string): Place => ({ in: 'body', pointer: `/${name}` })
  // One entry a name.
  const none = Object.fromEntries(operationNames.map((name) => [name, null])) as TransferProfile['operations']
  const noIds = Object.fromEntries(writes.map((name) => [name, null])) as TransferProfile['booking']['ids']
  const offered: Partial<TransferProfile['operations']> = {
    transfers: operation('POST', '/transfers', { currency: body('currency') }),
    availability: operation('POST', '/availability', { productId: body('productId'), optionId: body('optionId') }),
    reserve: operation('POST', '/bookings', {
      productId: body('productId'),
      optionId: body('optionId'),
      availabilityId: body('availabilityId'),
      expirationMinutes: body('expirationMinutes'),
      notes: body('notes'),
      idempotencyKey: body('uuid'),
    }),
    extend: operation('POST', '/bookings/{id}/extend', { expirationMinutes: body('expirationMinutes') }),
    confirm: operation('POST', '/bookings/{id}/confirm', { reference: body('resellerReference') }),
    update: operation('PATCH', '/bookings/{id}', { reference: body('resellerReference') }),
    cancel: operation('DELETE', '/bookings/{id}', { reason: body('reason') }),
    get: operation('GET', '/bookings/{id}'),
    list: operation('GET', '/bookings', {
      page: { in: 'query', name: 'page' },
      sortField: { in: 'query', name: 'sort' },
      sortOrder: { in: 'query', name: 'order' },
    }),
  }
  return {
    file: 'test.yaml',
    target: { url, environment: 'sandbox', headers: {} },
    otherReseller: null,
    bookable: {
      standard: { productId: 'prod', optionId: 'opt' },
      late: [],
      closing: [],
      soldOut: null,
      other: [],
      exclusive: null,
    },
    operations: { ...none, ...offered, ...operations },
    booking: {
      at: '',
      id: '/uuid',
      ids: noIds,
      status: '/status',
      cancellable: '/cancellable',
      notCancellable: null,
      expirationMinutes: '/expirationMinutes',
      reference: '/resellerReference',
      notes: '/notes',
      holdEnd: '/utcExpiresAt',
      emailReceipt: null,
      statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'EXPIRED', pending: [] },
      settleSeconds: 30,
      pricing: {
        total: '/pricing/retail',
        net: '/pricing/net',
        taxes: '/pricing/includedTaxes',
        taxAmount: '/net',
        currency: '/pricing/currency',
        currencyPrecision: '/pricing/currencyPrecision',
      },
    },
    availability: { exclusive: false },
    hold: { graceSeconds: 60 },
    reads: { settleSeconds: 2 },
    clock: null,
    redeem: null,
    refusal: { statuses: ['4xx'], body: '/error' },
    limits: { concurrency: 4, requestsPerSecond: Number.POSITIVE_INFINITY, timeoutSeconds: 5, bookings: 400 },
    waive: [],
    redact: { headers: [], pointers: [] },
    declared: new Set(),
    secrets: new Map(),
    variables: [],
    tls: {},
    tlsFiles: [],
    tokenCommands: { reseller: null, other: null },
    ...changes,
  }
}

export interface TestSession {
  readonly session: { for(...of: Parameters<TargetSession['for']>): TransferTarget } & TargetSession
  readonly exchanges: Exchange[]
  readonly clock: TestClock
}

/** A session on a test clock with a fixed nonce, and what it recorded. */
export function openTestSession(profile: Profile, more: Partial<OpenTargetOptions> = {}): TestSession {
  const exchanges: Exchange[] = []
  const clock = testClock()
  const opened = new TargetSession({
    service: pack,
    profile,
    clock,
    random: { nonce: () => 'nonce' },
    onExchange: (exchange) => void exchanges.push(exchange),
    ...more,
  })
  // The session itself, with the targets of the service that the tests speak to.
  const plain = opened.for.bind(opened)
  const session = Object.assign(opened, { for: (...of: Parameters<TargetSession['for']>) => targetOver(plain(...of)) })
  return { session, exchanges, clock }
}

/** A session on a server of its own; both are closed when the test ends. */
export async function startTarget(
  handler: Handler,
  changes: Partial<TransferProfile> = {},
  operations: Partial<TransferProfile['operations']> = {},
  more: Partial<OpenTargetOptions> = {},
): Promise<TestSession & { readonly server: TestServer }> {
  const server = await serve(handler)
  const opened = openTestSession(testProfile(server.url, changes, operations), more)
  onTestFinished(async () => {
    await opened.session.close()
    await server.close()
  })
  return { ...opened, server }
}

/** A booking as the profile has it. */
export function booking(id: string, more: object = {}): object {
  return { uuid: id, status: 'ON_HOLD', cancellable: true, ...more }
}

/** Limits that keep nobody waiting. */
export const limits: Profile['limits'] = {
  concurrency: 4,
  requestsPerSecond: Number.POSITIVE_INFINITY,
  timeoutSeconds: 5,
  bookings: 400,
}
