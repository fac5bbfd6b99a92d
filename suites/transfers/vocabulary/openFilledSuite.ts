import { TransferAnswer } from '../answer.js'
import {
  exclusiveOf,
  fail,
  inWords,
  momentOf,
  untested,
  type Answer,
  type Finding,
  type Judgement,
  type Profile,
} from './words.js'
import { openSuite, type Suite } from './suite.js'

/**
 * A suite about what one booking at a time can have. Where an availability has more places, scenarios fill it up (`Context.slot`), and their
 * trials name the holds that do: `filled`. A finding then names them, and nothing is found once they may be over.
 */
export function openFilledSuite(): Suite {
  const suite = openSuite()
  return {
    ...suite,
    check: (of, { judge, ...what }) =>
      suite.check(of, {
        ...what,
        judge: (data, context) => besideFillers(judge(data, context), data, context.profile),
      }),
  }
}

function besideFillers(judged: Judgement, data: unknown, profile: Profile): Judgement {
  if (judged.outcome !== 'fail') return judged
  const answers = answersIn(data)
  const filled = isTrial(data) ? answersIn(data.filled) : []
  const told = judged.findings.map((finding) => tell(finding, filled, answers, profile))
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
  filled: readonly Answer[],
  answers: readonly Answer[],
  profile: Profile,
): Finding | null {
  const shown = answers.find(({ n }) => n === finding.exchange)
  const own = filled.filter(({ exchange: { input } }) => {
    const id = inWords(input['availabilityId'])
    return id === inWords(shown?.exchange.input['availabilityId']) || finding.message.includes(id)
  })
  if (shown === undefined || own.length === 0) return finding
  if (own.some((filler) => isOverBy(shown, filler))) return null
  const numbers = own.map(({ n }) => n)
  return {
    ...finding,
    message: `${finding.message}; its other ${exclusiveOf(profile)?.places === 2 ? 'place was' : 'places were'} filled up by ${named(numbers)} (bookable.exclusive.places)`,
    steps: [...new Set([...numbers, ...(finding.steps ?? [])])].sort((a, b) => a - b),
  }
}

function isOverBy(shown: Answer, filler: Answer): boolean {
  const asked = Number(filler.exchange.input['expirationMinutes'])
  return momentOf(shown).latest - momentOf(filler).earliest >= asked
}

function named(numbers: readonly number[]): string {
  const [last] = numbers.slice(-1)
  return numbers.length === 1 ? `exchange ${last}` : `exchanges ${numbers.slice(0, -1).join(', ')} and ${last}`
}

function isTrial(data: unknown): data is { readonly filled?: unknown } {
  return typeof data === 'object' && data !== null
}

/** The answers of a trial, wherever they stand in it. */
function answersIn(data: unknown): readonly Answer[] {
  if (data instanceof TransferAnswer) return [data]
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(answersIn) : []
}
