/** What the headers of a limit on requests say, in any of their spellings: `RateLimit-Remaining`, `X-RateLimit-Reset`, `RateLimit: r=0;t=30`; null: nothing. */
export function limitHeader(headers: Readonly<Record<string, string>>, what: 'remaining' | 'reset'): number | null {
  const plain = [`ratelimit-${what}`, `x-ratelimit-${what}`, `x-rate-limit-${what}`]
    .map((name) => headers[name]?.trim() ?? '')
    .find((text) => /^\d{1,15}(?:\.\d{1,6})?$/.test(text))
  const [, listed] =
    (what === 'remaining' ? /;\s{0,3}r=(\d{1,15})/ : /;\s{0,3}t=(\d{1,15})/).exec(headers['ratelimit'] ?? '') ?? []
  const found = plain ?? listed
  return found === undefined ? null : Number(found)
}
