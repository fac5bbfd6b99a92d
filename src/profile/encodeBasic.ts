/**
 * `Basic user:password` as it is sent (RFC 7617). Base64 has no colon, so that a pair can be told from what is encoded already; every
 * other value of a header stays as it is.
 */
export function encodeBasic(header: string, value: string): string {
  if (!/^(?:proxy-)?authorization$/i.test(header)) return value
  const pair = /^basic ([^:]*:.*)$/i.exec(value.trim())?.[1]
  return pair === undefined ? value : `Basic ${Buffer.from(pair).toString('base64')}`
}
