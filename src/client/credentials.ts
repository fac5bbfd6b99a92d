/** True for a header that is a credential in any request or response, whoever sends it. Ids and keys of bookings must stay what they are. */
export function isCredentialHeader(name: string): boolean {
  return /^(proxy-)?authorization$|cookie|api-?_?key|token|secret/i.test(name) && !/idempot/i.test(name)
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
