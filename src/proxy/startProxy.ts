import {
  Agent as HttpAgent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { decodeBody } from '../client/decodeBody.js'
import { parseBody } from '../client/parseBody.js'
import type { Clock } from '../client/clock.js'
import { messageOf } from '../contract/messageOf.js'
import { systemCode } from '../contract/systemCode.js'
import type { SeenExchange } from '../recording/recording.js'

/** Between whom {@link startProxy} stands, and who is told. */
export interface ProxyOptions {
  /** Where requests go: scheme, host and port of it. Paths stay what they are. */
  readonly target: string
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly clock: Clock
  /**
   * Told of each exchange that was over and passed on, when nothing is under way: who judges it keeps nobody waiting. Where that never
   * comes, it is told all the same.
   */
  readonly onExchange: (seen: SeenExchange) => void
  /**
   * Asked of each answer before any of it is passed on: what to answer with in its place; null: it passes. Answers are then held back
   * until they are whole, and not told again, but for those that are too long to be judged.
   */
  readonly enforce?: (seen: SeenExchange) => string | null
}

/** A proxy that listens. */
export interface Proxy {
  /** Address that stands for that of the target, without its path. */
  readonly url: string
  /** Takes no more requests, and waits for those that are under way, for some seconds. */
  close(): Promise<void>
}

/** Bytes of a body that are judged; what is longer passes all the same. */
const mostJudged = 1024 * 1024
/** Exchanges that wait for the time to be judged. */
const mostWaiting = 100
/** How long requests that are under way may take once the proxy ends, in milliseconds. */
const patience = 5000

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

/**
 * Stands between a client and a server and passes everything on: bytes of bodies as they come, headers in their order and spelling, but
 * for those of the connection and `Host`. Each connection of a client has one of its own to the server, so that what becomes of the one
 * is what becomes of the other.
 *
 * @throws the error of the system where the port cannot be listened on
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { target, host, port } = options
  const to = new URL(target)
  const agents = new Map<Socket, HttpAgent>()
  let lastNumber = 0
  let underWay = 0
  let onIdle = (): void => undefined
  const waiting: SeenExchange[] = []
  /** Of which an answer is being unpacked still. */
  const telling = new Set<Promise<void>>()
  const drain = (): void => {
    while (waiting.length > mostWaiting) tellNext()
    if (underWay > 0 || waiting.length === 0) return
    tellNext()
    // What comes meanwhile comes first.
    setImmediate(drain)
  }
  const tellNext = (): void => {
    const next = waiting.shift()
    if (next !== undefined) options.onExchange(next)
  }
  const onExchange = (seen: SeenExchange): void => {
    waiting.push(seen)
    setImmediate(drain)
  }
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, (asked, answer) => {
    lastNumber += 1
    underWay += 1
    answer.once('close', () => {
      underWay -= 1
      if (underWay > 0) return
      onIdle()
      drain()
    })
    pass(asked, answer, lastNumber, to, agentOf(asked.socket, to, agents), { ...options, onExchange, telling })
  })
  // What would make another protocol of the connection could not be judged.
  server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n'))
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n'))
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
      await Promise.allSettled(telling)
      while (waiting.length > 0) tellNext()
    },
  }
}

