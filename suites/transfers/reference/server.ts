import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Dialect } from './dialects/dialect.js'
import { isObject, type Json, type JsonObject } from './json.js'
import type { Call, RefusalCode, Reply } from './model.js'
import type { Service } from './service.js'
import type { AnsweredExchange, BodyProblem, Wire, WireAnswer, WireExchange } from './wire.js'

const maximumBytes = 2 ** 20

/** The body of a request as text; null: it is larger than a mebibyte, and the rest was thrown away. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  // No encoding is set, so the chunks are buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maximumBytes) chunks.push(chunk)
  }
  return bytes > maximumBytes ? null : Buffer.concat(chunks).toString('utf8')
}

/** What a body says: an object, or what is wrong with it. No body is an empty object. */
export function parseBody(text: string, contentType: string | undefined): JsonObject | BodyProblem {
  if (text === '') return {}
  if (contentType !== undefined && !/^application\/([a-z.-]+\+)?json\b/i.test(contentType)) return 'not sent as JSON'
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : 'not an object'
  } catch {
    return 'not JSON'
  }
}

/** What a request came to: the reply to a call, or a body of the server's own (clock, and what it says of itself). */
type Outcome = { readonly call: Call | null; readonly reply: Reply } | { readonly plain: Json }

const problemCodes: Readonly<Record<BodyProblem, RefusalCode>> = {
  'not JSON': 'BAD_REQUEST',
  'not an object': 'BAD_REQUEST',
  'not sent as JSON': 'UNSUPPORTED_MEDIA_TYPE',
}

/** An HTTP server, not yet listening, that offers a service in a dialect over a wire. */
export function referenceServer(service: Service, dialect: Dialect, wire: Wire): Server {
  let requests = 0
  return createServer((request, response) => {
    requests += 1
    // Nothing of an error is ever told to a caller.
    serve(request, response, { service, dialect, wire, number: requests }).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"INTERNAL_SERVER_ERROR"}')
    })
  })
}

interface Serving {
  readonly service: Service
  readonly dialect: Dialect
  readonly wire: Wire
  readonly number: number
}

async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const { service, dialect, wire, number } = serving
  const { method = 'GET', headers, url = '/' } = request
  const [fullPath = '/', ...query] = url.split('?')
  const inside = fullPath.startsWith(`${dialect.basePath}/`)
  const path = inside ? fullPath.slice(dialect.basePath.length) : fullPath
  const route = inside ? dialect.route(method, path) : ({ to: 'nowhere' } as const)
  const operation = route.to === 'operation' ? route.operation : null
  const exchange: WireExchange = { number, method, path, headers, operation, state: service.state, now: service.now() }

  const text = await readBody(request)
  const delay = wire.delayMs(exchange)
  if (delay > 0) await pause(delay)
  const wait = wire.retryAfterSeconds(exchange)

  const outcome = await answer()
  const answered: AnsweredExchange = {
    ...exchange,
    call: 'call' in outcome ? outcome.call : null,
    reply: 'reply' in outcome ? outcome.reply : null,
  }
  const rendered = 'reply' in outcome ? render(outcome, answered, serving) : plain(outcome.plain)
  const waiting = wait === null ? {} : { 'retry-after': String(wait) }
  const finished = wire.finish(
    { ...rendered, headers: wire.headers({ ...rendered.headers, ...waiting }, answered) },
    answered,
  )
  send(finished, wire.connection(answered), response)

  async function answer(): Promise<Outcome> {
    if (wait !== null) return refused('TOO_MANY_REQUESTS', 'too many requests')
    if (text === null) return refused('TOO_LARGE', 'the body is larger than a mebibyte')
    if (route.to === 'nowhere') return refused('NOT_FOUND', 'there is nothing here')
    if (route.to === 'wrong method') return refused('METHOD_NOT_ALLOWED', 'this method is not offered here')
    if (route.to === 'about') return about(route.what)
    const asked = { ...dialect.authenticate(headers), capabilityHeader: capabilityHeader(request) }
    if (route.to === 'redeem') {
      const call: Call = { ...asked, operation: 'get', id: route.id ?? '', input: {}, unknownFields: [] }
      return { call, reply: service.redeem(call) }
    }

    const parsed = method === 'GET' ? {} : parseBody(text, headers['content-type'])
    if (typeof parsed === 'string' && wire.refusesBody(parsed, exchange))
      return refused(problemCodes[parsed], `the body is ${parsed}`)
    const body = typeof parsed === 'string' ? {} : parsed
    if (route.to === 'clock') return method === 'GET' ? showClock() : moveClock(body)

    const input = dialect.decode(route.operation, { body, query: new URLSearchParams(query.join('?')), headers })
    const unknown = Object.entries(body).filter(([name]) => !dialect.bodyMembers.has(name))
    const call: Call = {
      ...asked,
      operation: route.operation,
      ...(route.id !== undefined && { id: route.id }),
      unknownFields: unknown.map(([name]) => name),
      unknown: Object.fromEntries(unknown),
      input: typeof input === 'string' ? {} : input,
    }
    // A caller without an account is told nothing else.
    if (typeof input === 'string' && call.reseller !== null) return refused('BAD_REQUEST', input)
    return { call, reply: await service.handle(call) }
  }

  function about(what: keyof Dialect['about']): Outcome {
    const { reseller, credentials } = dialect.authenticate(headers)
    if (what !== 'description' && reseller === null)
      return refused(credentials === 'none' ? 'UNAUTHORIZED' : 'FORBIDDEN', 'credentials are required')
    return { plain: dialect.about[what] ?? null }
  }

  function moveClock(body: JsonObject): Outcome {
    const minutes = dialect.clockMinutes(body, service.now())
    if (minutes === null || !Number.isFinite(minutes) || minutes < 0)
      return refused('BAD_REQUEST', 'the clock moves forward by a number of minutes')
    service.advance(minutes)
    return showClock()
  }

  function showClock(): Outcome {
    return { plain: { now: new Date(service.now()).toISOString() } }
  }
}

function refused(code: RefusalCode, message: string): Outcome {
  return { call: null, reply: { kind: 'refused', code, message } }
}

function plain(body: Json): WireAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

function render(
  { call, reply }: { call: Call | null; reply: Reply },
  exchange: AnsweredExchange,
  serving: Serving,
): WireAnswer {
  const { service, dialect, wire } = serving
  const { status, contentType, body } = dialect.encode(reply)
  const inForce = call === null ? '' : service.capabilities(call).join(', ')
  const headers = { 'content-type': contentType, ...(inForce !== '' && { 'octo-capabilities': inForce }) }
  return reply.kind === 'refused'
    ? { status: wire.refusalStatus(status, exchange), headers, body: wire.errorBody(body, exchange) }
    : { status: wire.successStatus(status, exchange), headers, body }
}

function send(answer: WireAnswer | 'drop', connection: 'keep' | 'close' | 'cut', response: ServerResponse): void {
  if (answer === 'drop') {
    response.destroy()
    return
  }
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body))
  if (connection === 'close') response.setHeader('connection', 'close')
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(text) })
  response.end(text, () => {
    if (connection === 'cut') response.socket?.end()
  })
}

/** The capability header with the name as it was spelled: a fault may mind its case. */
function capabilityHeader({ headers, rawHeaders }: IncomingMessage): Call['capabilityHeader'] {
  const value = headers['octo-capabilities']
  if (value === undefined) return null
  const name = rawHeaders.find((header, position) => position % 2 === 0 && header.toLowerCase() === 'octo-capabilities')
  return { name: name ?? 'Octo-Capabilities', value: Array.isArray(value) ? value.join(', ') : value }
}
