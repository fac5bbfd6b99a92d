/** The text of an id: a text that is not empty, or a number; undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
