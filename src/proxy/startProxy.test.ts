import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTcpServer, connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../wire/clock.js'
import type { SeenExchange } from '../recording/cleaner.js'
import { startProxy, type Proxy } from './startProxy.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  // Of a server that listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Between {
  readonly proxy: Proxy
  readonly seen: SeenExchange[]
  /** The next exchange that is over. */
  readonly next: () => Promise<SeenExchange>
}

async function between(target: string): Promise<Between> {
  const seen: SeenExchange[] = []
  let told = (): void => undefined
  const proxy = await startProxy({
    target,
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    onExchange: (each) => {
      seen.push(each)
      told()
    },
  })
  closing.push(() => proxy.close())
  let read = 0
  const next = async (): Promise<SeenExchange> => {
    while (seen.length <= read) await new Promise<void>((resolve) => (told = resolve))
    read += 1
    const found = seen[read - 1]
    if (found === undefined) throw new Error('there is none')
    return found
  }
  return { proxy, seen, next }
}

/** Sends bytes as they stand and gives all that comes back. */
async function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let got = ''
  for await (const piece of socket) got += String(piece)
  return got
}

test('a request arrives with its own headers, in their order and spelling, but for those of the connection', async () => {
  let got: readonly string[] = []
  let body = ''
  const target = await serve(async (asked, answer) => {
    got = asked.rawHeaders
    for await (const piece of asked) body += String(piece)
    answer.writeHead(201, 'Made', [
      'X-One',
      'a',
      'x-ONE',
      'b',
      'Set-Cookie',
      'c=1',
      'Set-Cookie',
      'd=2',
      'Connection',
      'X-Hop',
      'X-Hop',
      'h',
    ])
    answer.end('{"a":1}')
  })
  const { proxy, next } = await between(target)
  const said = await raw(
    proxy.url,
    'POST /octo/v1/bookings?a=%2F&b HTTP/1.1\r\nHost: proxy\r\nx-LOWER: 1\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close, X-Mine\r\nX-Mine: 3\r\nTE: trailers\r\nContent-Length: 4\r\n\r\nbody',
  )
  expect(got).toEqual([
    'x-LOWER',
    '1',
    'X-Twice',
    '1',
    'X-Twice',
    '2',
    'Content-Length',
    '4',
    'Host',
    new URL(target).host,
    'Connection',
    expect.any(String),
  ])
  expect(body).toBe('body')
  expect(said).toMatch(/^HTTP\/1\.1 201 Made\r\n/)
  expect(said).toContain('X-One: a\r\nx-ONE: b\r\nSet-Cookie: c=1\r\nSet-Cookie: d=2\r\n')
  expect(said).not.toMatch(/X-Hop/i)
  expect(said.endsWith('{"a":1}\r\n0\r\n\r\n')).toBe(true)
  expect(await next()).toMatchObject({
    n: 1,
    request: {
      method: 'POST',
      url: `${target}/octo/v1/bookings?a=%2F&b`,
      headers: { 'X-Twice': '1, 2' },
      body: 'body',
    },
    response: { status: 201, json: { a: 1 } },
  })
})

test('an answer is passed on piece by piece, as it comes', async () => {
  let more = (): void => undefined
  const target = await serve((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.write('[1,')
    more = () => answer.end('2]')
  })
  const { proxy, seen, next } = await between(target)
  const asked = request(`${proxy.url}/x`)
  asked.end()
  const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer> & { headers: IncomingHttpHeaders }]
  const pieces: string[] = []
  for await (const piece of answer) {
    pieces.push(String(piece))
    // The second is sent only once the first was received.
    if (pieces.length === 1) more()
    if (pieces.length === 1) expect(seen).toEqual([])
  }
  expect(pieces).toEqual(['[1,', '2]'])
  expect((await next()).response?.json).toEqual([1, 2])
})

