import { createSecureContext } from 'node:tls'
import { Agent, buildConnector, Client, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import type { Tls } from '../profile/profile.js'
import { byProxy, proxyFor } from './network.js'
import { decodeBody, TooLarge, parseBody, tooManyBytes } from './body.js'
import type { Exchange } from './exchange.js'
import { messageOf } from '../contract/messageOf.js'

export interface WireRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query, ready to be sent: it is not normalised any more. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

/** The outcome of a request. */
export interface WireResult extends Pick<Exchange, 'response' | 'failure'> {
  /** It went out, so that it may have been performed; else there was no connection to send it on. */
  readonly sent: boolean
}

export interface Transport {
  /** Sends a request once; never rejects for what the target or the network does. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireResult>
  close(): Promise<void>
}

/** A body larger than this is not read, in bytes, on the wire and decompressed. */
const defaultMaxBodyBytes: number = 1024 * 1024

interface TransportOptions {
  readonly concurrency: number
  readonly timeoutSeconds: number
  readonly maxBodyBytes?: number
  /** Values of JSON in a body that is read, see `parseBody`. */
  readonly mostValues?: number
  /** Requests share connections: only for a server that surely answers each once and never closes one by itself. */
  readonly reuseConnections?: boolean
  readonly tls?: Tls
}

/**
 * HTTP/1.1 on undici, with agents of its own. Every request gets a connection of its own, which is gone once its answer
 * is whole. On a shared one, anything that a server sends too much becomes the answer to the next request. A request
 * that meets its closing may or may not have been performed.
 */
export function transport(limits: TransportOptions): Transport {
  const timeout = limits.timeoutSeconds * 1000
  const bound = limits.maxBodyBytes ?? defaultMaxBodyBytes
  const { shared, proxied, direct } = connections(limits)
  const single = new Set<Dispatcher>()
  return {
    async send(request, signal) {
      const proxy = proxyFor(request.origin)
      let isProxied = false
      const alone = limits.reuseConnections !== true || proxy !== ''
      const client = proxy !== '' ? proxied(proxy, () => (isProxied = true)) : alone ? direct(request.origin) : null
      if (client !== null) single.add(client)
      const end = (): void => {
        // Nobody waits for the socket to be gone.
        if (client !== null && single.delete(client)) client.destroy(over, () => undefined)
      }
      const call = dispatch(client ?? shared, request, bound, alone ? end : null)
      const timer = setTimeout(
        () => call.abort(new TimedOut(`no complete answer within ${limits.timeoutSeconds} s`)),
        timeout,
      )
      const cut = (): void => call.abort(new Error('the run was cut short while the answer was awaited'))
      if (signal?.aborted === true) cut()
      signal?.addEventListener('abort', cut, { once: true })
      try {
        const { status, headers, body } = await call.answer
        const bytes = await decodeBody(body, headers['content-encoding'], bound)
        return { response: { status, headers, ...parseBody(bytes, limits.mostValues) }, sent: true }
      } catch (error) {
        if (codeOf(error) === 'UND_ERR_INVALID_ARG') throw error
        return describe(error, isProxied ? proxy : null, call.sent())
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cut)
        end()
      }
    },
    async close() {
      await Promise.all([shared, ...single].map((client) => client.destroy()))
    },
  }
}

interface Connections {
  readonly shared: Dispatcher
  /** One connection; with the Agent's `pipelining: 0` the same costs twice the time. */
  readonly direct: (origin: string) => Dispatcher
  /** By way of the proxy, unless `NO_PROXY` names the origin: then it does not tell. */
  readonly proxied: (proxy: string, tell: () => void) => Dispatcher
}

function connections({ concurrency, timeoutSeconds, tls = {} }: TransportOptions): Connections {
  // Our own timer covers the whole exchange: undici's timers are coarse, and each covers a part.
  const timeout = (timeoutSeconds + 1) * 1000
  const requestTls = { timeout, ...(Object.keys(tls).length > 0 && { secureContext: createSecureContext(tls) }) }
  // One connector for all, so that fresh connections resume TLS sessions.
  const common = { headersTimeout: 0, bodyTimeout: 0, connect: buildConnector(requestTls) }
  return {
    shared: new Agent({ ...common, connections: Math.max(1, concurrency) }),
    direct: (origin) => new Client(origin, common),
    proxied: (proxy, tell) => {
      // undici wants an address even where it goes by none.
      const address = isProxyAddress(proxy) ? proxy : 'http://proxy.invalid'
      const factory = (origin: string | URL, options: object): Dispatcher => {
        if ('connect' in options && options.connect === common.connect) return new Client(origin, common)
        tell()
        // Its value may hold a password.
        if (address !== proxy) throw new Error(`no http:// address is what there is to send it to, ${byProxy}`)
        return clientOnce(origin, options)
      }
      const named = { httpProxy: address, httpsProxy: address, requestTls, proxyTls: { timeout } }
      return new EnvHttpProxyAgent({ ...common, ...named, connections: 1, factory })
    },
  }
}

function isProxyAddress(url: string): boolean {
  return /^(https?|socks5?):\/\//i.test(url) && URL.canParse(url)
}

/** A connection that is made once: where a proxy closes it before there is a tunnel, undici would try for ever. */
function clientOnce(origin: string | URL, options: object): Dispatcher {
  if (!('connect' in options) || typeof options.connect !== 'function') return new Client(origin, options)
  // What undici has made its connector, by the type that it gives no such member.
  const made = options.connect as buildConnector.connector
  const connect: buildConnector.connector = (to, tell) => {
    made(to, (...said) => {
      const [error] = said
      if (error !== null && codeOf(error) === 'UND_ERR_SOCKET') tell(new Error(noTunnel), null)
      else tell(...said)
    })
  }
  return new Client(origin, { ...options, connect })
}

const noTunnel = 'Proxy response: none, as it closed the connection'

/** Whether a proxy refused, which undici says, or was not reached: then the system names its host or address. */
function isOfProxy(message: string, proxy: string): boolean {
  const host = URL.canParse(proxy) ? new URL(proxy).hostname : ''
  return message.startsWith('Proxy response') || (host !== '' && message.includes(host))
}

/** Why a connection ends whose answer is whole: without it, undici makes an error with its stack for each. */
const over = new Error('its answer is whole')

class TimedOut extends Error {}

function failed(kind: 'timeout' | 'connection' | 'too-large', message: string, sent: boolean): WireResult {
  return { response: null, failure: { kind, message }, sent }
}

/**
 * @param proxy by way of which it went; null: by none
 * @param sent so that there was a connection to the target
 */
function describe(cause: unknown, proxy: string | null, sent: boolean): WireResult {
  const code = codeOf(cause)
  const words = inWordsOfTls(messageOf(cause))
  const isNowhere = cause instanceof TimedOut && !sent
  const message = proxy !== null && (isNowhere || isOfProxy(words, proxy)) ? `${words}, ${byProxy}` : words
  if (cause instanceof TimedOut || code === 'UND_ERR_CONNECT_TIMEOUT') return failed('timeout', message, sent)
  if (cause instanceof TooLarge) return failed('too-large', message, sent)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return failed('too-large', 'the headers are larger than 16 KiB', sent)
  return failed('connection', code === undefined || message.includes(code) ? message : `${message} (${code})`, sent)
}

/** OpenSSL wraps its reason: `802C:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps`. */
function inWordsOfTls(message: string): string {
  const reason = /SSL routines:[^:]{0,80}:([^:\n]{1,120})/.exec(message)?.[1]
  if (reason === undefined) return message
  return `TLS: ${reason}${reason === 'wrong version number' ? ', as of a server that does not speak https there' : ''}`
}

/** Code of an error; happy eyeballs wraps several connection errors in one without a message. */
function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

/** An answer as it came, with its whole body, not yet decompressed. */
interface RawAnswer {
  readonly status: number
  /** By lower-case name; a header that came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Dispatched {
  readonly answer: Promise<RawAnswer>
  sent(): boolean
  /** Gives up at once, also while the connection is still being opened: then the request is never sent. */
  abort(reason: Error): void
}

/**
 * Sends a request and collects its answer, up to `bound` bytes of body. It handles undici's events itself: a stream and
 * an `AbortController` for each of thousands of small answers would take longer than the answers.
 * @param over ends the connection, once the answer is whole, where it is for this request alone; null: it is shared
 */
function dispatch(dispatcher: Dispatcher, request: WireRequest, bound: number, over: (() => void) | null): Dispatched {
  let head: Omit<RawAnswer, 'body'> | null = null
  let [room, size] = [Buffer.alloc(0), 0]
  let aborted: Error | null = null
  let controller: Dispatcher.DispatchController | null = null
  let abort = (_reason: Error): void => undefined
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    abort = (reason) => {
      aborted ??= reason
      controller?.abort(aborted)
      reject(aborted)
    }
    const { method, origin, path, headers, body = null } = request
    dispatcher.dispatch(
      { method, origin, path, headers: headers.flat(), body, reset: over !== null },
      {
        onRequestStart(begun) {
          controller = begun
          if (aborted !== null) begun.abort(aborted)
        },
        onResponseStart(_, status, headers) {
          // 100 Continue and its like announce an answer; they are none.
          if (status >= 200) head = { status, headers: plainHeaders(headers) }
        },
        onResponseData(_, chunk) {
          const whole = size + chunk.length
          if (whole > bound) return abort(tooManyBytes(bound))
          if (whole > room.length) {
            const larger = Buffer.allocUnsafe(Math.max(whole, 2 * room.length))
            room.copy(larger, 0, 0, size)
            room = larger
          }
          // A copy: a chunk may be a single byte, and keeps alive all that was read from the socket with it.
          size += chunk.copy(room, size)
        },
        onResponseEnd() {
          if (head !== null) resolve({ ...head, body: room.subarray(0, size) })
          // At once, or undici does it with an error of its own, whose stack takes as long as the request.
          over?.()
        },
        onResponseError: (_, error) => reject(aborted ?? error),
      },
    )
  })
  return { answer, sent: () => controller !== null, abort: (reason) => abort(reason) }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: [string, string][] = []
  for (const [name, value = ''] of Object.entries(headers))
    plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value])
  return Object.fromEntries(plain)
}
