import type { BookingFate } from '../evidence/bookingFate.js'
import { EvidenceError } from '../evidence/evidenceError.js'
import type { EvidenceLine, EvidenceSink, Plan } from '../evidence/evidence.js'
import { readEvidence, type EvidenceReader } from '../evidence/readEvidence.js'
import { profileFromEvidence } from '../profile/profileFromEvidence.js'
import { withCitations } from '../suite/citations.js'
import type { Pack } from '../suite/pack.js'
import { messagePattern } from '../suite/messagePattern.js'
import { renumberTrial } from '../suite/trial.js'
import { Judging } from './judging.js'
import { plannedChecks, type Shard } from './shard.js'

/** One shard, read to its end. */
export interface ReadShard {
  readonly path: string
  readonly plan: Plan & { readonly shard: Shard }
  readonly end: Extract<EvidenceLine, { type: 'end' }> | null
  readonly bookings: Extract<EvidenceLine, { type: 'bookings' }>['bookings']
  readonly last: number
  readonly read: EvidenceReader
}

/**
 * Reads the shards of one run, in their order.
 * @throws EvidenceError unless they are all of the shards, of one run of one contract on one target, each once
 */
export async function readShards(paths: readonly string[]): Promise<readonly ReadShard[]> {
  const shards: ReadShard[] = []
  for (const path of paths) shards.push(await readShard(path))
  shards.sort((a, b) => a.plan.shard.index - b.plan.shard.index)
  const [first] = shards
  if (first === undefined) throw new EvidenceError('there is nothing to merge')
  for (const { path, plan } of shards) {
    const differing = told(first.plan).find(([, value], at) => value !== told(plan)[at]?.[1])
    if (differing !== undefined)
      throw new EvidenceError(
        `${path} is of another run than ${first.path}: its ${differing[0]} differs`,
        'merge shards of one run',
      )
  }
  const wanted = Array.from({ length: first.plan.shard.of }, (_, at) => at + 1)
  const there = shards.map(({ plan }) => plan.shard.index)
  if (wanted.join() !== there.join())
    throw new EvidenceError(
      `these are the shards ${there.join(', ')} of ${first.plan.shard.of}`,
      'give each shard, and each of them once',
    )
  return shards
}

/**
 * Makes one evidence of the shards of a run, and judges it as a whole. Exchanges are numbered anew, in the order of the shards.
 * @throws EvidenceError where a shard is no longer what was read before
 */
export async function mergeEvidence(
  shards: readonly ReadShard[],
  registry: Pack,
  sink: EvidenceSink,
): Promise<Judging> {
  const plan = planOf(shards, registry)
  const judging = new Judging(plan, profileFromEvidence(plan.profile, registry.profile), registry)
  const record = (line: EvidenceLine): void => {
    sink.write(line)
    judging.take(line)
  }
  sink.write({ type: 'plan', plan })
  const bookings: BookingFate[] = []
  const notes = new Map<string, string>()
  let before = 0
  for (const shard of shards) {
    const { path, read, last } = shard
    const again = readEvidence(path)
    for await (const line of again) {
      const moved = shifted(line, before)
      if (moved !== null) record(moved)
    }
    if (again.hash().digest('hex') !== read.hash().digest('hex'))
      throw new EvidenceError(`${path} was changed meanwhile`)
    bookings.push(...shard.bookings.map((booking) => renumbered(booking, before)))
    // What each shard says of itself is said once.
    for (const note of shard.end?.notes ?? [])
      if (!notes.has(messagePattern(note))) notes.set(messagePattern(note), renumberedText(note, before))
    before += last
  }
  record({ type: 'bookings', bookings })
  record(endOf(shards, judging.exchanges, [...notes.values()]))
  return judging
}

/** What is told of a booking names the exchange that shows it. */
function renumbered(booking: BookingFate, by: number): BookingFate {
  return booking.note === undefined ? booking : { ...booking, note: renumberedText(booking.note, by) }
}

function renumberedText(text: string, by: number): string {
  return withCitations(text, (n) => `exchange ${n + by}`)
}

async function readShard(path: string): Promise<ReadShard> {
  const read = readEvidence(path)
  const found: { plan?: Plan; end: ReadShard['end']; bookings: ReadShard['bookings']; last: number } = {
    end: null,
    bookings: [],
    last: 0,
  }
  for await (const line of read) {
    if (line.type === 'plan') found.plan ??= line.plan
    if (line.type === 'end') found.end = line
    if (line.type === 'bookings') found.bookings = line.bookings
    if (line.type === 'exchange' || line.type === 'intent') found.last = Math.max(found.last, line.exchange.n)
  }
  const { plan, ...rest } = found
  if (plan?.shard === undefined)
    throw new EvidenceError(`${path} is not of a shard`, 'merge runs that were made with --shard')
  return { ...rest, path, read, plan: { ...plan, shard: plan.shard } }
}

/** Members of a plan that the shards of one run have in common. */
const alike = [
  'contract',
  'seed',
  'effort',
  'strict',
  'only',
  'allowUntested',
  'allowLiveBookings',
  'failFast',
  'ageing',
  'profile',
] as const

/** In what the shards of one run agree. */
function told(plan: ReadShard['plan']): readonly (readonly [name: string, value: string])[] {
  return [
    ['octospec', JSON.stringify(plan.tool.version)],
    ...alike.map((name) => [name, JSON.stringify(plan[name])] as const),
    ['number of shards', JSON.stringify(plan.shard.of)],
  ]
}

function planOf(shards: readonly ReadShard[], registry: Pack): Plan {
  const [first] = shards
  if (first === undefined) throw new EvidenceError('there is nothing to merge')
  const { shard: _, ...plan } = first.plan
  const startedAt = shards.map((each) => each.plan.startedAt).toSorted()[0] ?? plan.startedAt
  return { ...plan, startedAt, checks: plannedChecks(registry, { only: plan.only, effort: plan.effort }) }
}

/** A shard that was killed has no end: then the whole has none either, and is judged as cut short. */
function endOf(shards: readonly ReadShard[], requests: number, notes: readonly string[]): EvidenceLine {
  const killed = shards.find(({ end }) => end === null)
  const cut = shards.find(({ end }) => end?.reason === 'aborted')
  const failed = shards.find(({ end }) => end?.reason === 'first-failure')
  const ended = killed === undefined && cut === undefined ? (failed?.end ?? null) : null
  const why = killed === undefined ? (cut ?? failed)?.end?.why : `${killed.path} ends in the middle of its run`
  return {
    type: 'end',
    reason: ended?.reason ?? (killed === undefined && cut === undefined ? 'complete' : 'aborted'),
    ...(ended?.check !== undefined && { check: ended.check }),
    ...(why !== undefined && { why }),
    durationMs: Math.max(0, ...shards.map(({ end }) => end?.durationMs ?? 0)),
    requests,
    ...(notes.length > 0 && { notes }),
  }
}

/** A line with the numbers of its exchanges moved up; null: it is of the shard alone. */
function shifted(line: EvidenceLine, by: number): EvidenceLine | null {
  switch (line.type) {
    case 'plan':
    case 'seal':
    case 'bookings':
    case 'end':
      return null
    case 'intent':
    case 'exchange':
      return { ...line, exchange: { ...line.exchange, n: line.exchange.n + by } }
    case 'trial':
      return { ...line, data: renumberTrial(line.data, by) }
    case 'pending':
      return { ...line, data: renumberTrial(line.data, by) }
    case 'stop':
      return { ...line, exchange: line.exchange === null ? null : line.exchange + by }
    case 'smallest':
    case 'crash':
    case 'done':
      return line
  }
}
