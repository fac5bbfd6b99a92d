import { NoToken } from '../wire/tokens.js'
import { Stop } from '../wire/stop.js'
import { NoSuchDay, WrongTemplate } from '../wire/bind.js'
import type { LedgerEntry } from '../wire/service.js'
import type { Answer } from '../wire/answer.js'
import { RunError } from '../judge/runError.js'
import { type Lack, WalkFault, type WalkOptions, type WalkStop } from '../suite/acts.js'
import type { RunContext } from './runContext.js'
import { curlOf } from '../wire/curl.js'
import { serverWords } from '../wire/serverWords.js'
import { escapeText } from '../contract/escapeText.js'
import { beginningOf } from '../suite/words.js'
import type { Profile } from '../profile/profile.js'
import { systemNonce } from '../wire/marker.js'
import { TargetSession } from '../wire/session.js'
import type { Pack } from '../suite/pack.js'
import { reached } from '../suite/answers.js'

/** The scenario that the exchanges of the walk carry. */
const walkId = 'walk'

export interface WalkStep {
  readonly name: string
  readonly answer: Answer
  readonly ifRefused?: string
}

export interface Walked {
  readonly steps: readonly WalkStep[]
  readonly notes: readonly string[]
  readonly lacks: readonly Lack[]
}

/**
 * Walks the path of a booking once, before anything is judged, by the pack's steps. A failure that can only be due to
 * the address, the credentials or the profile ends the run with one page; any other is the run's to judge. The caller
 * must end what it booked (`endWalk`), unless it throws.
 * @throws RunError for that, and for a target that does not answer
 */
export async function walk(run: RunContext, options: WalkOptions): Promise<Walked> {
  const { session, judging, registry, record, shared } = run
  const steps: WalkStep[] = []
  const notes: string[] = []
  const lacks: Lack[] = []
  try {
    await registry.acts.walk.path({
      ...options,
      target: session.for(walkId),
      profile: judging.profile,
      shared,
      async step(name, sent, ifRefused) {
        const answer = await sent
        const means = answer.refused ? ifRefused?.(answer) : null
        steps.push({ name, answer, ...(typeof means === 'string' && { ifRefused: means }) })
        return answer
      },
      note: (text) => void notes.push(text),
      lacks: (lack) => void lacks.push(lack),
    })
  } catch (error) {
    if (error instanceof WalkFault) throw await told(error, run)
    await endWalk(run)
    if (error instanceof NoToken || error instanceof WrongTemplate || error instanceof NoSuchDay)
      throw new RunError(error.code, error.message, error.remedy)
    // A limit of the profile, an answer that was lost on the way, or the end of it all: what could be walked was.
    if (!(error instanceof Stop) && !run.signal.aborted) throw error
  }
  if (run.signal.aborted) await endWalk(run)
  record({ type: 'done', scenario: walkId })
  // Some are sent side by side.
  return { steps: steps.toSorted((a, b) => a.answer.n - b.answer.n), notes, lacks }
}

/** Ends what the walk booked; nothing needs to wait for that. */
export function endWalk(run: RunContext): Promise<void> {
  return run.registry.acts.cleanUp(walkId, run)
}

/** The page, once all that can be ended is. */
async function told({ stop }: WalkFault, run: RunContext): Promise<RunError> {
  const { session, judging, registry, clock } = run
  const { profile } = judging
  const ended = await registry.acts.walk.endAny(stop.ids ?? [], session.for(walkId, { always: true }), profile)
  await endWalk(run)
  const remains = (entry: LedgerEntry): string =>
    entry.id === null && ended.length > 0
      ? 'nothing'
      : registry.bookings.remains(registry.bookings.fateOf(entry, profile, clock.now()).fate)
  const own = session.bookings.filter(({ scenario }) => scenario === walkId)
  const over = own.filter((entry) => remains(entry) === 'nothing').flatMap(({ id }) => id ?? [])
  const left = own.filter((entry) => remains(entry) !== 'nothing')
  const page = walkPage(
    stop,
    left.map((entry) => ({ ...entry, endsByItself: entry.id === null || remains(entry) === 'for-now' })),
    [...new Set([...over, ...ended])],
  )
  return new RunError(stop.code, page, stop.remedy)
}

/** One line has room for these. */
const mostNamed = 10

export interface Left extends Pick<LedgerEntry, 'id' | 'key' | 'status'> {
  readonly endsByItself: boolean
}

