import { randomBytes } from 'node:crypto'

/** Where the nonce of a run comes from: what makes its idempotency keys and pseudonyms differ from another run's. */
export interface NonceSource {
  nonce(): string
}

/** 64 bits of chance. */
export const systemNonce: NonceSource = { nonce: () => randomBytes(8).toString('hex') }
