const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Of a name between its hyphens. */
const shortest = 12

/** True for a name that looks like a token given in its place: long, with letters and digits mixed. */
export function looksLikeToken(name: string): boolean {
  if (uuid.test(name)) return true
  return name.split('-').some((part) => part.length >= shortest && /[a-z]/i.test(part) && /\d\D*\d/.test(part))
}
