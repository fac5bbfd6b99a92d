// What a hostile client, or a hostile target, can do to the proxy between them: both are raw sockets.
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../wire/clock.js'
import type { SeenExchange } from '../recording/cleaner.js'
import { startProxy } from './startProxy.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

interface Between {
  readonly proxyPort: number
  /** All that the target received, a text for each connection. */
  readonly arrived: readonly string[]
  readonly seen: readonly SeenExchange[]
  readonly close: () => Promise<void>
}

const good = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

/** A proxy before a target that answers each piece that it receives so. */
async function between(answer: string | ((socket: Socket) => void) = good): Promise<Between> {
  const arrived: string[] = []
  const target = createServer((socket) => {
    const index = arrived.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      arrived[index] += piece.toString('latin1')
      if (typeof answer === 'string') socket.write(answer, 'latin1')
      else answer(socket)
    })
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  closing.push(() => new Promise((resolve) => target.close(resolve)))
  const seen: SeenExchange[] = []
  const proxy = await startProxy({
    // Of a server that listens on a port.
    target: `http://127.0.0.1:${(target.address() as AddressInfo).port}`,
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    onExchange: (each) => void seen.push(each),
  })
  closing.push(() => proxy.close())
  return { proxyPort: Number(new URL(proxy.url).port), arrived, seen, close: () => proxy.close() }
}