test('what is packed stays packed, and is told unpacked; what is too long passes and is not told', async () => {
  const packed = gzipSync('{"packed":true}')
  const long = Buffer.alloc(3 * 1024 * 1024, 'x')
  const target = await serve((asked, answer) => {
    if (asked.url === '/long') return answer.end(long)
    return answer.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
  })
  const { proxy, next } = await between(target)
  const bytesOf = async (path: string): Promise<Buffer> => {
    const asked = request(`${proxy.url}${path}`, { headers: { 'accept-encoding': 'gzip' } })
    asked.end()
    const [answer] = (await once(asked, 'response')) as [AsyncIterable<Buffer>]
    const pieces: Buffer[] = []
    for await (const piece of answer) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  expect((await bytesOf('/packed')).equals(packed)).toBe(true)
  expect((await next()).response?.json).toEqual({ packed: true })
  expect((await bytesOf('/long')).equals(long)).toBe(true)
  expect(await next()).toMatchObject({ response: null, failure: { kind: 'too-large' } })
})

test('HEAD, 204, a POST without a body and an answer with trailers are what they were', async () => {
  const heads: string[] = []
  const target = await serve((asked, answer) => {
    heads.push(
      `${asked.method ?? ''} ${asked.headers['content-length'] ?? ''} ${asked.headers['transfer-encoding'] ?? ''}`,
    )
    if (asked.method === 'HEAD') return answer.writeHead(200, { 'content-length': '42' }).end()
    if (asked.method === 'POST') return answer.writeHead(204).end()
    answer.writeHead(200, { Trailer: 'X-Sum' })
    answer.write('a')
    answer.addTrailers({ 'X-Sum': '7' })
    return answer.end()
  })
  const { proxy } = await between(target)
  const end = 'Host: p\r\nConnection: close\r\n\r\n'
  expect(await raw(proxy.url, `HEAD / HTTP/1.1\r\n${end}`)).toContain('content-length: 42\r\n')
  expect(await raw(proxy.url, `POST / HTTP/1.1\r\n${end}`)).toMatch(/^HTTP\/1\.1 204 /)
  expect(await raw(proxy.url, `GET / HTTP/1.1\r\n${end}`)).toContain('\r\n\r\n1\r\na\r\n0\r\nX-Sum: 7\r\n')
  expect(await raw(proxy.url, `GET / HTTP/1.0\r\n\r\n`)).toMatch(/\r\n\r\na$/)
  expect(heads).toEqual(['HEAD  ', 'POST 0 ', 'GET  ', 'GET  '])
})

test('where nobody listens the client is told so; where an answer breaks off, it breaks off for the client too', async () => {
  const nobody = await between('http://127.0.0.1:9')
  const told = await fetch(`${nobody.proxy.url}/x`)
  expect(told.status).toBe(502)
  expect(await told.json()).toEqual({
    error: 'OCTOSPEC_PROXY',
    errorMessage: 'the target did not answer: ECONNREFUSED',
  })
  expect(await nobody.next()).toMatchObject({ response: null, failure: { kind: 'connection' } })
  const broken = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')
      socket.end()
    })
  })
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
  closing.push(() => new Promise((resolve) => broken.close(resolve)))
  const half = await between(`http://127.0.0.1:${(broken.address() as AddressInfo).port}`)
  await expect(fetch(`${half.proxy.url}/x`).then((answer) => answer.text())).rejects.toThrow()
  expect(await half.next()).toMatchObject({ response: null, failure: { kind: 'connection' } })
})

test('an answer that cannot be passed on ends that connection, and no other', async () => {
  let reason = 'Odd\u0001'
  const odd = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 ${reason}\r\nContent-Length: 2\r\nX-Odd: \u00ff\r\n\r\nhi`, 'latin1'),
    )
  })
  odd.listen(0, '127.0.0.1')
  await once(odd, 'listening')
  closing.push(() => new Promise((resolve) => odd.close(resolve)))
  // Of a server that listens on a port.
  const { proxy } = await between(`http://127.0.0.1:${(odd.address() as AddressInfo).port}`)
  await fetch(`${proxy.url}/x`).catch(() => undefined)
  reason = 'Fine'
  expect(await (await fetch(`${proxy.url}/x`)).text()).toBe('hi')
})

test('a client that goes away takes its request with it', async () => {
  let gone = (): void => undefined
  const left = new Promise<void>((resolve) => (gone = resolve)).then(() => 'its request has ended')
  let arrived = (): void => undefined
  const there = new Promise<void>((resolve) => (arrived = resolve))
  const target = await serve((asked) => {
    asked.socket.once('close', gone)
    arrived()
  })
  const { proxy, next } = await between(target)
  const asked = request(`${proxy.url}/x`)
  asked.on('error', () => undefined)
  asked.end()
  await there
  asked.destroy()
  expect(await left).toBe('its request has ended')
  // It may have been done.
  expect(await next()).toMatchObject({ response: null, failure: { message: 'the client left before it was answered' } })
})

test('a request that is packed is told unpacked; one that is too long is not told at all', async () => {
  const target = await serve((asked, answer) => {
    asked.resume()
    asked.once('end', () => answer.end())
  })
  const { proxy, next, seen } = await between(target)
  const post = async (body: Buffer): Promise<void> => {
    const headers = { 'content-encoding': 'gzip' }
    const answer = await fetch(proxy.url, { method: 'POST', headers, body: new Uint8Array(body) })
    await answer.arrayBuffer()
  }
  await post(Buffer.alloc(2 * 1024 * 1024, 'x'))
  await post(gzipSync(Buffer.alloc(2 * 1024 * 1024, 'x')))
  await post(gzipSync('{"packed":true}'))
  expect((await next()).request.body).toBe('{"packed":true}')
  expect(seen).toHaveLength(1)
})
