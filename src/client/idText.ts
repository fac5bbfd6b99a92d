/**
 * The text of an id, as it goes into a path and is compared with others: a text that is not empty, or a number. Whatever else a
 * target puts in the place of an id is none: undefined.
 */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
