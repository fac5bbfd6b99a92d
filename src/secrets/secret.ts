/** A value that must never be written, and the name that stands in for it. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Shorter values are redacted only in the header they belong to: anywhere else they would wreck the body. */
export const shortestSecret = 4
