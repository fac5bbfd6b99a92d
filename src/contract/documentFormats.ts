export interface DocumentFormat {
  /** As messages call it: `UUID`. */
  readonly words: string
  readonly validate: (text: string) => boolean
  /** A regular expression for what knows nothing better: it takes no less. */
  readonly pattern: string
  readonly ways: (standard: string) => readonly string[]
}

/** By the name that the contract has for it. Of every other format the standard is meant. */
export type DocumentFormats = Readonly<Record<string, DocumentFormat>>
