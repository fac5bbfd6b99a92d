import type { State } from './context.js'
import type { Json } from './json.js'
import type { Call, OperationName, Reply } from './model.js'

/** What is about to be sent. `text` replaces the body where it is no JSON. */
export interface WireAnswer {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; undefined: no body. */
  readonly body?: Json | undefined
  readonly text?: string
}

/** A request as it came in, and what became of it. */
export interface WireExchange {
  /** Number of the request at this server, from 1. */
  readonly number: number
  readonly method: string
  /** Below the base path, without the query. */
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** null: a path that is no operation. */
  readonly operation: OperationName | null
  readonly state: State
  /** The service's time, milliseconds since the epoch. */
  readonly now: number
}

/** An exchange that has been answered. `call` is null where the request never reached the service. */
export interface AnsweredExchange extends WireExchange {
  readonly call: Call | null
  readonly reply: Reply | null
}

/** What may be wrong with a body before its fields are looked at. */
export type BodyProblem = 'not JSON' | 'not an object' | 'not sent as JSON'

/**
 * The second seam: HTTP and nothing else. No hook knows a dialect; `status`, `body` and so on are what the dialect made
 * of the reply.
 */
export interface Wire {
  /** Seconds to tell a caller to wait instead of an answer (429); null: answer. The service is not asked then. */
  retryAfterSeconds(exchange: WireExchange): number | null
  /** Is a body with this problem refused? If not, it counts as an empty object. */
  refusesBody(problem: BodyProblem, exchange: WireExchange): boolean
  /** Milliseconds to wait before the service is asked. */
  delayMs(exchange: WireExchange): number
  successStatus(status: number, exchange: AnsweredExchange): number
  refusalStatus(status: number, exchange: AnsweredExchange): number
  /** Body of a refusal. */
  errorBody(body: Json | undefined, exchange: AnsweredExchange): Json | undefined
  headers(headers: Readonly<Record<string, string>>, exchange: AnsweredExchange): Readonly<Record<string, string>>
  /** Last of all: any answer, to be replaced. `drop`: the connection is cut without an answer. */
  finish(answer: WireAnswer, exchange: AnsweredExchange): WireAnswer | 'drop'
  /** What happens to the connection after the answer: kept, closed as announced, or cut without a word. */
  connection(exchange: AnsweredExchange): 'keep' | 'close' | 'cut'
}

export const plainWire: Wire = {
  retryAfterSeconds: () => null,
  refusesBody: () => true,
  delayMs: () => 0,
  successStatus: (status) => status,
  refusalStatus: (status) => status,
  errorBody: (body) => body,
  headers: (headers) => headers,
  finish: (answer) => answer,
  connection: () => 'keep',
}
