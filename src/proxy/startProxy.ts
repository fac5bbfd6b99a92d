import {
  Agent as HttpAgent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { decodeBody, parseBody } from '../wire/body.js'
import type { Clock } from '../wire/clock.js'
import { messageOf, systemCode } from '../contract/messageOf.js'
import type { SeenExchange } from '../recording/cleaner.js'
import { BodyCopy, copyRoom, mostRecorded, openBacklog, type CopyRoom, type Backlog, type Told } from './recorder.js'

/** Between whom {@link startProxy} stands, and who is told. */
export interface ProxyOptions {
  /** Where requests go: scheme, host and port of it. Paths stay what they are. */
  readonly target: string
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly clock: Clock
  /**
   * Called with each exchange that was passed on, once no request came for a moment, so that recording delays nobody;
   * or after some seconds all the same.
   */
  readonly onExchange: (seen: SeenExchange) => void
}

/** A proxy that listens. */
export interface Proxy {
  /** Address that stands for that of the target, without its path. */
  readonly url: string
  /** Takes no more requests, and waits for those that are under way, for some seconds. */
  close(): Promise<void>
}

/** Connections of clients at once. */
const mostConnections = 256
/** Requests of one connection that wait for their answers at once. */
const mostAtOnce = 16
/** How long a client may take for its headers, in milliseconds. */
const headersTimeout = 60_000
/** How long requests that are under way may take once the proxy ends, in milliseconds. */
const patience = 5000

/**
 * Stands between a client and a server and passes everything on: bytes of bodies as they come, headers in their order
 * and spelling, except those of the connection and `Host`. Each connection of a client has its own to the server, so
 * that both share their fate.
 *
 * @throws the error of the system where the port cannot be listened on
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { target, host, port } = options
  const to = new URL(target)
  const onwards = new Map<Socket, Onward>()
  const room = copyRoom()
  let lastNumber = 0
  let underWay = 0
  let onIdle = (): void => undefined
  const backlog = openBacklog(options.onExchange, () => underWay > 0, options.clock)
  const server = createServer({ keepAliveTimeout: 0, headersTimeout }, (asked, answer) => {
    if (asked.socket.destroyed) return
    const { agent, waiting } = onwardOf(asked.socket, to, onwards)
    if (waiting.size === mostAtOnce) {
      // Node.js reads on, however many they are.
      asked.socket.destroy()
      return
    }
    lastNumber += 1
    backlog.stir()
    const left = pass(asked, answer, lastNumber, to, agent, options, backlog, room)
    underWay += 1
    const leave = (): void => {
      if (!waiting.delete(leave)) return
      underWay -= 1
      backlog.stir()
      left()
      if (underWay === 0) onIdle()
    }
    waiting.add(leave)
    answer.once('close', leave)
  })
  // Whoever only keeps a connection keeps nobody else out for long.
  server.on('drop', () => server.closeIdleConnections())
  // Neither is a tunnel, which could not be judged; whoever offers another protocol is answered in this one.
  server.on('connect', (_, socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n', () => socket.destroy())
  })
  // Headers beyond a number would be left out, also those that frame the body; their length is bounded.
  server.maxHeadersCount = 0
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Of a server that listens on a port.
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      if (underWay > 0)
        await Promise.race([
          new Promise<void>((resolve) => (onIdle = resolve)),
          options.clock.sleep(patience).catch(() => undefined),
        ])
      server.closeAllConnections()
      await closed
      await backlog.empty()
    },
  }
}

/** The way to the target of one connection of a client. */
interface Onward {
  readonly agent: HttpAgent
  /** What is to be done once its requests that wait are answered, or the client is gone. */
  readonly waiting: Set<() => void>
}

function onwardOf(socket: Socket, { protocol }: URL, onwards: Map<Socket, Onward>): Onward {
  const known = onwards.get(socket)
  if (known !== undefined) return known
  const agent = new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
  const onward: Onward = { agent, waiting: new Set() }
  onwards.set(socket, onward)
  socket.once('close', () => {
    onwards.delete(socket)
    // Node.js does not tell of those whose turn did not come.
    for (const leave of onward.waiting) leave()
    agent.destroy()
  })
  return onward
}

/** @returns what is to be done once the client is answered, or gone */
function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  n: number,
  to: URL,
  agent: HttpAgent,
  { clock }: ProxyOptions,
  backlog: Backlog,
  room: CopyRoom,
): () => void {
  const startedAt = clock.now()
  const began = clock.monotonic()
  const { method = 'GET', url = '/' } = asked
  const path = url.startsWith('/') || url === '*' ? url : pathOf(url)
  const coding = asked.headers['transfer-encoding'] ?? 'chunked'
  if (coding.trim().toLowerCase() !== 'chunked') {
    // Node.js removes only the last of several codings, and the target would not hear of the others.
    answer.writeHead(501, { Connection: 'close' }).end()
    return () => undefined
  }
  const sent = new BodyCopy(asked, room)
  let received: BodyCopy | null = null
  const tell = (
    head: Pick<IncomingMessage, 'statusCode' | 'headers'> | null,
    body: BodyCopy | null,
    failure?: SeenExchange['failure'],
  ): Told => {
    const durationMs = Math.max(0, clock.monotonic() - began)
    return {
      bytes: sent.length + (received?.length ?? 0),
      seen: async () => {
        const text = await textOf(sent, asked)
        const answered = await responseOf(head, body, failure)
        sent.forget()
        received?.forget()
        // Nothing can be said of a request that is not known whole.
        if (text === null) return null
        const request = {
          method,
          url: `${to.origin}${path === '*' ? '/*' : path}`,
          headers: plain(asked.rawHeaders),
          ...(text !== '' && { body: text }),
        }
        return { n, request, startedAt, durationMs, ...answered }
      },
    }
  }
  const report = (...what: Parameters<typeof tell>): void => backlog.add(tell(...what))

  // The answer is passed on with its own headers alone.
  answer.sendDate = false
  for (const stream of [asked, answer]) stream.on('error', () => undefined)
  const onward = (to.protocol === 'https:' ? httpsRequest : httpRequest)({
    host: to.hostname.replace(/^\[|\]$/g, ''),
    port: to.port,
    method,
    path,
    agent,
    setHost: false,
    // As they came, in their order and spelling; a body whose length was not said goes on in pieces.
    headers: [...endToEnd(asked.rawHeaders), 'Host', to.host, ...framing(asked)],
  })
  onward.maxHeadersCount = 0
  let over = false
  asked.pipe(onward)
  const fail = (error: Error): void => {
    if (over) return
    over = true
    report(null, null, { kind: 'connection', message: messageOf(error) })
    // On a connection that was used before, the client must learn what happened to it, as it would without us.
    if (answer.headersSent || onward.reusedSocket) answer.destroy()
    else refuse(answer, `the target did not answer: ${systemCode(error) ?? messageOf(error)}`)
  }
  const failSilently = (): void => fail(new Error('it changed the protocol without being asked to'))
  onward.once('error', fail)
  // Node.js closes without an error what becomes another protocol.
  onward.once('close', failSilently)
  onward.once('response', (got) => {
    onward.off('close', failSilently)
    const body = new BodyCopy(got, room)
    received = body
    /** False: there is nobody any more to answer. */
    const head = (): boolean => {
      // One that spoke HTTP/1.0 knows no pieces.
      const pieces = isChunked(got) && asked.httpVersion !== '1.0' ? ['Transfer-Encoding', 'chunked'] : []
      try {
        answer.writeHead(got.statusCode ?? 502, got.statusMessage ?? '', [...endToEnd(got.rawHeaders), ...pieces])
        return true
      } catch {
        // An impossible part, such as a control in the reason, cannot be passed on.
        over = true
        report(got, null, { kind: 'connection', message: 'its status line could not be passed on' })
        got.destroy()
        answer.destroy()
        return false
      }
    }
    got.once('error', () => {
      if (over) return
      over = true
      report(got, null, { kind: 'connection', message: 'the answer ended before it was whole' })
      answer.destroy()
    })
    if (!head()) return
    got.pipe(answer, { end: false })
    got.once('end', () => {
      if (over) return
      over = true
      if (got.rawTrailers.length > 0) answer.addTrailers(pairs(endToEnd(got.rawTrailers)))
      answer.end()
      report(got, body)
    })
  })
  return () => {
    if (over) return
    over = true
    onward.destroy()
    // The request may have been performed.
    if (asked.complete) report(null, null, { kind: 'connection', message: 'the client left before it was answered' })
    else sent.forget()
  }
}

