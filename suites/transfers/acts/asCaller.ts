import type { LedgerEntry } from '../vocabulary/index.js'

/** As whom to send what concerns a booking: as who made it. */
export function asCaller({ as }: Pick<LedgerEntry, 'as'>): 'reseller' | 'other' {
  return as === 'other' ? 'other' : 'reseller'
}
