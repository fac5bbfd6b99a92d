import { createHash } from 'node:crypto'

/**
 * An idempotency key of UUID form that follows from the nonce of the run, the scenario and a counter alone, so that a run
 * can be repeated with its keys, and another run never meets them. Its version is 4, which strict servers ask for.
 */
export function idempotencyKey(nonce: string, scenario: string, counter: number): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([nonce, scenario, counter]))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
