import type { LedgerEntry } from './service.js'

/** A booking as the ledger has it: a hold of the scenario `mine`, of which nothing else is known. */
export function ledgerEntry(id: string | null, more: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id,
    key: null,
    scenario: 'mine',
    exchange: 1,
    as: 'reseller',
    status: 'ON_HOLD',
    mayEnd: null,
    lastExchange: 1,
    endsAt: null,
    ending: null,
    asked: null,
    unread: null,
    ...more,
  }
}
