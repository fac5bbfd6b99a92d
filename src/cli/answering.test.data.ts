import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a server in a test answers. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Buffer
}

export type Answering = (request: IncomingMessage, body: string) => Promise<PlainAnswer>

export interface TestServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts a server on a free port of loopback that answers as it is told. */
export async function startAnswering(answer: Answering, options: ServerOptions = {}): Promise<TestServer> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { status, headers, body: content } = await answer(request, body)
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(content)
  }
  const server = createServer(options, (request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Passes requests on to another server, such as the reference service.
 *
 * @param tokens values of Authorization that are replaced, as the other server does not know them
 */
export function forwardTo(url: string, tokens: Readonly<Record<string, string>> = {}): Answering {
  return async (request, body) => {
    const headers = new Headers()
    for (const name of ['content-type', 'octo-capabilities', 'accept', 'authorization']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, tokens[value] ?? value)
    }
    const method = request.method ?? 'GET'
    const answer = await fetch(`${url}${request.url ?? ''}`, { method, headers, ...(body !== '' && { body }) })
    const kept = ['content-type', 'octo-capabilities', 'retry-after'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() }
  }
}
