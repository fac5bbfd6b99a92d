import type { IncomingMessage } from 'node:http'

/** Headers of one connection alone (RFC 9110, 7.6.1), which are not for whoever is behind it. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Raw headers without those of the connection, and without `Host`. */
export function endToEnd(raw: readonly string[]): string[] {
  const named = new Set(
    raw.flatMap((name, at) =>
      at % 2 === 0 && name.toLowerCase() === 'connection'
        ? (raw[at + 1] ?? '').split(',').map((each) => each.trim().toLowerCase())
        : [],
    ),
  )
  // Without its length a body would be read as the next request.
  named.delete('content-length')
  return raw.flatMap((name, at) => {
    const lower = name.toLowerCase()
    const drop = at % 2 === 1 || lower === 'host' || hopByHop.has(lower) || named.has(lower)
    return drop ? [] : [name, raw[at + 1] ?? '']
  })
}

/** How a body is told from what follows it. */
export function framing(asked: IncomingMessage): readonly string[] {
  if (isChunked(asked)) return ['Transfer-Encoding', 'chunked']
  const isSaid = asked.headers['content-length'] !== undefined
  // Else Node.js would send pieces of nothing.
  return isSaid || bodiless.has(asked.method ?? 'GET') ? [] : ['Content-Length', '0']
}

/** Methods whose requests have a body only where they say so. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** Whether a body comes in pieces. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}
