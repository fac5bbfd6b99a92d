import type { Profile } from '../profile/profile.js'
import type { LedgerEntry } from '../client/ledger.js'
import type { BookingFate } from '../evidence/bookingFate.js'

/**
 * What became of each booking in the ledger, and what was tried with it, in words a person can act on.
 * @param now by the clock of the target, in milliseconds since the epoch
 */
export function bookingFates(entries: readonly LedgerEntry[], profile: Profile, now: number): readonly BookingFate[] {
  const { cancelled, expired, confirmed } = profile.booking.statuses
  return entries.map((entry) => {
    const base = {
      id: entry.id,
      key: entry.key,
      scenario: entry.scenario,
      exchange: entry.exchange,
      as: entry.as,
      status: entry.status === 'unknown' ? null : entry.status,
    }
    // Who has no id of it cannot have confirmed it.
    if (entry.id === null && isOver(entry, profile, now))
      return { ...base, fate: 'expired', note: `${whyUnknown(entry, profile)}: that is over` }
    if (entry.id === null)
      return { ...base, fate: 'unknown', note: `${whyUnknown(entry, profile)}; ${howToFind(entry)}` }
    if (entry.status === cancelled) return { ...base, fate: 'cancelled' }
    if (entry.status === expired) return { ...base, fate: 'expired' }
    if (entry.status === 'ON_HOLD' && entry.cancel === null && isOver(entry, profile, now))
      return { ...base, fate: 'expired', note: `it was left to time: ${holdEnds(entry)}` }
    if (entry.status === 'ON_HOLD')
      return { ...base, fate: 'on-hold', note: `${tried(entry, profile)}: ${holdEnds(entry)}` }
    const state = entry.status === confirmed ? 'confirmed' : stateOf(entry)
    return { ...base, fate: 'left', note: `${state}, and ${tried(entry, profile)}` }
  })
}

/** Whether the hold has ended by the clock of the target. */
function isOver({ holdEnd }: LedgerEntry, { hold }: Profile, now: number): boolean {
  return holdEnd !== null && holdEnd + hold.graceSeconds * 1000 < now
}

function stateOf({ status }: LedgerEntry): string {
  return status === null ? 'its status was not shown' : `its status is ${status.slice(0, 60)}`
}

function whyUnknown({ unread, holdEnd }: LedgerEntry, profile: Profile): string {
  const held = holdEnd === null ? '' : `; ${holdEnds({ holdEnd })}`
  if (unread === null) return `no answer that shows a booking came to the reservation${held}`
  return `the reservation was accepted, but its answer has no id at ${profile.booking.id}${held}`
}

function howToFind({ key }: LedgerEntry): string {
  return key === null ? 'no idempotency key was sent' : 'ask the supplier for its idempotency key'
}

function tried({ cancel, cancellable }: LedgerEntry, profile: Profile): string {
  if (cancel === null) {
    if (profile.operations.cancel === null) return 'no cancel was sent: the target offers none'
    return cancellable === false
      ? 'no cancel was sent: the target says that it is not cancellable'
      : 'no cancel was sent'
  }
  switch (cancel.outcome) {
    case 'refused':
      return `the target refused to cancel it: ${cancel.said} (exchange ${cancel.exchange})`
    case 'none':
      return `whether its cancel was performed is not known: ${cancel.said} (exchange ${cancel.exchange})`
    case 'accepted':
      return `the target accepted a cancel, but does not show it as cancelled (exchange ${cancel.exchange})`
  }
}

function holdEnds({ holdEnd }: Pick<LedgerEntry, 'holdEnd'>): string {
  const at = new Date(holdEnd ?? Number.NaN)
  return Number.isNaN(at.getTime())
    ? 'its hold ends by itself'
    : `its hold ends by itself at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
