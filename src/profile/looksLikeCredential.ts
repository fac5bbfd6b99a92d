const telling =
  /auth(?!or(?!i))|cookie|token|jwt|secret|key|passw|(^|[-_])pass(phrase)?$|^pwd$|session|csrf|xsrf|credential|signature|^sig$/i
// An idempotency key is no credential, and a challenge tells which one is wanted.
const harmless = /idempot|^(www|proxy)-authenticate$/i

/**
 * True for the name of a header or query parameter that the profile sends and whose value is a credential, by its look or because
 * the profile says so. It rather takes one too many: what it takes is only hidden, and changed where a request shall be nobody's.
 * @param declared names that the profile lists under `redact.headers`
 */
export function looksLikeCredential(name: string, declared: readonly string[] = []): boolean {
  if (declared.some((each) => each.toLowerCase() === name.toLowerCase())) return true
  return telling.test(name) && !harmless.test(name)
}
