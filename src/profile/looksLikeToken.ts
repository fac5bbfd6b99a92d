const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Of a name between its hyphens. */
const shortest = 12

/**
 * True for a name that is a credential itself, by its look: somebody gave one in the place of a name. Names of headers and parameters
 * are words, with hyphens between them in headers; a token is long, and its letters and digits are mixed. It rather takes one too
 * many: what it takes is only hidden.
 */
export function looksLikeToken(name: string): boolean {
  if (uuid.test(name)) return true
  return name.split('-').some((part) => part.length >= shortest && /[a-z]/i.test(part) && /\d\D*\d/.test(part))
}