const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** Sends bytes as they stand and gives all that comes back. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let got = ''
  socket.on('data', (piece) => (got += piece.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return got
}

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

test.each([
  ['a length and pieces', `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['pieces and a length', `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['two lengths', `Content-Length: 2\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`, 400],
  ['a length that is signed', `Content-Length: +2\r\n\r\nab${smuggled}`, 400],
  ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['a coding after the pieces', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['a coding before the pieces', `Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`, 501],
  ['a folded header', `X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`, 400],
  ['a head without end', `X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s: nothing of it arrives', async (_what, rest, status) => {
  const { proxyPort, arrived } = await between()
  expect(await raw(proxyPort, `POST /a HTTP/1.1\r\nHost: x\r\n${rest}`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(arrived.join('')).toBe('')
})

test.each([
  ['GET', 'Content-Length'],
  ['POST', 'content-length, X-Other'],
])('a %s that calls its length a matter of the connection is still one request', async (method, named) => {
  const { proxyPort, arrived, seen, close } = await between()
  const length = `Content-Length: ${smuggled.length}`
  await raw(
    proxyPort,
    `${method} /a HTTP/1.1\r\nHost: x\r\nConnection: close, ${named}\r\n${length}\r\n\r\n${smuggled}`,
  )
  expect(arrived.join('')).toContain(length)
  await close()
  expect(seen.map(({ request }) => request.body)).toEqual([smuggled])
})

test('a length behind more headers than Node.js counts is still the length', async () => {
  const { proxyPort, arrived } = await between()
  const head = `POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a: b\r\n'.repeat(2200)}`
  await raw(proxyPort, `${head}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`)
  expect(arrived.join('')).toContain(`Content-Length: ${smuggled.length}\r\n`)
})

test.each([
  ['http://evil.example/secret?q=1', '/secret?q=1'],
  ['x://.evil.example/p', '/p'],
  ['//evil.example/x/../../y', '//evil.example/x/../../y'],
  ['/octo/../../etc/passwd?%00', '/octo/../../etc/passwd?%00'],
  ['*', '*'],
])('a request for %s goes to the target alone, and is told as one to it', async (asked, path) => {
  const { proxyPort, arrived, seen, close } = await between()
  await raw(proxyPort, `OPTIONS ${asked} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
  expect(arrived.join('')).toContain(`OPTIONS ${path} HTTP/1.1\r\n`)
  expect(arrived.join('')).not.toContain('Host: evil')
  await close()
  const [{ request } = { request: { url: '' } }] = seen
  expect(new URL(request.url).hostname).toBe('127.0.0.1')
})

test('whoever offers another protocol is answered in this one, also on the same connection', async () => {
  const { proxyPort, arrived } = await between()
  const socket = connect(proxyPort, '127.0.0.1')
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n'
  socket.write(`GET /first HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)
  expect(String(await once(socket, 'data'))).toContain('200 OK')
  socket.write(last)
  expect(String(await once(socket, 'data'))).toContain('200 OK')
  expect(arrived.join('')).not.toMatch(/upgrade|http2/i)
})

test('a tunnel is refused, and neither one that stays nor one that is reset keeps the proxy from going on or ending', async () => {
  const { proxyPort, close } = await between()
  const stays = connect({ port: proxyPort, host: '127.0.0.1', allowHalfOpen: true })
  stays.on('error', () => undefined)
  stays.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  expect(String(await once(stays, 'data'))).toContain('501 Not Implemented')
  for (let each = 0; each < 20; each += 1) {
    const socket = connect(proxyPort, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${'z'.repeat(100_000)}`)
    socket.resetAndDestroy()
  }
  expect(await raw(proxyPort, last)).toContain('200 OK')
  await close()
  stays.destroy()
})

test('clients that never end their heads keep the proxy from nothing, neither others nor its end', async () => {
  const { proxyPort, close } = await between()
  const slow = Array.from({ length: 50 }, () => connect(proxyPort, '127.0.0.1'))
  for (const socket of slow) {
    socket.on('error', () => undefined)
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\nX: ')
  }
  expect(await raw(proxyPort, last)).toContain('200 OK')
  await close()
})

test('a client that sends request after request without waiting is cut off, and its end is the end of all of them', async () => {
  const { proxyPort, seen, close } = await between(() => undefined)
  const flood = connect(proxyPort, '127.0.0.1')
  flood.on('error', () => undefined)
  flood.write('GET /flood HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5000))
  await new Promise((resolve) => flood.once('close', resolve))
  await close()
  expect(seen.map(({ failure }) => failure?.message)).toEqual(Array(16).fill('the client left before it was answered'))
})

test('connections that are only kept keep nobody out', async () => {
  const { proxyPort } = await between()
  const kept = Array.from({ length: 256 }, () => connect(proxyPort, '127.0.0.1'))
  for (const socket of kept) {
    socket.on('error', () => undefined)
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  await raw(proxyPort, last)
  expect(await raw(proxyPort, last)).toContain('200 OK')
  for (const socket of kept) socket.destroy()
})

test.each([
  ['100-continue', /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/, 1],
  ['a-miracle', /^HTTP\/1\.1 417 /, 0],
])(
  'a client that expects %s before its body is answered, and its body arrives once or not at all',
  async (what, came, times) => {
    const { proxyPort, arrived } = await between()
    const head = `POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: ${what}\r\nContent-Length: 4\r\n\r\n`
    expect(await raw(proxyPort, `${head}body`)).toMatch(came)
    expect(arrived.join('').split('body')).toHaveLength(times + 1)
  },
)

test('a client that ends its half before it is answered is gone, and its request is told as one without an answer', async () => {
  const { proxyPort, seen, close } = await between(() => undefined)
  const half = connect({ port: proxyPort, host: '127.0.0.1', allowHalfOpen: true })
  half.end('POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
  half.resume()
  await once(half, 'end')
  await close()
  expect(seen).toMatchObject([{ request: { body: '{}' }, response: null }])
})

test('a client that never reads is told nothing more than it takes, and nobody waits for it', async () => {
  let written = 0
  const { proxyPort, close } = await between((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
    const more = (): void => {
      do written += 100_000
      while (socket.write(`186a0\r\n${'x'.repeat(100_000)}\r\n`) && written < 400_000_000)
    }
    socket.on('drain', more)
    more()
  })
  const deaf = connect(proxyPort, '127.0.0.1')
  deaf.on('error', () => undefined)
  deaf.write(last)
  deaf.pause()
  // As long as others are served it may go on taking.
  for (let each = 0; each < 20; each += 1) {
    const socket = connect(proxyPort, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(last)
    await once(socket, 'data')
    socket.destroy()
  }
  expect(written).toBeLessThan(400_000_000)
  deaf.destroy()
  await close()
})

test.each([
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc'],
  [
    'a length and pieces',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 1\r\n\r\na'],
  ['a head without end', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['SSH', 'SSH-2.0-x\r\n'],
])('a target that answers with %s is no answer: the client is told so', async (_what, answer) => {
  const { proxyPort, seen, close } = await between(answer)
  expect(await raw(proxyPort, last)).toMatch(/^HTTP\/1\.1 502 [^]*OCTOSPEC_PROXY/)
  await close()
  expect(seen).toMatchObject([{ response: null, failure: { kind: 'connection' } }])
})

test.each([
  ['pieces with an extension without end', `1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`],
  ['trailers without end', `1\r\na\r\n0\r\n${'X-T: 1\r\n'.repeat(20_000)}\r\n`],
  ['a length in its trailers', '1\r\na\r\n0\r\nContent-Length: 5\r\n\r\n'],
  ['a piece whose length is none', 'zz\r\n'],
])('a target that sends %s is cut off, and so is the client', async (_what, body) => {
  const { proxyPort, seen, close } = await between(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`)
  expect(await raw(proxyPort, last)).not.toContain('0\r\n\r\n')
  await close()
  expect(seen).toMatchObject([{ response: null }])
})

test('a target that says more than was asked says it to nobody', async () => {
  const { proxyPort } = await between(`${good}HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged`)
  expect(await raw(proxyPort, last)).not.toContain('forged')
  expect(await raw(proxyPort, last)).not.toContain('forged')
})

test.each([
  ['hangs', () => undefined],
  [
    'sends interim answers without end',
    (socket: Socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)),
  ],
])('a target that %s keeps nobody but who asked waiting', async (_what, answer) => {
  const { proxyPort, seen, close } = await between(answer)
  const waits = connect(proxyPort, '127.0.0.1')
  waits.on('error', () => undefined)
  waits.write(last)
  await once(waits, 'connect')
  waits.destroy()
  await close()
  expect(seen).toEqual([])
})

test('many large answers at once are all told, one after the other', async () => {
  const large = `[${'{"uuid":"a","status":"ON_HOLD"},'.repeat(12_000)}{}]`
  const { proxyPort, seen, close } = await between(`HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`)
  const answers = await Promise.all(Array.from({ length: 10 }, () => raw(proxyPort, last)))
  expect(answers.every((answer) => answer.endsWith(large))).toBe(true)
  await close()
  expect(seen.map(({ response }) => response?.status)).toEqual(Array.from({ length: 10 }, () => 200))
})
