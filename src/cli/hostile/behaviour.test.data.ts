import type { Socket } from 'node:net'

/** When a target begins to misbehave: with its first request and for good, or at every request of one operation. */
export const moments = ['first', 'reserve', 'confirm', 'list', 'cancel'] as const
export type Moment = (typeof moments)[number]

/** What the service itself answered, before the target spoils it. */
export interface GoodAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A request to be answered badly. The service behind has performed it by now, unless the behaviour says `instead`. */
export interface Meeting {
  readonly socket: Socket
  readonly request: { readonly method: string; readonly path: string; readonly body: string }
  readonly answer: GoodAnswer
  /** How many requests were answered badly, this one included. */
  readonly count: number
  /** The requests of this operation and their good answers before this one, the oldest first. */
  readonly before: readonly GoodAnswer[]
  /** Aborted when the other side is gone. */
  readonly gone: AbortSignal
  /** Writes, and waits until there is room for more; does nothing once the other side is gone. */
  readonly say: (bytes: string | Buffer) => Promise<void>
}

/** The one to blame for what is seen. `nobody`: a network or gateway did it; `nothing`: there is nothing to blame. */
export type Blamed = 'nobody' | 'the server' | 'nothing'

/** The exit code that a run must end with; several, where it depends on what comes first on a connection. */
export type Exit = number | readonly number[]
/** By {@link moments}. */
export type Exits = readonly [first: Exit, reserve: Exit, confirm: Exit, list: Exit, cancel: Exit]

/** One way in which a target misbehaves, and what octospec makes of it. */
export interface Behaviour {
  /** Also the name of its test. */
  readonly name: string
  readonly blamed: Blamed
  readonly exits: Exits
  /** `limits.timeoutSeconds`, where a target lets octospec wait. */
  readonly timeoutSeconds?: number
  /** The moment that shows more of it than any other. */
  readonly moment?: Moment
  /** Further checks that look at what it does. */
  readonly only?: readonly string[]
  /** Done to each new connection, once the target has begun to misbehave. */
  readonly greet?: (socket: Socket) => void
  /** It says so instead of performing the request: the service behind is not asked. */
  readonly instead?: true | 'after the first'
  /** Once its moment has come, it misbehaves at every later request as well. */
  readonly stays?: true
  /** The path that the service behind is asked for, of a request for something that was renamed in an answer. */
  readonly pathBehind?: (path: string) => string
  /** Answers badly. When it returns and the socket is still open, the next request on it is served. */
  readonly act: (meeting: Meeting) => Promise<void> | void
}

/** A complete answer as bytes; `content-length` is right unless `headers` say otherwise. */
export function bytesOf(
  status: number | string,
  headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  body: string | Buffer = '',
): Buffer {
  const given = isPairs(headers) ? headers : Object.entries(headers)
  const framed = given.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
  const all = framed ? given : [...given, ['content-length', String(Buffer.byteLength(body))] as const]
  const head = `HTTP/1.1 ${status}\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  // Latin-1: each character is one byte, so that a table can write any byte.
  return Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body])
}

function isPairs(
  headers: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
): headers is readonly (readonly [string, string])[] {
  return Array.isArray(headers)
}

/** The good answer as bytes, with parts replaced. */
export function spoiled(
  answer: GoodAnswer,
  parts: {
    readonly status?: number | string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Buffer
  },
): Buffer {
  return bytesOf(parts.status ?? answer.status, { ...answer.headers, ...parts.headers }, parts.body ?? answer.body)
}

/** Answers each time with these bytes, and keeps the connection. */
export function answers(make: (meeting: Meeting) => string | Buffer): Behaviour['act'] {
  return (meeting) => meeting.say(make(meeting))
}

/** Says something and ends the connection in an orderly way. */
export function answersAndCloses(make: (meeting: Meeting) => string | Buffer): Behaviour['act'] {
  return async (meeting) => {
    await meeting.say(make(meeting))
    meeting.socket.end()
  }
}

/** Says something and cuts the connection with a reset. */
export function answersAndResets(make: (meeting: Meeting) => string | Buffer): Behaviour['act'] {
  return async (meeting) => {
    await meeting.say(make(meeting))
    // The written bytes leave before the reset does.
    await pause(20, meeting.gone)
    meeting.socket.resetAndDestroy()
  }
}

/** Waits, but no longer than somebody listens. */
export function pause(ms: number, gone: AbortSignal): Promise<void> {
  if (gone.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    gone.addEventListener('abort', done)
  })
}

/** Waits for the other side to leave. */
export function untilGone(gone: AbortSignal): Promise<void> {
  return pause(2 ** 31 - 1, gone)
}
