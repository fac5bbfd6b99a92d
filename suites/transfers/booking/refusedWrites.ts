import {
  say,
  answeredAt,
  bookingAbout,
  isPending,
  judgedIfAny,
  notApplicable,
  openSuite,
  sameBooking,
  toldBy,
} from '../vocabulary/index.js'
import type { Answer, BookingField, Judgement, OperationName, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

/** What is refused changes nothing, whichever scenario tried it: each looks for what it tried alone. */
for (const operation of ['extend', 'update', 'cancel'] as const)
  course({
    id: `${operation}.refused-between-gets-changes-nothing`,
    clause: `7/refused-${operation}-changes-nothing`,
    title: `a booking has the same minutes, texts and end of its hold in two gets between which nothing but a refused ${operation} came`,
    of: [operation],
    uses: [operation, 'get'],
    // Others may do what a recording does not have.
    ofOwnRun: true,
    judge: (answers) =>
      judgedIfAny(answers.flatMap((read, at) => judgeRead(operation, read, answers.slice(0, at)))) ??
      notApplicable(`no two gets of a booking had nothing but a refused ${operation} between them`),
  })

/** What time alone does not change while the status stays. */
const fields: readonly BookingField[] = ['expirationMinutes', 'reference', 'notes', 'holdEnd']

function judgeRead(operation: OperationName, read: Answer, earlier: readonly Answer[]): readonly Judgement[] {
  if (!isPlainGet(read)) return []
  const id = bookingAbout(read)
  const own = earlier.filter((each) => bookingAbout(each) === id)
  const from = own.findLastIndex(isPlainGet)
  const before = own[from]
  if (before === undefined) return []
  const between = own.slice(from + 1)
  const isRefusal = (each: Answer): boolean => each.refused && each.exchange.purpose === operation
  if (between.length === 0 || !between.every(isRefusal)) return []
  // What was under way at the same time may have been done after either.
  const inTurn = [...between, read]
  if (inTurn.some((each, at) => each.exchange.startedAt < answeredAt(inTurn[at - 1] ?? before))) return []
  if (own.slice(0, from).some((each) => answeredAt(each) > before.exchange.startedAt)) return []
  const status = read.read('status')
  if (before.read('status') !== status || before.exchange.clockMinutes !== read.exchange.clockMinutes) return []
  const last = own.slice(0, from).findLast((each) => each.accepted && each.exchange.purpose !== 'get')
  // A get may show late what was written before it, and then the next one shows that.
  const told = toldBy(fields, before, read)
    .filter((field) => last?.read(field) === undefined || last.read(field) === before.read(field))
    // A booking that is no hold any more may go on showing the end of the former one for a while.
    .filter((field) => field !== 'holdEnd' || status === 'ON_HOLD')
  return told.length === 0
    ? []
    : [
        sameBooking(
          before,
          read,
          told,
          say`though nothing but a refused ${operation} came in between (exchange ${between})`,
        ),
      ]
}

/** A get of the reseller's that shows a booking which nothing is being done to. */
function isPlainGet(answer: Answer): boolean {
  const { accepted, exchange, profile } = answer
  return (
    accepted && exchange.purpose === 'get' && exchange.as === 'reseller' && !isPending(answer.read('status'), profile)
  )
}

export default suite
