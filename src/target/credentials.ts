const telling = /authorization|cookie|api-?_?key|token|auth|secret|key/i
// An idempotency key is no credential, and a challenge tells which one is wanted.
const harmless = /idempot|^www-authenticate$|^proxy-authenticate$/i

/** True for a header, query or cookie name that looks as if it carries a credential. */
export function looksLikeCredential(name: string): boolean {
  return telling.test(name) && !harmless.test(name)
}

/** True for a header that is a credential in any request or response, whoever sends it. */
export function isCredentialHeader(name: string): boolean {
  return /^(proxy-)?authorization$|cookie|api-?_?key|token|secret/i.test(name) && !harmless.test(name)
}

/** Marks a wrong credential, so that it may be shown: it opens nothing. */
export const wrongMark = 'octospec-wrong-'

/** A credential of the same shape that is surely wrong: the scheme stays, the rest goes. */
export function wrongCredential(value: string, nonce: string): string {
  const scheme = /^([A-Za-z][A-Za-z0-9-]*) +\S/.exec(value)?.[1]
  const wrong = `${wrongMark}${nonce}`
  if (scheme === undefined) return wrong
  if (scheme.toLowerCase() === 'basic') return `${scheme} ${Buffer.from(`${wrong}:${wrong}`).toString('base64')}`
  return `${scheme} ${wrong}`
}
