import { secretFinder, type SecretFinder } from './secretFinder.js'
import { shortestSecret, type Secret } from './secret.js'

/** The secrets that a process has come to know, for what it prints. */
export interface KnownSecrets {
  add(secrets: Iterable<Secret>): void
  /** A text without them, each replaced by `[redacted:NAME]`. */
  text(text: string): string
}

/** None at first. */
export function knownSecrets(): KnownSecrets {
  const known = new Map<string, Secret>()
  let finder: SecretFinder | null = null
  return {
    add(secrets) {
      for (const secret of secrets) {
        if (secret.value.length < shortestSecret || known.has(secret.value)) continue
        known.set(secret.value, secret)
        finder = null
      }
    },
    text(text) {
      finder ??= secretFinder([...known.values()])
      return finder.replace(text, (name) => `[redacted:${name}]`)
    },
  }
}
