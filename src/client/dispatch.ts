import type { Dispatcher } from 'undici'
import { tooManyBytes } from './decodeBody.js'
import type { WireRequest } from './wireRequest.js'

/** An answer as it came, with its whole body, not yet decompressed. */
export interface RawAnswer {
  readonly status: number
  /** By lower-case name; a header that came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A request under way. */
export interface Dispatched {
  /** Rejects with what went wrong, or with the reason it was aborted for. */
  readonly answer: Promise<RawAnswer>
  /** Whether there was a connection to send it on. */
  sent(): boolean
  /** Gives up at once, also while the connection is still being opened: then the request is never sent. */
  abort(reason: Error): void
}

/**
 * Sends a request and collects what is answered, up to `bound` bytes of body. It handles undici's events itself: a stream and an
 * `AbortController` for each of thousands of small answers would take longer than the answers.
 *
 * @param over ends the connection, once the answer is whole, where it is for this request alone; null: it is shared
 */
export function dispatch(
  dispatcher: Dispatcher,
  request: WireRequest,
  bound: number,
  over: (() => void) | null,
): Dispatched {
  let head: Omit<RawAnswer, 'body'> | null = null
  let aborted: Error | null = null
  let controller: Dispatcher.DispatchController | null = null
  let abort = (_reason: Error): void => undefined
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    const body = collected()
    abort = (reason) => {
      aborted ??= reason
      controller?.abort(aborted)
      reject(aborted)
    }
    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: request.headers.flat(),
        body: request.body ?? null,
        reset: over !== null,
      },
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
          if (body.size() + chunk.length > bound) abort(tooManyBytes(bound))
          else body.add(chunk)
        },
        onResponseEnd() {
          if (head !== null) resolve({ ...head, body: body.all() })
          // At once, or undici does it with an error of its own, whose stack takes as long as the request.
          over?.()
        },
        onResponseError: (_, error) => reject(aborted ?? error),
      },
    )
  })
  return { answer, sent: () => controller !== null, abort: (reason) => abort(reason) }
}

/** Collects bytes by copying them: a chunk may be a single byte, and keeps alive all that was read from the socket with it. */
function collected(): {
  readonly add: (chunk: Buffer) => void
  readonly size: () => number
  readonly all: () => Buffer
} {
  let room = Buffer.alloc(0)
  let size = 0
  return {
    add(chunk) {
      if (size + chunk.length > room.length) {
        const larger = Buffer.allocUnsafe(Math.max(size + chunk.length, 2 * room.length))
        room.copy(larger, 0, 0, size)
        room = larger
      }
      chunk.copy(room, size)
      size += chunk.length
    },
    size: () => size,
    all: () => room.subarray(0, size),
  }
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: [string, string][] = []
  for (const [name, value = ''] of Object.entries(headers))
    plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value])
  return Object.fromEntries(plain)
}
