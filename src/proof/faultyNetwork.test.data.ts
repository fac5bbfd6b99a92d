import { createServer, Agent, request as send } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What can become of a request between a client and a server that answers every one.
 *
 * - `lost`: performed, and the connection breaks without an answer; `dropped`: not performed
 * - `cut`: performed, and the connection breaks in the middle of the answer
 * - `delayed`: performed, and the answer comes when the client has long given up; `late`: even performed only then
 * - `502 before`: a gateway answers, and nothing was performed; `502 after`: it was
 * - `500 before`: the same with a page and a status of a target; `302 before`: a portal redirects to its login;
 *   `429 before`: in JSON that does not say that it is
 */
export const networkFaults = [
  'lost',
  'dropped',
  'cut',
  'delayed',
  'late',
  '502 before',
  '502 after',
  '503 before',
  '503 after',
  '504 before',
  '504 after',
  '408 before',
  '511 before',
  '520 after',
  '524 after',
  '530 before',
  '500 before',
  '302 before',
  '429 before',
] as const
export type NetworkFault = (typeof networkFaults)[number]

/** What becomes of the request of this number, counted from 1 in the order of arrival; null: nothing. */
export type Trouble = (number: number) => NetworkFault | null

export interface FaultyNetwork {
  /** The way through it to what stands behind: scheme, host and port. */
  readonly origin: string
  readonly requests: number
  close(): Promise<void>
}

/** A network in front of a server: a proxy on loopback that spoils requests and answers. */
export async function faultyNetwork(upstream: string, trouble: Trouble, patienceMs: number): Promise<FaultyNetwork> {
  const agent = new Agent({ keepAlive: true })
  const timers = new Set<NodeJS.Timeout>()
  let requests = 0

  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Passed> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', url = '/', rawHeaders } = incoming
      const headers = rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'connection')
      const outgoing = send(new URL(url, upstream), { method, headers, agent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ answer, body: Buffer.concat(chunks) }))
        answer.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  const afterwards = (act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, patienceMs)
    timers.add(timer)
  }

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1
    const fault = trouble(requests)
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    switch (fault) {
      case null:
        return pass(response, await forward(incoming, body))
      case 'dropped':
        return void incoming.socket.destroy()
      case 'lost':
        await forward(incoming, body)
        return void incoming.socket.destroy()
      case 'cut':
        return cut(response, await forward(incoming, body))
      case 'delayed': {
        const passed = await forward(incoming, body)
        return afterwards(() => pass(response, passed))
      }
      case 'late':
        // Whoever waited for it may be gone, and so may the server.
        return afterwards(() => void forward(incoming, body).catch(() => undefined))
      default: {
        const [status = '', when] = fault.split(' ')
        if (when === 'after') await forward(incoming, body)
        const isPage = status !== '429'
        const type = isPage ? { 'content-type': 'text/html' } : {}
        const location = status === '302' ? { location: '/login' } : {}
        response.writeHead(Number(status), { ...type, ...location, 'retry-after': '0' })
        return void response.end(isPage ? `<h1>${status}</h1>` : '{"message":"too many requests"}')
      }
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, a server's address is an object.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    get requests() {
      return requests
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer)
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Passed {
  readonly answer: IncomingMessage
  readonly body: Buffer
}

function pass(response: ServerResponse, { answer, body }: Passed): void {
  response.writeHead(answer.statusCode ?? 502, withoutConnection(answer))
  response.end(body)
}

function cut(response: ServerResponse, { answer, body }: Passed): void {
  response.writeHead(answer.statusCode ?? 502, { ...withoutConnection(answer), 'content-length': body.length + 1 })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy())
}

function withoutConnection({
  headers: { connection: _, 'keep-alive': __, ...headers },
}: IncomingMessage): OutgoingHttpHeaders {
  return headers
}
