import { isJsonObject } from '../contract/json.js'
import { openRunKey, type RunKey } from '../evidence/seal.js'
import { writeWhole } from '../evidence/files.js'
import { plainFileError, readPlainFile } from '../profile/plainFile.js'
import type { LearningBooking } from '../suite/interview.js'
import { CliError, usage, exitCodeOf } from './errorCodes.js'
import { cutShort, type Io } from './io.js'
import { pack } from '../pack.js'
import type { Keys } from '../profile/key.js'
import { entriesAsMaps } from '../profile/entries.js'
import { isMap, valueAt, type JsonMap } from '../profile/jsonMap.js'
import { readProfileFile } from '../profile/profileFiles.js'
import { tokenMark } from '../profile/destinations.js'
import { yamlSource } from '../profile/yamlSource.js'
import { readProfileOf } from '../library/ownRun.js'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerEntry } from '../wire/service.js'
import { systemNonce } from '../wire/marker.js'
import { TargetSession } from '../wire/session.js'
import { escapeText } from '../contract/escapeText.js'
import { bookingFates } from '../judge/seen.js'
import type { Profile } from '../profile/profile.js'
import type { ActStage } from '../suite/acts.js'
import { warnOf } from './profileSource.js'

export interface InitJournal {
  readonly profile: string
  readonly bookings: readonly Pick<LearningBooking, 'key' | 'id' | 'ended' | 'committed'>[]
  /** When the last hold in it has ended by itself, in milliseconds since the epoch. */
  readonly until: number
}

export const journalEnding = '.bookings.json'

/** Bytes of a journal at most. */
const longest = 256 * 1024

/** Writes it whole, over an earlier one, and proves that it is of this user. @throws OutputError, RunKeyError */
export async function writeJournal(
  path: string,
  { profile, bookings, until }: InitJournal,
  key: RunKey,
): Promise<void> {
  const journal = {
    profile,
    until,
    bookings: bookings.map(({ key: used, id, ended, committed }) => ({ key: used, id, ended, committed })),
  }
  await writeWhole(path, `${JSON.stringify({ ...journal, mac: key.mac(sealed(journal)) }, null, 2)}\n`)
}

/**
 * The journal in a file. Nothing in it is believed until its seal is proven: a forged one could have you cancel the
 * bookings of others.
 * @throws CliError
 */
export function readJournal(path: string, { env }: Pick<Io, 'env'>): InitJournal {
  const said = parsed(path)
  const { profile, bookings, until, mac } = isJsonObject(said) ? said : {}
  const isWhole = typeof profile === 'string' && Array.isArray(bookings) && typeof until === 'number'
  if (!isWhole || typeof mac !== 'string')
    throw new CliError('OCTOSPEC_EVIDENCE', `${path} is no journal of octospec init`)
  const journal = { profile, bookings, until }
  if (!openRunKey(env, false).proves(sealed(journal), mac))
    throw new CliError('OCTOSPEC_UNPROVEN', `${path} is not proven to be of an octospec init of yours`)
  // What octospec itself wrote is what it writes.
  return { profile, bookings: bookings as InitJournal['bookings'], until }
}

/** Whether nothing of what a journal tells can be there any more: holds alone, whose time is over. */
export function isOver(path: string, io: Pick<Io, 'env' | 'clock'>): boolean {
  try {
    const { bookings, until } = readJournal(path, io)
    return until < io.clock.now() && bookings.every(({ ended, committed }) => ended || !committed)
  } catch (error) {
    if (error instanceof CliError) return false
    throw error
  }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readPlainFile(path, longest).toString('utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is no JSON' : plainFileError(error).message
    throw new CliError('OCTOSPEC_FILE', `${path} cannot be read: ${why}`)
  }
}

function sealed(journal: Omit<InitJournal, 'bookings'> & { readonly bookings: readonly unknown[] }): string {
  return `octospec init journal\n${JSON.stringify([journal.profile, journal.bookings, journal.until])}`
}

export interface BegunProfile {
  readonly text: string
  readonly value: JsonMap
  /** `Name: value` and `name=value`, as the command line takes them. */
  readonly header: readonly string[]
  readonly query: readonly string[]
  readonly otherHeader: readonly string[]
  readonly otherQuery: readonly string[]
}

/** Reads a profile and checks what it says; what it lacks is no matter. @throws ProfileError, CliError */
export async function readBegunProfile(file: string, url: string, io: Io): Promise<BegunProfile> {
  const text = await readProfileFile(file, io.cwd)
  const { value } = yamlSource(file, text)
  const { root } = pack.profile
  const byWords = isMap(value) ? entriesAsMaps(root, value) : value
  const lacking = mustBeSaid(root.members).filter((path) => valueAt(byWords, path) === undefined)
  const isAddress = (key: string): boolean => key === 'target.url'
  const anything = lacking.map((path) => path.join('.')).map((key) => [key, isAddress(key) ? url : 'any'])
  const { target } = await readProfileOf(file, io, Object.fromEntries(anything))
  if (target.url !== url)
    throw usage(`${file} has another address than ${url}: ${target.url}`, 'give that, or mend target.url in the file')
  const said = (account: string, part: string, glue: string): readonly string[] => {
    const members = valueAt(value, [account, part])
    return Object.entries(isMap(members) ? members : {}).map(([name, each]) => `${name}${glue}${textOf(each)}`)
  }
  const begun = {
    text,
    value: isMap(value) ? value : {},
    header: said('target', 'headers', ': '),
    query: said('target', 'query', '='),
    otherHeader: said('otherReseller', 'headers', ': '),
    otherQuery: said('otherReseller', 'query', '='),
  }
  const { header, query, otherHeader, otherQuery } = begun
  if ([header, query, otherHeader, otherQuery].flat().some((each) => each.includes(tokenMark)))
    throw usage(
      `${file} asks for a token, and octospec init cannot: it sends ${tokenMark} as nothing else`,
      'take those headers and the token out of the file, give a token with --header, and put them back afterwards',
    )
  return begun
}

/** The paths of what a profile has no default for. */
function mustBeSaid(keys: Keys = {}, at: readonly string[] = []): readonly (readonly string[])[] {
  return Object.entries(keys).flatMap(([name, { optional, fallback, members, words, items }]) => {
    if (optional || fallback === null) return []
    const { as: _, ...ofEntry } = items?.members ?? {}
    if (words !== undefined)
      return Object.entries(words).flatMap(([word, has]) =>
        has === 'one' ? mustBeSaid(ofEntry, [...at, name, word]) : [],
      )
    return members === undefined ? (fallback === undefined ? [[...at, name]] : []) : mustBeSaid(members, [...at, name])
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Ends what a conversation that was killed left behind, as far as it knew by then how, and says what is left.
 * @throws CliError, ProfileError
 */
export async function finishInit(file: string, io: Io): Promise<number> {
  const { profile: yaml, bookings } = readJournal(file, io)
  const profile = await readText(yaml, io)
  const cut = cutShort(io, () => undefined)
  warnOf(profile, io)
  const session = new TargetSession({
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
