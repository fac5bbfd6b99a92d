import type { Json } from './words.js'

/**
 * Whether a text that is shown is the one that was sent, case and spaces aside: what a service makes of these is not shown.
 * Letters with marks are the same in one character and in two.
 * A reference is a number of the reseller's, so nothing else may stand in it.
 */
export function isKept(sent: string, found: Json | undefined): boolean {
  return typeof found === 'string' && plain(found) === plain(sent)
}

/** Whether a text that was sent stands in one that is shown, case and spaces aside: to notes a service may add what it likes. */
export function isKeptIn(sent: string, found: Json | undefined): boolean {
  return typeof found === 'string' && plain(found).includes(plain(sent))
}

function plain(text: string): string {
  return text.replace(/\s/g, '').toLowerCase().normalize()
}
