import type { TokenRequest } from '../profile/profile.js'

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