/** A request's body, unpacked; null where it is not known whole, or is more than is judged. */
async function textOf(sent: BodyCopy, { headers }: IncomingMessage): Promise<string | null> {
  const { bytes } = sent
  return bytes === null
    ? null
    : decodeBody(bytes, headers['content-encoding'], mostRecorded).then(
        (decoded) => decoded.toString('utf8'),
        () => null,
      )
}

/** What came of a request: its answer unpacked, or why there is none to be judged. */
async function responseOf(
  head: Pick<IncomingMessage, 'statusCode' | 'headers'> | null,
  body: BodyCopy | null,
  failure: SeenExchange['failure'] = tooLong(body),
): Promise<Pick<SeenExchange, 'response' | 'failure'>> {
  const bytes = body?.bytes ?? null
  if (head === null || failure !== undefined || bytes === null)
    return { response: null, failure: failure ?? { kind: 'connection', message: 'no whole answer came' } }
  const headers = Object.fromEntries(
    Object.entries(head.headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
  )
  try {
    const decoded = await decodeBody(bytes, headers['content-encoding'], mostRecorded)
    return { response: { status: head.statusCode ?? 0, headers, ...parseBody(decoded) } }
  } catch (error) {
    return { response: null, failure: { kind: 'too-large', message: messageOf(error) } }
  }
}

function tooLong(body: BodyCopy | null): SeenExchange['failure'] {
  return body !== null && body.bytes === null ? { kind: 'too-large', message: body.whyNone } : undefined
}

/** An answer of the proxy's own. */
function refuse(answer: ServerResponse, why: string): void {
  const text = `${JSON.stringify({ error: 'OCTOSPEC_PROXY', errorMessage: why })}\n`
  answer.writeHead(502, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  answer.end(text)
}

function plain(raw: readonly string[]): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const before = found.get(name)
    found.set(name, before === undefined ? (raw[at + 1] ?? '') : `${before}, ${raw[at + 1] ?? ''}`)
  }
  return Object.fromEntries(found)
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : '/'
}

