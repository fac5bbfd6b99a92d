import type { Json, JsonObject } from '../json.js'
import type { Input, OperationName, RefusalCode, Reply, Reseller } from '../model.js'
import type { Random } from '../random.js'

/** Where a request goes. */
export type Route =
  | { readonly to: 'operation'; readonly operation: OperationName; readonly id?: string }
  | { readonly to: 'clock' }
  | { readonly to: 'redeem'; readonly id?: string }
  /** What the server says of itself, of those who run it, and of what it sells. */
  | { readonly to: 'about'; readonly what: keyof Dialect['about'] }
  | { readonly to: 'wrong method' }
  | { readonly to: 'nowhere' }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface DialectRequest {
  /** The parsed body; empty where none was sent. */
  readonly body: JsonObject
  readonly query: URLSearchParams
  readonly headers: Headers
}

export interface Encoded {
  readonly status: number
  /** Content type of a body; JSON in one form or another. */
  readonly contentType: string
  readonly body: Json
}

/** How one server fills what the documents leave open: paths, names, credentials, errors. It decides nothing else. */
export interface Dialect {
  readonly name: string
  /** Below which all paths are; empty or with a leading slash. */
  readonly basePath: string
  /** `path` is below the base path and still percent-encoded. */
  route(method: string, path: string): Route
  /** Account and kind of the credentials. */
  authenticate(headers: Headers): {
    readonly reseller: Reseller | null
    readonly credentials: 'valid' | 'none' | 'wrong'
  }
  /** The members of a body that mean something to some operation. */
  readonly bodyMembers: ReadonlySet<string>
  /** The logical fields of a request; a string says what this dialect's own mandatory parts miss. */
  decode(operation: OperationName, request: DialectRequest): Input | string
  encode(reply: Reply): Encoded
  /** Minutes that a request to the test clock asks for, by what it shows (milliseconds since the epoch); null: it does not say. */
  clockMinutes(body: JsonObject, now: number): number | null
  /** What may be read of it beside its bookings. A description is for everybody, the others for those with an account. */
  readonly about: { readonly description: JsonObject; readonly supplier?: Json; readonly products?: Json }
  newBookingId(serial: number, key: string | null, random: Random, now: number): string
}

export type RefusalTable = Readonly<Record<RefusalCode, readonly [status: number, code: string]>>
