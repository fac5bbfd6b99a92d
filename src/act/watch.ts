import type { Answer } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import { longestPutOff, mayBeOfGateway, openPatience } from '../wire/again.js'
import type { Profile } from '../profile/profile.js'
import type { Service } from '../wire/service.js'
import { type Clock, systemClock } from '../wire/clock.js'
import type { Waits } from '../wire/limiter.js'
import type { RunContext } from './runContext.js'

/** Why a target can be tested no longer. */
export interface Lost {
  readonly why: string
  readonly remedy: string
  /** Number of the first exchange that shows it: what was seen from there on says nothing of the target. */
  readonly since: number
}

/** Ends a run whose target is lost. */
export class TargetLost extends Error {
  override readonly name = 'TargetLost'
  readonly since: number

  constructor({ why, remedy, since }: Lost) {
    super(`${why}; ${remedy}`)
    this.since = since
  }
}

type Sign = 'silent' | 'unavailable' | 'limited' | 'refused'

/** Requests in a row that must show the same sign. */
const enough = 6
/** Of those, where something answers, requests that were accepted before, word for word. */
const formerly = 2
/** Milliseconds that the requests of a run and the waits between them may take, unless it is told otherwise. */
const usualTimeLimit = 2 * 3_600_000

/**
 * Watches the exchanges of a run for a target that is gone or knows us no longer: connections fail, a gateway answers
 * everything, or credentials that were good are refused everywhere. A server that refuses one operation wrongly is no
 * such target: it accepts something else in between, or accepted none of the repeated reads before. It also watches for
 * a target that would keep the run waiting for ever, by 429 to everything or by taking its time.
 * @param timeLimit milliseconds that all requests and the waits for them may take
 * @returns takes the next exchange; says once why the run must end
 */
export function watch(
  profile: Profile,
  service: Service,
  timeLimit: number = usualTimeLimit,
): (exchange: Exchange) => Lost | null {
  const accepted = new Set<string>()
  let row: { readonly sign: Sign; readonly since: number; length: number; formerly: number } | null = null
  const patience = openPatience()
  return (exchange) => {
    // Strangers are refused on purpose.
    const isStranger = exchange.as !== 'reseller'
    const answer = service.answer(exchange, profile)
    const sign = signOf(answer)
    const putOffSince = patience.take(exchange, isStranger ? null : sign !== null && sign !== 'refused')
    if (patience.spent > timeLimit) return tooLong(timeLimit, exchange.n)
    if (isStranger) return null
    if (putOffSince !== null && sign !== null) return lost(sign, putOffSince, answer)
    const repeated = repeatable(exchange, service.operations)
    if (answer.accepted && repeated !== null) accepted.add(repeated)
    if (sign === null || sign === 'limited') row = null
    else {
      if (row?.sign !== sign) row = { sign, since: exchange.n, length: 0, formerly: 0 }
      row.length += 1
      if (repeated !== null && accepted.has(repeated)) row.formerly += 1
    }
    if (row === null || row.length < enough || (row.sign !== 'silent' && row.formerly < formerly)) return null
    return lost(row.sign, row.since, answer)
  }
}

function signOf({ exchange, limited }: Answer): Sign | null {
  const { response, failure: { kind } = {} } = exchange
  if (kind === 'connection' || kind === 'timeout') return 'silent'
  if (response === null) return null
  if (limited) return 'limited'
  if (mayBeOfGateway(response)) return 'unavailable'
  return response.status === 401 || response.status === 403 ? 'refused' : null
}

/** What a read that changes nothing and depends on nothing asked for, word for word; null: another request. */
function repeatable({ purpose, request }: Exchange, operations: Service['operations']): string | null {
  const { method, url, body = '' } = request
  const traits = operations[purpose]
  return traits?.reads === true && traits.shows !== true ? `${method} ${url} ${body}` : null
}