/** Headers of one connection alone (RFC 9110, 7.6.1), which are not for whoever is behind it. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Raw headers without those of the connection, and without `Host`. */
export function endToEnd(raw: readonly string[]): string[] {
  const named = new Set(
    raw.flatMap((name, at) =>
      at % 2 === 0 && name.toLowerCase() === 'connection'
        ? (raw[at + 1] ?? '').split(',').map((each) => each.trim().toLowerCase())
        : [],
    ),
  )
  // Without its length a body would be read as the next request.
  named.delete('content-length')
  return raw.flatMap((name, at) => {
    const lower = name.toLowerCase()
    const drop = at % 2 === 1 || lower === 'host' || hopByHop.has(lower) || named.has(lower)
    return drop ? [] : [name, raw[at + 1] ?? '']
  })
}

/** How a body is told from what follows it. */
export function framing(asked: IncomingMessage): readonly string[] {
  if (isChunked(asked)) return ['Transfer-Encoding', 'chunked']
  const isSaid = asked.headers['content-length'] !== undefined
  // Else Node.js would send pieces of nothing.
  return isSaid || bodiless.has(asked.method ?? 'GET') ? [] : ['Content-Length', '0']
}

/** Methods whose requests have a body only where they say so. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** Whether a body comes in pieces. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}
