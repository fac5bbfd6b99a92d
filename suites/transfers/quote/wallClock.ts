import {
  fail,
  findingAt,
  momentOf,
  parseUtcTimestamp,
  pass,
  unseen,
  untested,
  type Answer,
  type Finding,
  type Json,
  type Judgement,
} from '../vocabulary/index.js'
import { aheadByDate } from '../vocabulary/targetAhead.js'

/** All in minutes. Zones differ by whole quarters of an hour, by 14 hours at most. */
const [quarter, farthest] = [15, 14 * 60]
/** A stamp may be in whole seconds, and clocks are read while they run. */
const tolerance = 2 / 60
/** What took longer than that may have been created at any time of it. */
const longest = 3 / 60
/** Two clocks that are no further apart go together; a stamp of that age was made for this answer. */
const together = 2
/** So many quotes that are behind alike are no chance. */
const least = 3

interface Stamped {
  readonly answer: Answer
  readonly id: Json
  readonly created: number
}

/**
 * Judges that quotes are not all behind the time by the same whole quarters of an hour, and move along with it: such stamps are the wall
 * time of some place west of Greenwich. What is kept for a while does not move along, and is behind by any time.
 * @param ahead `Context.ahead` after these: nothing is said where the clock of the target is another than ours, or is not known
 */
export function judgeWallClock(answers: readonly Answer[], ahead: number | null): Judgement {
  const stamped = answers.flatMap(stampOf)
  const [first] = stamped
  if (first === undefined) return unseen('no transfer that was answered says when it was created')
  const known = ahead ?? (first.answer.profile.clock === null ? aheadByDate(first.answer) : null)
  const behind = stamped.map((each) => quartersBehind(each, known ?? 0))
  const [by] = behind
  const isWall =
    by !== undefined &&
    by !== null &&
    stamped.length >= least &&
    behind.every((each) => each === by) &&
    new Set(stamped.map(({ id }) => id)).size === stamped.length &&
    movesAlong(stamped)
  if (!isWall) return pass
  if (known === null || Math.abs(known) > together)
    return untested(
      'all transfers are behind the time by the same whole hours or quarters, and whether the clock of the target is as well is not known',
      'declare clock.now and clock.read in the profile, if the target has a test clock that shows its time',
    )
  return fail(...stamped.slice(0, 3).map(({ answer }) => findingOf(answer, by)))
}

/** What is made anew each day at one time, or was made once, does not move. */
function movesAlong(stamped: readonly Stamped[]): boolean {
  const times = new Set(stamped.map(({ created }) => Math.round(created * 60_000) % 86_400_000))
  const [only] = times
  return times.size > 1 || (only !== undefined && only % 60_000 !== 0 && isOnOtherDays(stamped))
}

function isOnOtherDays(stamped: readonly Stamped[]): boolean {
  return new Set(stamped.map(({ created }) => created)).size === stamped.length
}

/** By how many minutes, in whole quarters of an hour, a stamp is behind; null: it is not, or by another time. */
function quartersBehind({ answer, created }: Stamped, ahead: number): number | null {
  const { earliest, latest } = momentOf(answer)
  // A test clock may move holds, and leave quotes at the time of the day.
  const unmoved = latest - answer.exchange.clockMinutes + ahead - created
  const by = Math.round((latest + ahead - created) / quarter) * quarter
  const isQuarters = created + by >= earliest + ahead - tolerance && created + by <= latest + ahead + tolerance
  return isQuarters && by >= quarter && by <= farthest && Math.abs(unmoved) > together ? by : null
}

function stampOf(answer: Answer): readonly Stamped[] {
  const [id, stamp] = answer.accepted ? [answer.at('/id'), answer.at('/utcCreatedAt')] : []
  const created = typeof stamp === 'string' ? parseUtcTimestamp(stamp) : undefined
  if (created === undefined || id === undefined || answer.exchange.durationMs > longest * 60_000) return []
  return [{ answer, id, created: created / 60_000 }]
}

function findingOf(answer: Answer, by: number): Finding {
  return findingAt(answer, '/utcCreatedAt', {
    message: `the transfer was created ${by / 60} h before it was asked for, by the clock of the target, and so was each that was asked for at another time: it is the wall time of some place`,
    expected: 'the time in UTC',
  })
}
