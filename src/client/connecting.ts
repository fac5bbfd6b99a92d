import type { Exchange } from './exchange.js'

/** How a failure of a connection that went by way of a proxy is told. */
export const byProxy = 'by way of the proxy that HTTP_PROXY or HTTPS_PROXY names'

/** What to do where a connection failed, as far as its words tell what is lacking; null: they do not. */
export function connecting({ failure, request }: Pick<Exchange, 'failure' | 'request'>): string | null {
  const words = failure?.message ?? ''
  if (words.includes(byProxy))
    return 'see HTTP_PROXY and HTTPS_PROXY in the environment: whether that proxy runs, what credentials it wants, and whether NO_PROXY ought to name the target'
  if (!request.url.startsWith('https:')) return null
  if (/self.signed|unable to (get|verify)[^:]*(issuer|certificate)/i.test(words))
    return 'name the authority that signed its certificate, if that is one of your own: target.tls: { ca: FILE }'
  if (/other side closed|ECONNRESET|EPIPE|certificate required|handshake failure|bad certificate/i.test(words))
    return 'see whether the target wants a certificate of the client: target.tls: { cert: FILE, key: FILE }; else start it, or mend target.url in the profile'
  if (/certificate|altname|expired/i.test(words))
    return 'let the target have a certificate for this name and this day, or mend target.url in the profile'
  return null
}
