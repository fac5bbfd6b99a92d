import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The way to a server, on which each request takes so long. */
export interface SlowNetwork {
  readonly url: string
  close(): void
}

/** A proxy on loopback before the server at `url`. @param latencyMs of a request and its answer together */
export async function slowNetwork(url: string, latencyMs: number): Promise<SlowNetwork> {
  const { origin, pathname } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      setTimeout(() => {
        const { method = 'GET', headers } = incoming
        const outgoing = send(new URL(incoming.url ?? '/', origin), { method, headers, agent }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(response)
        })
        outgoing.on('error', () => response.destroy())
        outgoing.end(Buffer.concat(chunks))
      }, latencyMs)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // An address of a listening TCP server is never a pipe's name or null.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
