/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Path and query, ready to be sent: it is not normalised any more. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}
