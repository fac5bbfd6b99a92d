import { createHash } from 'node:crypto'
import { startOf } from '../contract/escapeText.js'

/**
 * Characters of a text that a target said, up to which it is recorded whole. Whatever is documented is far shorter. An id must be
 * known again when a run is resumed, and a longer one fits in no address.
 */
const longest = 16_384
/** Characters of a longer one that are recorded. */
const shown = 1000
/** Characters in which secrets are looked for, so that none is cut: the longest in any spelling have room. */
const searched = 65_536

export function isTooLong(text: string): boolean {
  return text.length > longest
}

/** A text as it is recorded: of a very long one its beginning, its length and its hash. */
export function cutText(text: string, redacted: (text: string) => string): string {
  if (!isTooLong(text)) return redacted(text)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${startOf(redacted(text.slice(0, searched)), shown)}~cut-by-octospec-${text.length}-characters-sha256-${hash}`
}
