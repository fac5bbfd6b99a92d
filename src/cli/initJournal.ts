import { isJsonObject } from '../contract/jsonObject.js'
import { openRunKey, type RunKey } from '../evidence/runKey.js'
import { writeWhole } from '../evidence/writeWhole.js'
import { plainFileError, readPlainFile } from '../profile/plainFile.js'
import type { LearningBooking } from '../suite/interview.js'
import { CliError } from './errorCodes.js'
import type { Io } from './io.js'

export interface InitJournal {
  readonly profile: string
  readonly bookings: readonly Pick<LearningBooking, 'key' | 'id' | 'ended' | 'committed'>[]
}

export const journalEnding = '.bookings.json'

/** Bytes of a journal at most. */
const longest = 256 * 1024

/** Writes it whole, over an earlier one, and proves that it is of this user. @throws OutputError, RunKeyError */
export async function writeJournal(path: string, { profile, bookings }: InitJournal, key: RunKey): Promise<void> {
  const journal = {
    profile,
    bookings: bookings.map(({ key: used, id, ended, committed }) => ({ key: used, id, ended, committed })),
  }
  await writeWhole(path, `${JSON.stringify({ ...journal, mac: key.mac(sealed(journal)) }, null, 2)}\n`)
}

/**
 * The journal in a file. Nothing of it is believed before it is proven: who sends you one could have you cancel what is somebody's.
 * @throws CliError
 */
export function readJournal(path: string, { env }: Pick<Io, 'env'>): InitJournal {
  const said = parsed(path)
  const { profile, bookings, mac } = isJsonObject(said) ? said : {}
  if (typeof profile !== 'string' || !Array.isArray(bookings) || typeof mac !== 'string')
    throw new CliError('OCTOSPEC_EVIDENCE', `${path} is no journal of octospec init`)
  const journal = { profile, bookings }
  if (!openRunKey(env, false).proves(sealed(journal), mac))
    throw new CliError('OCTOSPEC_UNPROVEN', `${path} is not proven to be of an octospec init of yours`)
  // What octospec itself wrote is what it writes.
  return { profile, bookings: bookings as InitJournal['bookings'] }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readPlainFile(path, longest).toString('utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : plainFileError(error).message
    throw new CliError('OCTOSPEC_FILE', `${path} cannot be read: ${why}`)
  }
}

function sealed(journal: { readonly profile: string; readonly bookings: readonly unknown[] }): string {
  return `octospec init journal\n${JSON.stringify([journal.profile, journal.bookings])}`
}