/** All that a person needs who has the profile open beside it: one page. */
function walkPage(stop: WalkStop, left: readonly Left[], ended: readonly string[]): string {
  const line = (name: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`${name.padEnd(11)}${text}`]
  return [
    stop.what,
    ...line('request', escapeText(curlOf(stop.answer.exchange), 1200)),
    ...line('answer', answerLine(stop.answer)),
    ...line('looked for', stop.looked),
    ...line('there is', stop.there),
    ...line('write', stop.write),
    ...line("server's?", stop.server),
    ...line('left', leftBehind(left, ended)),
  ].join('\n')
}

function answerLine(answer: Answer): string {
  const { response } = answer.exchange
  if (response === null) return `none: ${escapeText(answer.exchange.failure?.message ?? 'the connection failed')}`
  const type = response.headers['content-type'] ?? 'no content type'
  const location = response.headers['location']
  const where = location === undefined ? '' : `, location ${escapeText(location, 200)}`
  const said = serverWords(response) || beginningOf(response)
  const words = answer.undocumented ? [answer.describe().replace(/^HTTP \d+ /, ''), said] : [said]
  return `HTTP ${response.status}, ${escapeText(type, 60)}${where}: ${escapeText(words.filter((each) => each !== '').join('; ') || (answer.accepted ? 'an answer of the documented form' : 'it says nothing more'), 400)}`
}

function leftBehind(left: readonly Left[], ended: readonly string[]): string {
  const [first, ...more] = left.slice(0, mostNamed).map(nameOf)
  const gone = ended.length === 0 ? '' : `${ended.map((id) => escapeText(id, 80)).join(', ')} was cancelled`
  if (first === undefined) return gone === '' ? 'nothing: no booking was made' : `nothing: ${gone}`
  const others = left.length > mostNamed ? [`and ${left.length - mostNamed} more`] : []
  const named = [first, ...more, ...others].join('; ')
  return `${named}${gone === '' ? '' : `; ${gone}`}`
}

function nameOf({ id, key, status, endsByItself }: Left): string {
  const name = id === null ? `the booking with the key ${key ?? '(none was sent)'}` : `booking ${escapeText(id, 80)}`
  const state =
    status === null || status === 'unknown' ? 'its state is not known' : `last seen ${escapeText(status, 40)}`
  return `${name}: ${state}${endsByItself ? '; it ends by itself' : ''}`
}

/**
 * The first step of the walk alone, which books nothing: tells a target that is not there, that does not know
 * us, or that is no API at all from one that can be judged.
 * @param left bookings of a run that is come back to: where nothing can be done there, they are still left
 * @throws RunError for each of these.
 */
export async function preflight(
  session: TargetSession,
  { acts }: Pick<Pack, 'acts'>,
  profile: Profile,
  left: readonly Left[] = [],
): Promise<void> {
  const answer = await acts.walk.first(session.for('preflight'), profile).catch((error: unknown) => {
    throw error instanceof NoToken ? new RunError(error.code, error.message, error.remedy) : error
  })
  try {
    reached(answer, 'first')
  } catch (error) {
    if (!(error instanceof WalkFault)) throw error
    const { stop } = error
    throw new RunError(stop.code, walkPage(stop, left, []), stop.remedy)
  }
}

/** Whom to meet, and how. */
interface Meeting extends Pick<RunContext, 'registry' | 'clock' | 'signal'> {
  readonly profile: Profile
}

/**
 * The same before anything is recorded: a target that is not there must not spoil the evidence of an earlier visit.
 * @throws RunError, and the reason of `signal`
 */
export async function greet(
  { registry: service, profile, clock, signal }: Meeting,
  left: readonly Left[] = [],
): Promise<void> {
  const onExchange = (): void => undefined
  const session = new TargetSession({ service, profile, clock, random: systemNonce, signal, onExchange })
  try {
    await preflight(session, service, profile, left)
  } finally {
    await session.close()
  }
}

/** Milliseconds from one question to the next. */
const pause = 500

/** Asks a target for so many milliseconds until it answers. It neither judges nor throws. */
export async function awaitReady(meeting: Meeting, within: number): Promise<void> {
  const { clock, signal } = meeting
  const over = new AbortController()
  const asking = AbortSignal.any([signal, over.signal])
  const done = new AbortController()
  void clock.sleep(within, done.signal).then(
    () => over.abort(),
    () => undefined,
  )
  try {
    while (!asking.aborted && (await isAway({ ...meeting, signal: asking }))) await clock.sleep(pause, asking)
  } catch (error) {
    if (!asking.aborted) throw error
  } finally {
    done.abort()
  }
}

async function isAway(meeting: Meeting): Promise<boolean> {
  try {
    await greet(meeting)
    return false
  } catch (error) {
    // Any other answer is one: the walk of the run tells what it means.
    return error instanceof RunError && error.code === 'OCTOSPEC_UNREACHABLE'
  }
}
