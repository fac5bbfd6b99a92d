/**
 * What to say where Node.js was told to trust any certificate: whoever is between us and the target then has the credentials, and may
 * answer in its place. Empty: it was not, or the address has no certificate.
 *
 * @param env of the process, which is where Node.js looks
 */
export function uncheckedCertificates(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || new URL(url).protocol !== 'https:') return []
  return [
    'NODE_TLS_REJECT_UNAUTHORIZED=0: the certificate of the target was not checked, so anybody on the way could read the credentials and answer for it; NODE_EXTRA_CA_CERTS trusts one more authority instead',
  ]
}