function tooLong(timeLimit: number, since: number): Lost {
  return {
    since,
    why: `requests and the waits between them took longer than ${timeLimit / 60_000} minutes`,
    remedy: 'see what makes the target so slow, choose fewer checks, or allow more with --time-limit',
  }
}

function lost(sign: Sign, since: number, answer: Answer): Lost {
  const { exchange, status } = answer
  switch (sign) {
    case 'silent':
      return {
        since,
        why: `the target stopped answering: ${exchange.failure?.message ?? ''}`,
        remedy: 'see that the target is up, then run again',
      }
    case 'unavailable':
      return {
        since,
        why: `since request ${since} a gateway answered HTTP ${status ?? 0} to every request, also to those that were accepted before: there is no service behind it any more`,
        remedy: 'see that the service is up, then run again',
      }
    case 'limited':
      return {
        since,
        why: `since request ${since} the target has put off every request for ${longestPutOff / 60_000} minutes: ${answer.describe()}`,
        remedy:
          'set limits.requestsPerSecond in the profile to what the target allows, or have its limit raised, then run again',
      }
    case 'refused':
      return {
        since,
        why: `since request ${since} every request was answered with HTTP ${status ?? 0}, also those that were accepted before: the credentials are good no longer`,
        remedy: 'renew the credentials in the variables that target.headers names: they must last as long as the run',
      }
  }
}

/** Milliseconds from one look at a run to the next. */
const betweenLooks = 1000
/** A run stands still when so many looks in a row find nothing under way; fewer, once it was told to end. */
const patience = { usual: 10, ending: 2 } as const

/** Ends a run that would never end: nothing that it waits for goes on by itself. */
class Standstill extends Error {
  override readonly name = 'Standstill'

  constructor(scenarios: readonly string[]) {
    const open = scenarios.length === 0 ? '' : ` (${scenarios.join(', ')})`
    super(
      `octospec stood still: nothing was under way for ${(patience.usual * betweenLooks) / 1000} s, and yet scenarios had not ended${open}; please report it, and go on with --only for the others`,
    )
  }
}

interface Attended {
  readonly run: RunContext
  readonly waits: Waits
  readonly cut: AbortController
  /** By whose seconds it is looked at: those of the machine, whatever time the run itself goes by. */
  readonly ticks?: Clock | undefined
}

/**
 * Does the work of a visit to a target. If it waits for something that never comes, by a mistake of ours, it is told to
 * end, and what it has booked is cancelled all the same.
 * @returns null: it stood still
 */
export async function attend<Result>(attended: Attended, work: () => Promise<Result>): Promise<Result | null> {
  const done = await unlessStill(attended, work)
  if (done !== null) return done.result
  const { run, cut } = attended
  const { times, scenarios } = run.judging
  const begun = [...times.keys()].filter((id) => run.registry.scenarios.has(id))
  cut.abort(new Standstill(begun.filter((id) => scenarios.get(id)?.done !== true)))
  await unlessStill(attended, () => endAll(run))
  return null
}

/** @returns null: it has not ended, and never will */
async function unlessStill<Result>(
  { run: { signal }, waits, ticks = systemClock }: Attended,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const over = new AbortController()
  const standsStill = async (): Promise<null> => {
    let before = waits.begun
    for (let still = 0; still < (signal.aborted ? patience.ending : patience.usual);) {
      await ticks.sleep(betweenLooks, over.signal)
      still = waits.underWay === 0 && waits.begun === before ? still + 1 : 0
      before = waits.begun
    }
    return null
  }
  try {
    return await Promise.race([work().then((result) => ({ result })), standsStill()])
  } finally {
    over.abort()
  }
}

/** No maker ends its bookings any more. The report names what cannot be ended, so one fault stops none of the rest. */
async function endAll(run: RunContext): Promise<void> {
  const { session, registry } = run
  const makers = new Set(session.bookings.map(({ scenario }) => scenario))
  await Promise.allSettled([...makers].map((scenario) => registry.acts.cleanUp(scenario, run)))
  await registry.acts.cleanUpRest(run)
}
