/** The beginning of a text, as a text of its own: while somebody keeps a slice, all of the text that it was cut from is kept. */
export function startOf(text: string, length: number): string {
  // Any text comes back as it was, halves of surrogate pairs, too.
  return text.length <= length ? text : Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
}
