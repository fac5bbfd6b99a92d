import { TransferAnswer } from '../answer.js'
import {
  describeValue,
  exclusiveOf,
  fail,
  momentOf,
  stoppable,
  untested,
  type Answer,
  type Filled,
  type Finding,
  type Judgement,
  type Profile,
  type Trials,
} from './words.js'
import type { Suite } from './suite.js'

interface Trial {
  readonly filled?: Filled
}

/**
 * Declares checks about what one booking at a time can have. Where an availability has more places, scenarios fill it up (`Context.slot`),
 * and their trials say with what: `filled`. A finding then names these holds, and nothing is found once they may be over; what is untested
 * where nothing could be filled up says so.
 */
export function checkFilled(
  suite: Pick<Suite, 'check'>,
): <Data extends Trial>(of: Trials<Data>, what: Parameters<typeof suite.check<Data>>[1]) => void {
  return (of, { judge, ...what }) => {
    suite.check(of, {
      ...what,
      judge: (data, context) => besideFillers(stoppable(judge)(data, context), data, context.profile),
    })
  }
}

function besideFillers(judged: Judgement, trial: Trial, profile: Profile): Judgement {
  const { filled } = trial
  if (filled === undefined || judged.outcome === 'pass') return judged
  if (judged.outcome === 'untested')
    return filled.lacking === null || judged.remedy !== undefined || judged.applies === false
      ? judged
      : untested(filled.lacking.reason, filled.lacking.remedy)
  const answers = answersIn(trial)
  const told = judged.findings.map((finding) => tell(finding, filled.fillers, answers, profile))
  return told.includes(null)
    ? untested(
        'what filled the availability up may have been over by then',
        'run it where less time passes between its requests',
      )
    : fail(...told.filter((finding) => finding !== null))
}

/** null: what filled the availability up may have been over. */
function tell(
  finding: Finding,
  fillers: readonly Answer[],
  answers: readonly Answer[],
  profile: Profile,
): Finding | null {
  const shown = answers.find(({ n }) => n === finding.exchange)
  if (shown === undefined) return finding
  // What a check of many says of one is in the words of the finding, as `describeValue` has it.
  const { availabilityId } = shown.exchange.input
  const own = fillers.filter(({ exchange: { input } }) => {
    const id = describeValue(input['availabilityId'])
    return availabilityId === undefined ? finding.message.includes(id) : describeValue(availabilityId) === id
  })
  if (own.length === 0) return finding
  if (own.some((filler) => isOverBy(shown, filler))) return null
  const numbers = own.map(({ n }) => n)
  const { places = 1 } = exclusiveOf(profile) ?? {}
  return {
    ...finding,
    // Not in the message, which is the title of a failure.
    expected: `${finding.expected} (its other ${places === 2 ? 'place was' : 'places were'} filled up by ${named(numbers)}; bookable.exclusive.places is ${places})`,
    steps: [...new Set([...numbers, ...(finding.steps ?? [])])].sort((a, b) => a - b),
  }
}

/** Minutes of the shortest hold there is: how long one lasts that was sent none, the target alone knows. */
const shortest = 20

function isOverBy(shown: Answer, filler: Answer): boolean {
  const isSent = filler.profile.operations.reserve?.fields['expirationMinutes'] !== undefined
  const asked = isSent ? Number(filler.exchange.input['expirationMinutes']) : shortest
  return momentOf(shown).latest - momentOf(filler).earliest >= asked
}

function named(numbers: readonly number[]): string {
  const last = numbers.at(-1) ?? ''
  return numbers.length === 1 ? `exchange ${last}` : `exchanges ${numbers.slice(0, -1).join(', ')} and ${last}`
}

/** The answers of a trial, wherever they stand in it. */
function answersIn(data: unknown): readonly Answer[] {
  if (data instanceof TransferAnswer) return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(answersIn) : []
}
