import { asksForNothing, contract, isUnderWay, mayFollow, stateIds, statesAgree, wants } from '../vocabulary/index.js'
import type { Answer, Finding, LifecycleRow, Profile, StateId, Expected } from '../vocabulary/index.js'
import { minutes, type Done, type Sequence, type Step } from './perform.js'

/** What the model knows of the booking. `unknown`: the documents leave open what it is now. */
interface Known {
  readonly state: StateId | 'unknown'
  readonly status: string | null
  readonly cancellable: boolean | null
  /** The hold ends between these two, in the target's time, whichever way the target counts. */
  readonly endsFrom: number
  readonly endsBy: number
  readonly extensions: number
}

/** The transitions of a sequence that the table does not have. */
export interface Broken {
  readonly findings: readonly Finding[]
  /** False: a step got no answer, so that not even one could be judged. */
  readonly judged: boolean
}

/**
 * Folds the table of section 3 over a sequence that was tried. What the documents leave open is adopted from what the target
 * answers; it stops where a step got no answer, or where the first thing is broken, since all after it would follow from that.
 */
export function judgeSequence({ reserved, done }: Sequence, profile: Profile): Broken {
  const start = timeOf(reserved)
  const end = start + minutes.reserve * 60_000
  let known: Known = {
    state: 'on-hold',
    status: statusOf(reserved),
    cancellable: cancellableOf(reserved),
    endsFrom: end,
    endsBy: end + reserved.exchange.durationMs,
    extensions: 0,
  }
  const passed: Done[] = []
  for (const each of done) {
    if (each.answer.outcome === 'none' || each.read.outcome === 'none') break
    passed.push(each)
    const before = elapse(known, timeOf(each.answer), profile)
    const story = { reserved, steps: passed, before }
    const after = step(each, before, start, profile)
    const [transitions, states] = [wrongAnswer(each, before, story), wrongState(each, after, story)]
    const findings = transitions.length > 0 ? transitions : states
    if (findings.length > 0) return { findings, judged: true }
    // The account of the booking says so: all after it would follow from that.
    if (isContradicted(each, before, profile)) break
    known = after
  }
  return { findings: [], judged: passed.length > 0 }
}

/** The row of the table that speaks of this step now; none: it is left open. */
function rowFor(step: Step, { state, cancellable, extensions }: Known): LifecycleRow | null {
  if (state === 'unknown') return null
  // A third extension may be too much for a target that adds them up (3/extend-counted-from).
  if (step === 'extend' && state === 'on-hold' && extensions >= minutes.extend.length) return null
  const row = contract.lifecycle.rows.find(
    (each) =>
      each.from === state &&
      each.trigger === step &&
      (each.condition === undefined ||
        (each.condition === 'cancellable' && cancellable === true) ||
        (each.condition === 'not-cancellable' && cancellable === false)),
  )
  return row === undefined || row.outcome === 'open' ? null : row
}

interface Story {
  readonly reserved: Answer
  readonly steps: readonly Done[]
  readonly before: Known
}

function wrongAnswer(done: Done, before: Known, story: Story): readonly Finding[] {
  const row = rowFor(done.step, before)
  if (row === null) return []
  const { answer } = done
  const breaks: Shown = { breaks: row.clause }
  if (row.refused === true && answer.accepted && !asksForNothing(answer, null))
    return wrong(story, answer, `${done.step} was accepted`, wants.refused(`a refusal: ${row.clause}`), breaks)
  if (row.refused !== true && row.repeat !== true && answer.refused && mustTake(done, story))
    return wrong(story, answer, `${done.step} was refused`, wants.accepted(`to be accepted: ${row.clause}`), breaks)
  const status = statusOf(answer)
  if (!answer.accepted || status === null) return []
  const told = `${done.step} answered status ${status}`
  if (row.to === 'on-hold' && status !== 'ON_HOLD')
    return wrong(story, answer, told, wants.value('ON_HOLD', 'ON_HOLD'), atStatus)
  const isShownLater = isUnderWay(answer) && done.step === 'confirm' && statusOf(done.read) !== 'ON_HOLD'
  if ((row.to === 'confirmed' || row.to === 'cancelled') && status === 'ON_HOLD' && !isShownLater)
    return wrong(story, answer, told, otherThanOnHold, atStatus)
  const was = before.status
  return row.repeat === true && was !== null && !statesAgree(was, status, answer.profile)
    ? wrong(story, answer, `a repeated ${told}`, wants.value(was, `${was}, unchanged`), atStatus)
    : []
}

/**
 * The documents do not say which fields an update may leave out: one that is refused breaks the table where one like it was
 * accepted. Nor do they say how often a hold can be extended (3/extend-twice-accepted).
 */
function mustTake({ step, answer }: Done, { steps, before: known }: Story): boolean {
  if (step === 'extend') return known.extensions === 0
  return (
    step !== 'update' ||
    steps.some((before) => before.step === 'update' && before.answer !== answer && before.answer.accepted)
  )
}

