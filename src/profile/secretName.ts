const telling = /authorization|cookie|api[-_]?key|token|secret|passw|credential|signature|^auth|-auth$|^key$|-key$/i
// An idempotency key is no credential.
const harmless = /idempot/i

/** True for the name of a header or query parameter whose value is a credential, by its look or because the profile says so. */
export function isSecretName(name: string, declared: readonly string[] = []): boolean {
  if (declared.some((secret) => secret.toLowerCase() === name.toLowerCase())) return true
  return telling.test(name) && !harmless.test(name)
}
