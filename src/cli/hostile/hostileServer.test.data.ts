import { Agent, request as httpRequest } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { startReference } from '../../../suites/transfers/reference/startReference.js'
import type { Behaviour, GoodAnswer, Meeting, Moment } from './behaviour.test.data.js'
import { bytesOf } from './behaviour.test.data.js'

/** A target on a raw socket: the reference service until its moment has come. */
export interface HostileServer {
  readonly url: string
  /** How many requests were answered badly. */
  readonly met: () => number
  /** The bookings that the service behind it has made. */
  readonly booked: () => readonly Booked[]
  /** Requests that only a client sends which goes where an answer sends it. */
  readonly strayed: () => readonly string[]
  /** What went wrong on this side, which is none of octospec's doing. */
  readonly broke: () => readonly string[]
  readonly close: () => Promise<void>
}

/** A booking as the service behind a hostile target knows it. */
export interface Booked {
  readonly id: string
  readonly key: string | null
  readonly isOpen: boolean
}

/** Paths that no operation of the service has: what is asked for here follows a redirect. */
export const elsewhere = '/elsewhere'

const nothing: GoodAnswer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.alloc(0) }

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Starts a reference service and a target before it that misbehaves at `moment`. */
export async function startHostile(behaviour: Behaviour, moment: Moment): Promise<HostileServer> {
  const reference = await startReference()
  const behind = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  const before: GoodAnswer[] = []
  const strayed: string[] = []
  const broke: string[] = []
  let begun = moment === 'first'
  let met = 0
  let closed = false

  const answer = async (request: Request, socket: Socket, gone: AbortSignal): Promise<void> => {
    if (request.path.startsWith(elsewhere)) strayed.push(`${request.method} ${request.path}`)
    const { pathBehind = (path) => path, stays = false, instead } = behaviour
    const isBad = isMoment(moment, request) || (begun && stays)
    if (isBad) met += 1
    // Numbered before anything is waited for: requests come side by side.
    const count = met
    const performs = !isBad || instead === undefined || (instead === 'after the first' && count === 1)
    const good = performs
      ? await forward({ ...request, path: pathBehind(request.path) }, reference.port, behind)
      : nothing
    if (!isBad) {
      socket.write(bytesOf(good.status, good.headers, good.body))
      return
    }
    begun = true
    const meeting: Meeting = { socket, request, answer: good, count, before: [...before], gone, say: sayTo(socket) }
    before.push(good)
    await behaviour.act(meeting)
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    const gone = new AbortController()
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      gone.abort(null)
    })
    socket.on('end', () => socket.end())
    if (begun) behaviour.greet?.(socket)
    let last = Promise.resolve()
    readRequests(socket, (request) => {
      last = last.then(() => (gone.signal.aborted ? undefined : answer(request, socket, gone.signal)))
      last.catch((error: unknown) => {
        if (!closed) broke.push(String(error))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    met: () => met,
    booked: () => {
      const { store } = reference.service
      const last = store.serials().flatMap((serial) => store.versions(serial).slice(-1))
      return last.map(({ id, idempotencyKey: key, status }) => ({ id, key, isOpen: status !== 'CANCELLED' }))
    },
    strayed: () => strayed,
    broke: () => broke,
    close: async () => {
      closed = true
      for (const socket of sockets) socket.destroy()
      behind.destroy()
      await Promise.all([new Promise((resolve) => server.close(resolve)), reference.close()])
    },
  }
}

function isMoment(moment: Moment, { method, path }: Request): boolean {
  const [bare = ''] = path.split('?')
  switch (moment) {
    case 'first':
      return true
    case 'reserve':
      return method === 'POST' && bare === '/bookings'
    case 'list':
      return method === 'GET' && bare === '/bookings'
    case 'confirm':
    case 'cancel':
      return method === 'POST' && bare.endsWith(`/${moment}`)
  }
}

function sayTo(socket: Socket): Meeting['say'] {
  return (bytes) =>
    new Promise((resolve) => {
      if (socket.destroyed || !socket.writable) return resolve()
      const done = (): void => {
        socket.off('close', done)
        socket.off('drain', done)
        resolve()
      }
      if (socket.write(bytes)) return resolve()
      socket.once('close', done)
      socket.once('drain', done)
    })
}

/** Reads HTTP/1.1 as octospec speaks it: heads, and bodies with a length. */
function readRequests(socket: Socket, onRequest: (request: Request) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      )
      const from = end + 4
      const to = from + Number(headers['content-length'] ?? 0)
      if (rest.length < to) return
      const [method = '', path = ''] = first.split(' ')
      const body = rest.subarray(from, to).toString()
      rest = rest.subarray(to)
      onRequest({ method, path, headers, body })
    }
  })
}

/** What the service behind answers. */
function forward({ method, path, headers, body }: Request, port: number, agent: Agent): Promise<GoodAnswer> {
  const { host: _, connection: __, ...kept } = headers
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: kept, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: plainHeaders(response.headers),
          body: Buffer.concat(chunks),
        }),
      )
      response.once('error', reject)
    })
    // On a busy machine the service may close an idle connection as it is reused: it got nothing of the request.
    sent.once('error', (error) =>
      sent.reusedSocket ? resolve(forward({ method, path, headers, body }, port, agent)) : reject(error),
    )
    sent.end(body)
  })
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const hop = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding'])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (hop.has(name) ? [] : [[name, String(value)]])),
  )
}