/** A hold that is certainly over is not on hold; one that is certainly not over, and a confirmed booking, do not end by themselves. */
function wrongState({ step, read }: Done, after: Known, story: Story): readonly Finding[] {
  const status = statusOf(read)
  if (after.state === 'expired' && status === 'ON_HOLD')
    return wrong(story, read, 'get answered status ON_HOLD after the hold time was over', otherThanOnHold, atStatus)
  if (step !== 'age-within-hold' && step !== 'age-past-hold') return []
  const { state, status: was } = story.before
  const stays = state === 'confirmed' || state === 'cancelled' || (state === 'on-hold' && after.state === 'on-hold')
  // A cancelled booking need not be found for ever; what is held or confirmed must be.
  const gone = read.refused && state !== 'cancelled'
  if (!stays || was === null || !(gone || differs(was, status, read.profile))) return []
  const told = `time alone changed the status from ${was} to ${status ?? 'no booking at all'}`
  return wrong(story, read, told, wants.value(was, was), { ...atStatus, code: 'time-alone' })
}

function step({ step: name, answer, read }: Done, before: Known, start: number, profile: Profile): Known {
  const now = timeOf(read)
  const row = rowFor(name, before)
  const status = statusOf(read)
  const seen = { status, cancellable: cancellableOf(read) }
  if (name === 'extend' && answer.accepted) {
    const added = (minutes.extend[before.extensions] ?? minutes.extend[1]) * 60_000
    return {
      ...before,
      ...seen,
      extensions: before.extensions + 1,
      endsFrom: Math.max(before.endsFrom, start + added),
      endsBy: Math.max(before.endsBy + added, now + added),
    }
  }
  if (name === 'age-within-hold' || name === 'age-past-hold') {
    const later = elapse(before, now, profile)
    // Past a hold that has been over for an uncertain time, the target says what it is.
    const state =
      before.state === 'on-hold' && later.state === 'unknown' ? classify(status, before, profile) : later.state
    return { ...later, ...seen, state }
  }
  if (!answer.accepted || name === 'list') return { ...before, ...seen }
  const to = row === null ? undefined : stateIds.find((id) => id === row.to)
  const state = to === undefined || to === 'none' ? classify(status, before, profile) : to
  return { ...before, ...seen, state }
}

function elapse(known: Known, now: number, profile: Profile): Known {
  if (known.state !== 'on-hold' || now < known.endsFrom) return known
  const over = now > known.endsBy + profile.hold.graceSeconds * 1000
  // What was read while it was on hold says nothing of it any more.
  return over ? { ...known, state: 'expired', status: null, cancellable: null } : { ...known, state: 'unknown' }
}

function isContradicted({ answer, read }: Done, before: Known, profile: Profile): boolean {
  const status = statusOf(read)
  if (status === null) return false
  return answer.accepted
    ? statusOf(answer) !== null && !mayFollow(answer, status)
    : differs(before.status, status, profile)
}

/** Whether a booking that nothing happened to cannot have come from one status to the other. */
function differs(was: string | null, status: string | null, profile: Profile): boolean {
  return was !== null && status !== null && !statesAgree(was, status, profile)
}

/** The state that a status stands for, where the documents leave open what it becomes. */
function classify(status: string | null, before: Known, profile: Profile): Known['state'] {
  const { confirmed, cancelled, expired } = profile.booking.statuses
  if (status === 'ON_HOLD') return 'on-hold'
  if (status === null) return 'unknown'
  if (status === before.status) return before.state
  if (status === confirmed) return 'confirmed'
  if (status === cancelled) return 'cancelled'
  return status === expired ? 'expired' : 'unknown'
}

/** Where it shows, and which clause it breaks; unless given, in the answer as a whole, that of the check. */
interface Shown {
  readonly pointer?: string
  readonly breaks?: string
  readonly code?: string
}

const atStatus: Shown = { pointer: '/status' }
const otherThanOnHold: Expected = { expected: 'a status other than ON_HOLD' }

/** The one finding of what a step shows wrong. */
function wrong(
  { reserved, steps }: Story,
  shown: Answer,
  what: string,
  said: Expected,
  { pointer = '', breaks, code }: Shown = {},
): readonly Finding[] {
  const names = ['reserve', ...steps.flatMap(({ after, step }) => (after === undefined ? [step] : [after, step]))]
  return [
    {
      message: `After ${names.slice(0, -1).join(', ')}, ${what}`,
      after: names.slice(0, -1),
      ...said,
      ...(code !== undefined && { code }),
      ...(breaks !== undefined && { breaks }),
      received: pointer === '' ? shown.describe() : (shown.at(pointer) ?? null),
      exchange: shown.n,
      pointer,
      steps: [reserved.n, ...steps.flatMap(({ answer, read }) => [answer.n, read.n])],
    },
  ]
}

/** When the target handled a request, in its own time as far as we moved it. */
function timeOf({ exchange }: Answer): number {
  return exchange.startedAt + exchange.clockMinutes * 60_000
}

function statusOf(answer: Answer): string | null {
  const status = answer.accepted ? answer.read('status') : undefined
  return typeof status === 'string' ? status : null
}

function cancellableOf(answer: Answer): boolean | null {
  const cancellable = answer.accepted ? answer.read('cancellable') : undefined
  return typeof cancellable === 'boolean' ? cancellable : null
}
