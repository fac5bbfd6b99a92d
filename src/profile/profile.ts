/** A JSON value, as read from a profile or from a body. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The place of a value in a request: `body:/x/y`, `query:x` or `header:X`; `also`: other places for the same value. */
export type Place = (
  | { readonly in: 'body'; readonly pointer: string }
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'header'; readonly name: string }
) & { readonly also?: readonly Place[] }

/** How a target offers one operation. */
export interface Operation {
  readonly method: string
  /** Appended to `target.url`; `{id}` stands for the booking id. */
  readonly path: string
  /** The operation's logical fields, each with its place. A field that the target has no place for is absent. */
  readonly fields: Readonly<Record<string, Place>>
  /** Extra parts that every request of this operation carries. Date templates are kept until a request is made. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, Json>>
  /** The place of the answer's list, if it is one: a JSON Pointer to an array, or to the one item. */
  readonly items: string
}

/** A failure that is known and accepted until a day. */
export interface Waiver {
  readonly check: string
  readonly reason: string
  /** Last day on which the waiver holds, `YYYY-MM-DD`. */
  readonly until: string
}

/** A variable of the environment that was put into a text of the profile. */
export interface VariableUse {
  readonly name: string
  /** Keys that lead to the text. */
  readonly path: readonly string[]
}

/** A token that is asked for by client credentials (RFC 6749, 4.4), for `{token}` in headers and query. */
export interface TokenRequest {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  readonly audience?: string
  /** The place where the client says who it is: in a header, or in the form. */
  readonly auth: 'basic' | 'body'
}

interface Tokened {
  /** Absent: there is none to be asked for. A profile from evidence has none. */
  readonly token?: TokenRequest | null
}

/** A request that is no operation: a test control of the target. */
export interface HelperRequest {
  readonly method: string
  readonly path: string
  /** Its address, or a path from the root of target.url's host, if it is elsewhere. Then no credentials go with it. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How a test clock is moved: by minutes, by seconds, or to an instant, one of the three. */
export interface TestClock extends HelperRequest {
  readonly minutes?: Place
  readonly seconds?: Place
  /** An instant, ISO 8601 UTC: then `read` and `now` are there, too. */
  readonly at?: Place
  /** The request that reads its time. */
  readonly read?: { readonly method: string; readonly path: string }
  /** Pointer to its time in the answers to either request. */
  readonly now?: string | null
}

/** A file that a profile names at `target.tls`. */
export interface TlsFile {
  readonly part: 'ca' | 'cert' | 'key'
  /** Absolute. */
  readonly path: string
}

/** PEM texts; absent: what Node.js has. */
export interface Tls {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
}

/** Facts about one target: the default profile with the target's own YAML merged over it, resolved and valid. */
export interface Profile {
  /** File it was read from, as given on the command line; for messages only. */
  readonly file: string
  readonly target: {
    /** Without a trailing slash. */
    readonly url: string
    readonly environment: 'sandbox' | 'live'
    readonly headers: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    /** false: requests do not carry `X-Octospec-Request`. */
    readonly requestHeader?: boolean
  } & Tokened
  readonly otherReseller:
    | ({
        readonly headers: Readonly<Record<string, string>>
        readonly query?: Readonly<Record<string, string>>
      } & Tokened)
    | null
  /** Options for connections to the target, read from the files that the profile names. Never written anywhere. */
  readonly tls: Tls
  /** Those files. Empty for a profile from evidence. */
  readonly tlsFiles: readonly TlsFile[]
  /** Commands of the user's that print `{token}` where the profile has no `token`. From the environment alone. */
  readonly tokenCommands: { readonly reseller: string | null; readonly other: string | null }
  /** `null`: declared as not offered. */
  readonly operations: Readonly<Record<string, Operation | null>>
  /** After how long at the latest reads show what was written. */
  readonly reads: { readonly settleSeconds: number }
  readonly clock: TestClock | null
  readonly refusal: {
    /** Status classes or codes that are a refusal: `4xx`, `409`. */
    readonly statuses: readonly string[]
    /** Pointer to an error member that marks a refusal under 2xx; null: there is none. */
    readonly body: string | null
    /** Pointer to a member that is false in a refusal under 2xx, and in no other answer. */
    readonly success?: string
  }
  readonly limits: {
    readonly concurrency: number
    /** Infinity on loopback unless given. */
    readonly requestsPerSecond: number
    readonly timeoutSeconds: number
    readonly bookings: number
  }
  readonly waive: readonly Waiver[]
  /** Further places that are secret: header names (any case) and body pointers. */
  readonly redact: { readonly headers: readonly string[]; readonly pointers: readonly string[] }
  /**
   * Dotted keys that the target's own file sets (not the defaults), every prefix included:
   * `clock`, `clock.url`. A default that is not declared cannot make a server fail.
   */
  readonly declared: ReadonlySet<string>
  /** Values that came from `${ENV}`, by variable name. Never written anywhere. */
  readonly secrets: ReadonlyMap<string, string>
  /** Uses of environment variables in the profile: what is sent of them, and where to. Empty if from evidence. */
  readonly variables: readonly VariableUse[]
}
