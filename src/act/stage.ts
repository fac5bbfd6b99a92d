import { setMaxListeners } from 'node:events'
import { steady, type Clock } from '../wire/clock.js'
import { TargetSession } from '../wire/session.js'
import { TookTooLong } from '../wire/stop.js'
import { Waits } from '../wire/limiter.js'
import type { Ageing, BookingFate, EvidenceLine } from '../evidence/evidence.js'
import type { Exchange } from '../wire/exchange.js'
import type { Judging } from '../judge/judging.js'
import { attend, TargetLost, watch } from './watch.js'
import { Agenda } from './agenda.js'
import { passingOf } from './performTimelines.js'
import { mayCommit } from '../suite/pack.js'
import { nowIn, type RunContext, type RunOptions } from './runContext.js'
import { isList } from '../profile/jsonMap.js'
import type { Json } from '../profile/profile.js'
import { bookingFates } from '../judge/seen.js'

/** What is opened for scenarios to act on. */
interface OpenStage {
  readonly run: RunContext
  /** Does what a visit to the target is for: see `attend`. */
  readonly attended: <Result>(work: () => Promise<Result>) => Promise<Result | null>
  readonly close: () => Promise<void>
}

/** All that scenarios act on: the target, what is written down of it and judged, and what ends it early. */
export function openStage(
  options: Omit<RunOptions, 'plan'>,
  judging: Judging,
  nonce: string,
  ageing: Ageing = judging.plan.ageing,
): OpenStage {
  const { profile, registry, sink, progress, concurrency = profile.limits.concurrency } = options
  const { acts } = registry
  const waits = new Waits()
  const time = steady(options.clock)
  const clock: Clock = { ...time, sleep: (...asked) => waits.during(time.sleep(...asked)) }
  const cut = new AbortController()
  const signal = AbortSignal.any([options.signal, cut.signal])
  // Each request that is under way listens to it.
  setMaxListeners(0, signal)
  const record: RunContext['record'] = (line) => {
    const clean = withoutSecrets(line, (text) => session.redacted(text))
    sink.write(clean)
    return judging.take(clean)
  }
  const look = watch(profile, registry, options.timeLimit)
  const told = tellRequests(options, clock)
  const session = new TargetSession({
    service: registry,
    profile,
    clock,
    random: { nonce: () => nonce },
    signal,
    waits,
    concurrency,
    commits: mayCommit(profile, judging.plan),
    recorded: judging.lastNumber,
    earlier: judging.books.entries(),
    reuseConnections: options.reuseConnections,
    through: options.through,
    onIntent: (exchange) => record({ type: 'intent', exchange }),
    onExchange: (exchange) => {
      record({ type: 'exchange', exchange })
      told(exchange, judging.exchanges)
      const lost = look(exchange)
      if (lost !== null) cut.abort(new TargetLost(lost))
    },
  })
  const passing = passingOf(
    ageing,
    { session, clock, signal, progress },
    (minutes, move) => acts.seeMove?.(run, minutes, move) ?? move(),
  )
  // Scenarios that take things from each other act in turn.
  const agenda = new Agenda(acts.inTurn(profile) ? 1 : concurrency, passing)
  const [shared, replay] = [acts.openShared(), options.replay ?? null]
  const run: RunContext = { session, judging, registry, clock, signal, progress, shared, agenda, replay, record }
  return {
    run,
    attended: (work) => attend({ run, waits, cut, ticks: options.ticks }, work),
    close: () => session.close(),
  }
}

/** Tells of each request, and why the next ones wait: the target put one off, and answered none sent later. */
function tellRequests({ progress }: Pick<RunOptions, 'progress'>, clock: Clock): (of: Exchange, count: number) => void {
  let putOff: { readonly words: string; readonly at: number } | null = null
  return ({ failure, startedAt }, count) => {
    if (failure?.kind === 'rate-limited') putOff = { words: failure.message, at: clock.now() }
    // What was under way beside it says nothing of those that wait.
    else if (putOff !== null && startedAt >= putOff.at) putOff = null
    progress.request(count, putOff?.words ?? null)
  }
}

/** Takes secrets out of what is told in words. All else is made of redacted answers. */
function withoutSecrets(line: EvidenceLine, text: (words: string) => string): EvidenceLine {
  if (line.type === 'crash') return { ...line, message: text(line.message) }
  if (line.type === 'stop') return { ...line, reason: text(line.reason), remedy: text(line.remedy) }
  if (line.type === 'trial') return { ...line, data: withoutWholes(line.data, text) }
  if (line.type === 'bookings')
    return {
      ...line,
      bookings: line.bookings.map((each) => (each.note === undefined ? each : { ...each, note: text(each.note) })),
    }
  if (line.type !== 'end') return line
  return {
    ...line,
    ...(line.why !== undefined && { why: text(line.why) }),
    ...(line.remedy !== undefined && { remedy: text(line.remedy) }),
    ...(line.notes !== undefined && { notes: line.notes.map(text) }),
  }
}

/** Shorter words of a scenario might be a secret of somebody's by chance. */
const noWord = 8

function withoutWholes(value: Json, text: (words: string) => string): Json {
  if (typeof value === 'string') {
    const shown = value.length < noWord ? value : text(value)
    return /^\[redacted:[^\]]*\]$/.test(shown) ? shown : value
  }
  if (isList(value)) return value.map((item) => withoutWholes(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutWholes(member, text)]))
}

export function fatesOf(run: RunContext): readonly BookingFate[] {
  const { session, judging, registry } = run
  const ageing = new Set(judging.pending.map(({ scenario }) => scenario))
  return bookingFates(session.bookings, registry, judging.profile, nowIn(run)).map((each) =>
    ageing.has(each.scenario) && registry.bookings.remains(each.fate) === 'for-good'
      ? { ...each, note: `${each.note ?? ''}: octospec resume goes on with it` }
      : each,
  )
}

/** A target that limits requests and does not say how: once for all of them. */
function paceNote(slowedTo: number | null): readonly string[] {
  if (slowedTo === null) return []
  const rate = Math.max(1, Math.round(slowedTo))
  return [
    `the target answered 429 without Retry-After, so the run went on with ${rate} requests a second: set limits.requestsPerSecond in the profile to what it allows`,
  ]
}

/** Why a run was cut short; null: it was not. */
export function cutOf({ signal }: RunContext): string | null {
  if (!signal.aborted) return null
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason.message : 'the run was interrupted'
}

/** Writes down what became of its bookings, and how the run ended. @param broke what kept it from going on */
export function endRun(
  run: RunContext,
  began: number,
  notes: readonly string[] = [],
  broke?: { readonly why: string; readonly remedy: string | undefined },
): void {
  const { record, judging, session, signal, clock, registry } = run
  const said = [...notes, ...(registry.acts.premises?.(run) ?? []), ...paceNote(session.slowedTo)]
  record({ type: 'bookings', bookings: fatesOf(run) })
  const reason: unknown = signal.reason
  const why = cutOf(run) ?? broke?.why
  const remedy = reason instanceof TookTooLong ? reason.remedy : broke?.remedy
  record({
    type: 'end',
    reason: why === undefined ? 'complete' : 'aborted',
    ...(why !== undefined && { why }),
    ...(remedy !== undefined && { remedy }),
    ...(reason instanceof TargetLost && { since: reason.since }),
    // The clock of the machine may have been set back meanwhile.
    durationMs: Math.max(0, clock.now() - began),
    requests: judging.exchanges,
    ...(said.length > 0 && { notes: said }),
  })
}
