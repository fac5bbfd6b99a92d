/** Encodes `Basic user:password` (RFC 7617). Base64 has no colon; every other value stays as it is. */
export function encodeBasic(header: string, value: string): string {
  if (!/^(?:proxy-)?authorization$/i.test(header)) return value
  const pair = /^basic ([^:]*:.*)$/i.exec(value.trim())?.[1]
  return pair === undefined ? value : `Basic ${Buffer.from(pair).toString('base64')}`
}