function agentOf(socket: Socket, { protocol }: URL, agents: Map<Socket, HttpAgent>): HttpAgent {
  const known = agents.get(socket)
  if (known !== undefined) return known
  const agent = new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
  agents.set(socket, agent)
  socket.once('close', () => {
    agents.delete(socket)
    agent.destroy()
  })
  return agent
}

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  n: number,
  to: URL,
  agent: HttpAgent,
  { clock, onExchange, enforce, telling }: ProxyOptions & { readonly telling: Set<Promise<void>> },
): void {
  const startedAt = clock.now()
  const began = clock.monotonic()
  const sent = new Copy(asked)
  const { method = 'GET', url = '/' } = asked
  const path = url.startsWith('/') || url === '*' ? url : pathOf(url)
  const tell = async (
    head: Pick<IncomingMessage, 'statusCode' | 'headers'> | null,
    body: Copy | null,
    failure?: SeenExchange['failure'],
  ): Promise<SeenExchange> => {
    const text = sent.bytes?.toString('utf8') ?? ''
    const common = {
      n,
      request: {
        method,
        url: `${to.origin}${path}`,
        headers: plain(asked.rawHeaders),
        ...(text !== '' && { body: text }),
      },
      startedAt,
      durationMs: Math.max(0, clock.monotonic() - began),
    }
    const bytes = body?.bytes ?? null
    const why = failure ?? tooLong(body)
    if (head === null || why !== undefined || bytes === null)
      return { ...common, response: null, failure: why ?? { kind: 'connection', message: 'no whole answer came' } }
    const headers = Object.fromEntries(
      Object.entries(head.headers).map(([name, value = '']) => [name, [value].flat().join(', ')]),
    )
    try {
      const decoded = await decodeBody(bytes, headers['content-encoding'], mostJudged)
      return { ...common, response: { status: head.statusCode ?? 0, headers, ...parseBody(decoded) } }
    } catch (error) {
      return { ...common, response: null, failure: { kind: 'too-large', message: messageOf(error) } }
    }
  }
  const report = (seen: Promise<SeenExchange>): void => {
    const told = seen.then(onExchange).finally(() => telling.delete(told))
    telling.add(told)
  }

  // What came is passed on with its own headers alone.
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
  let over = false
  asked.pipe(onward)
  answer.once('close', () => {
    if (over) return
    over = true
    // The client is gone.
    onward.destroy()
  })
  onward.once('error', (error) => {
    if (over) return
    over = true
    report(tell(null, null, { kind: 'connection', message: messageOf(error) }))
    // On a connection that was used before, the client must learn what happened to it, as it would without us.
    if (answer.headersSent || onward.reusedSocket) answer.destroy()
    else refuse(answer, `the target did not answer: ${systemCode(error) ?? messageOf(error)}`)
  })
  onward.once('response', (got) => {
    const body = new Copy(got)
    /** False: there is nobody any more to answer. */
    const head = (): boolean => {
      // One that spoke HTTP/1.0 knows no pieces.
      const pieces = isChunked(got) && asked.httpVersion !== '1.0' ? ['Transfer-Encoding', 'chunked'] : []
      try {
        answer.writeHead(got.statusCode ?? 502, got.statusMessage ?? '', [...endToEnd(got.rawHeaders), ...pieces])
        return true
      } catch {
        // What no answer can have, as a control in its reason, cannot be passed on.
        over = true
        report(tell(got, null, { kind: 'connection', message: 'its status line could not be passed on' }))
        got.destroy()
        answer.destroy()
        return false
      }
    }
    got.once('error', () => {
      if (over) return
      over = true
      report(tell(got, null, { kind: 'connection', message: 'the answer ended before it was whole' }))
      answer.destroy()
    })
    const finish = (): void => {
      if (got.rawTrailers.length > 0) answer.addTrailers(pairs(got.rawTrailers))
      answer.end()
    }
    if (enforce === undefined) {
      if (!head()) return
      got.pipe(answer, { end: false })
      got.once('end', () => {
        if (over) return
        over = true
        finish()
        report(tell(got, body))
      })
      return
    }
    const letThrough = async (): Promise<void> => {
      const seen = await tell(got, body)
      const whole = body.bytes
      const wrong = whole === null ? onExchange(seen) : enforce(seen)
      if (typeof wrong === 'string') {
        refuse(answer, wrong)
        return
      }
      if (whole !== null) {
        if (!head()) return
        answer.write(whole)
      }
      finish()
    }
    body.onTooLong = (held) => {
      if (!head()) return
      answer.write(held)
      got.pipe(answer, { end: false })
    }
    got.once('end', () => {
      if (over) return
      over = true
      void letThrough()
    })
  })
}

/** A copy of a body that goes by, as long as it is not too long. */
class Copy {
  /** Told of what was held back, once that is too long. */
  onTooLong: (held: Buffer) => void = () => undefined
  #pieces: Buffer[] | null = []
  #length = 0

  constructor(of: IncomingMessage) {
    of.on('data', (piece: Buffer) => {
      if (this.#pieces === null) return
      this.#pieces.push(piece)
      this.#length += piece.length
      if (this.#length <= mostJudged) return
      const held = Buffer.concat(this.#pieces)
      this.#pieces = null
      this.onTooLong(held)
    })
  }

  /** null: it was too long. */
  get bytes(): Buffer | null {
    return this.#pieces === null ? null : Buffer.concat(this.#pieces)
  }
}

function tooLong(body: Copy | null): SeenExchange['failure'] {
  return body !== null && body.bytes === null
    ? {
        kind: 'too-large',
        message: `the body is larger than ${mostJudged} bytes, and was passed on without being judged`,
      }
    : undefined
}

/** An answer of the proxy's own. */
function refuse(answer: ServerResponse, why: string): void {
  const text = `${JSON.stringify({ error: 'OCTOSPEC_PROXY', errorMessage: why })}\n`
  answer.writeHead(502, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  answer.end(text)
}

/** Raw headers without those of the connection, and without `Host`. */
function endToEnd(raw: readonly string[]): string[] {
  const named = new Set(
    raw.flatMap((name, at) =>
      at % 2 === 0 && name.toLowerCase() === 'connection'
        ? (raw[at + 1] ?? '').split(',').map((each) => each.trim().toLowerCase())
        : [],
    ),
  )
  return raw.flatMap((name, at) => {
    const lower = name.toLowerCase()
    const drop = at % 2 === 1 || lower === 'host' || hopByHop.has(lower) || named.has(lower)
    return drop ? [] : [name, raw[at + 1] ?? '']
  })
}

/** How a body is told from what follows it. */
function framing(asked: IncomingMessage): readonly string[] {
  if (isChunked(asked)) return ['Transfer-Encoding', 'chunked']
  const isSaid = asked.headers['content-length'] !== undefined
  // Else Node.js would send pieces of nothing.
  return isSaid || bodiless.has(asked.method ?? 'GET') ? [] : ['Content-Length', '0']
}

/** Methods whose requests have a body only where they say so. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
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
