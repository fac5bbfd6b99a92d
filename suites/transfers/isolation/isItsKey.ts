/**
 * Whether a booking's id is the key that it was reserved with, as the target writes it: case, hyphens, braces and what it is prefixed with
 * aside. Two accounts that have sent the same key may then both have a booking of that id.
 */
export function isItsKey(id: unknown, key: unknown): boolean {
  if (typeof id !== 'string' || typeof key !== 'string') return false
  const letters = lettersOf(key)
  return letters !== '' && lettersOf(id).includes(letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
}
