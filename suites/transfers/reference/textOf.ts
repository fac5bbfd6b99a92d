/** What was sent, as text: a text as it is, anything else as its JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** What is left of a text where Latin-1 alone is known. */
export function inLatin(text: string): string {
  return text.replace(/[^ -\xff]/g, '?')
}
