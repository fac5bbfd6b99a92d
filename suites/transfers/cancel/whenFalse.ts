import {
  asksForNothing,
  bookingAbout,
  fail,
  momentOf,
  openSuite,
  pass,
  allJudged,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

for (const [operation, clause] of [
  ['cancel', '7/cancel-not-cancellable-refused'],
  ['update', '7/update-not-cancellable-refused'],
] as const)
  course({
    id: `${operation}.never-when-read-false`,
    clause,
    title: `whenever a booking was shown with cancellable false, in whatever state, the next ${operation} of it is refused`,
    of: [operation],
    uses: [operation],
    judge: (answers) => {
      // What is refused to a booking that would have taken it proves nothing; that it was accepted does.
      const control = answers.some(({ exchange, accepted }) => exchange.purpose === operation && accepted)
      const judged = answers.flatMap((answer) => {
        if (answer.exchange.purpose !== operation || answer.exchange.as !== 'reseller') return []
        const shown = lastShown(answer, answers)
        if (shown?.read('cancellable') !== false) return []
        return judgeRefused(answer, shown, control)
      })
      return judged.length === 0 ? null : allJudged(...judged)
    },
  })

function judgeRefused(answer: Answer, shown: Answer, control: boolean): Judgement | readonly [] {
  if (answer.refused) return control ? pass : []
  if (!answer.accepted || asksForNothing(answer, shown)) return []
  return fail({
    message: `${answer.exchange.purpose} was accepted, though cancellable of the booking was false (exchange ${shown.n})`,
    expected: 'a refusal',
    received: answer.describe(),
    exchange: answer.n,
    pointer: '',
    steps: [shown.n, answer.n],
  })
}

/** What time may pass at the target, in minutes, between what a booking shows and what is done to it. */
const soon = 1

/** The answer that showed the booking last before this request, with nothing done to the booking since; undefined: there is none. */
function lastShown(answer: Answer, answers: readonly Answer[]): Answer | undefined {
  const id = bookingAbout(answer)
  if (id === null) return undefined
  const ofBooking = answers.filter((each) => each !== answer && bookingAbout(each) === id)
  const before = ofBooking.filter((each) => isOver(each, answer) && each.accepted && each.exchange.as === 'reseller')
  const shown = before.findLast((each) => each.read('cancellable') !== undefined)
  if (shown === undefined || momentOf(answer).latest - momentOf(shown).earliest > soon) return undefined
  // A refused write that is over changed nothing (7); any other one, and one that was under way meanwhile, may have.
  const between = ofBooking.some(
    (each) =>
      each !== shown &&
      each.exchange.purpose !== 'get' &&
      !isOver(each, shown) &&
      !isOver(answer, each) &&
      !(each.refused && isOver(each, answer)),
  )
  return between ? undefined : shown
}

/** Whether one was answered before the other was asked for. */
function isOver({ exchange: one }: Answer, { exchange: other }: Answer): boolean {
  return one.n < other.n && one.startedAt + one.durationMs <= other.startedAt
}

export default suite
