import { isLoopback } from '../profile/credentials.js'
import type { Tls, TokenRequest } from '../profile/profile.js'
import type { Exchange } from './exchange.js'

/**
 * The proxy that the environment names for an origin, by the names that undici reads; empty: none. undici reads
 * `NO_PROXY`; this machine is reached without one.
 */
export function proxyFor(origin: string): string {
  if (isLoopback(origin)) return ''
  const { env } = process
  // An empty value counts as set: in lower case it outdoes the same name in capitals.
  const plain = env['http_proxy'] ?? env['HTTP_PROXY'] ?? ''
  return (new URL(origin).protocol === 'https:' && (env['https_proxy'] ?? env['HTTPS_PROXY'])) || plain
}

export const byProxy = 'by way of the proxy that HTTP_PROXY or HTTPS_PROXY names'

/** The remedy where a connection failed, as far as its words tell what is lacking; null: they do not. */
export function connecting({ failure, request }: Pick<Exchange, 'failure' | 'request'>, tls: Tls = {}): string | null {
  const words = failure?.message ?? ''
  if (words.includes(byProxy))
    return 'see HTTP_PROXY and HTTPS_PROXY in the environment: whether that proxy runs, what credentials it wants, and whether NO_PROXY ought to name the target'
  if (!request.url.startsWith('https:'))
    return /other side closed|ECONNRESET/i.test(words)
      ? 'see whether the target speaks https there; else start it, or mend target.url in the profile'
      : null
  if (words.includes('does not speak https'))
    return 'write http:// in target.url of the profile, or the port at which it speaks https'
  if (/self.signed|unable to (get|verify)[^:]*(issuer|certificate)/i.test(words))
    return tls.ca === undefined
      ? 'name the authority that signed its certificate, if that is one of your own: target.tls: { ca: FILE }'
      : 'let target.tls.ca of the profile name the authority that signed its certificate: it is none of those named there'
  if (/other side closed|ECONNRESET|EPIPE|certificate required|handshake failure|bad certificate/i.test(words))
    return tls.cert !== undefined
      ? 'see whether the target knows the authority that signed target.tls.cert of the profile, and whether that is still valid; else start it, or mend target.url'
      : 'see whether the target wants a certificate of the client: target.tls: { cert: FILE, key: FILE }; else start it, or mend target.url in the profile'
  if (/certificate|altname|expired/i.test(words))
    return 'let the target have a certificate for this name and this day, or mend target.url in the profile'
  return null
}

interface Addressed {
  readonly target: { readonly url: string; readonly token?: TokenRequest | null }
  readonly otherReseller: { readonly token?: TokenRequest | null } | null
}

/** Warns where Node.js trusts any certificate, so that others could read the credentials; empty: it does not. */
export function uncheckedCertificates(
  { target, otherReseller }: Addressed,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return []
  const proxies = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].map((name) => env[name])
  const certified = Object.entries({
    'the target': [target.url],
    'who gives tokens': [target.token?.url, otherReseller?.token?.url],
    'the proxy': proxies,
  }).flatMap(([who, urls]) => (urls.some((url) => url?.toLowerCase().startsWith('https:') === true) ? [who] : []))
  if (certified.length === 0) return []
  return [
    `NODE_TLS_REJECT_UNAUTHORIZED=0: the certificate of ${certified.join(', and that of ')} was not checked, so anybody on the way could read the credentials and answer for it; NODE_EXTRA_CA_CERTS trusts one more authority instead`,
  ]
}
