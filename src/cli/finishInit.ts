import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerEntry } from '../client/service.js'
import { systemNonce } from '../client/marker.js'
import { openTarget } from '../client/openTarget.js'
import { escapeText } from '../contract/escapeText.js'
import { bookingFates } from '../judge/bookingFates.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import type { ActStage } from '../suite/actStage.js'
import { cutShort } from './cutShort.js'
import { exitCodeOf } from './errorCodes.js'
import { readJournal, type InitJournal } from './initJournal.js'
import type { Io } from './io.js'
import { readProfileOf } from '../library/readProfileOf.js'
import { warnOf } from './warnOf.js'

/**
 * Ends what a conversation that was killed left behind, as far as it knew by then how, and says what is left.
 * @throws CliError, ProfileError
 */
export async function finishInit(file: string, io: Io): Promise<number> {
  const { profile: yaml, bookings } = readJournal(file, io)
  const profile = await readText(yaml, io)
  const cut = cutShort(io, () => undefined)
  warnOf(profile, io)
  const session = openTarget({
    service: pack,
    profile,
    clock: io.clock,
    random: systemNonce,
    signal: cut.signal,
    earlier: entriesOf(bookings),
    onExchange: () => undefined,
  })
  const stage: ActStage = {
    session,
    judging: {
      profile,
      plan: { seed: 0, nonce: session.nonce, effort: 'low', ageing: 'later', allowLiveBookings: false },
      checksOf: () => [],
      scenarios: new Map(),
    },
    clock: io.clock,
    signal: cut.signal,
    agenda: { wait: async () => false, quiet: (look) => look(), until: async () => undefined, left: 0 },
    shared: pack.acts.openShared(),
  }
  try {
    await pack.acts.finishBookings(stage)
  } finally {
    await session.close()
    cut.release()
  }
  const fates = bookingFates(session.bookings, pack, profile, io.clock.now())
  const left = fates.filter(({ fate }) => pack.bookings.remains(fate) !== 'nothing')
  for (const { id, key, fate, note } of fates)
    io.stdout.write(`${escapeText(id ?? `key ${key ?? 'none'}`, 100)}  ${escapeText(note ?? fate)}\n`)
  io.stdout.write(`${left.length} of ${fates.length} bookings ${left.length === 1 ? 'is' : 'are'} left on the target\n`)
  if (cut.signal.aborted) return exitCodeOf('aborted')
  if (left.length > 0) return exitCodeOf('fails')
  await rm(file)
  return 0
}

async function readText(yaml: string, io: Io): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'octospec-'))
  try {
    const file = join(folder, 'profile.yaml')
    await writeFile(file, yaml, { mode: 0o600 })
    return await readProfileOf(file, io)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function entriesOf(bookings: InitJournal['bookings']): readonly LedgerEntry[] {
  // A key that was sent twice is of one booking.
  const byKey = new Map(bookings.filter(({ ended }) => !ended).map((booking) => [booking.key, booking]))
  return [...byKey.values()].map(({ key, id }) => ({
    id,
    key,
    scenario: 'init',
    exchange: 0,
    as: 'reseller',
    status: id === null ? 'unknown' : null,
    mayEnd: null,
    lastExchange: 0,
    endsAt: null,
    ending: null,
    asked: null,
    unread: null,
  }))
}
