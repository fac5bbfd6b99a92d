import {
  asksForNothing,
  failAt,
  isPending,
  judgedIfAny,
  lastShown,
  openSuite,
  pass,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'

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
        // What passes by itself may have passed by then.
        if (shown?.read('cancellable') !== false || isPending(shown.read('status'), shown.profile)) return []
        return judgeRefused(answer, shown, control)
      })
      return judgedIfAny(judged)
    },
  })

function judgeRefused(answer: Answer, shown: Answer, control: boolean): Judgement | readonly [] {
  if (answer.refused) return control ? pass : []
  if (!answer.accepted || asksForNothing(answer, shown)) return []
  return failAt(answer, '', {
    ...say`${answer.exchange.purpose} was accepted, though cancellable of the booking was false (request ${shown})`,
    ...wants.refused(),
    steps: [shown.n, answer.n],
  })
}

export default suite
