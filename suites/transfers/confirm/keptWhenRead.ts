import {
  answeredAt,
  bookingAbout,
  failAt,
  inWords,
  isPending,
  judgedIfAny,
  openSuite,
  pass,
  recordedKind,
  say,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

course({
  id: 'confirm.kept-whenever-read',
  clause: '3/confirm-persisted-get',
  title: 'whenever a booking is read after a confirm of it, to which nothing was done since, it is not ON_HOLD',
  of: ['confirm'],
  uses: ['confirm', 'get'],
  judge: (answers) => judgedIfAny(answers.flatMap((answer, at) => judgeRead(answer, answers.slice(0, at)))),
})

course({
  id: 'confirm.done-is-answered',
  clause: '4.3/confirm-accepted',
  title: 'a confirm that a get shows to be done is answered with the booking, and not with a server error',
  of: ['confirm'],
  uses: ['confirm', 'get'],
  // Others may confirm what a recording does not have.
  ofOwnRun: true,
  judge: (answers) => judgedIfAny(answers.flatMap((answer, at) => judgeAnswered(answer, answers.slice(0, at)))),
})

/** Judges the confirms before a get that shows their booking confirmed, where that was ON_HOLD and nothing else was done to it. */
function judgeAnswered(read: Answer, earlier: readonly Answer[]): readonly Judgement[] {
  const status = read.read('status')
  // What is answered with the booking needs no get to show that it was done.
  if (read.exchange.purpose === 'confirm') return isOurs(read) ? [pass] : []
  if (read.exchange.purpose !== 'get' || !isOurs(read) || status !== read.profile.booking.statuses.confirmed) return []
  const id = bookingAbout(read)
  const own = earlier.filter((each) => bookingAbout(each) === id)
  const from = own.findLastIndex((each) => isOurs(each) && each.read('status') === 'ON_HOLD')
  const between = own.slice(from + 1)
  const confirm = between.find(({ exchange }) => exchange.purpose === 'confirm')
  if (from === -1 || confirm === undefined) return []
  // What is no JSON may be a gateway's. Whatever is sent after it is refused, as the booking is confirmed.
  const isFailed = Number(confirm.status) >= 500 && confirm.json !== undefined
  const isAlone = between.every(({ refused, exchange }) => exchange.as === 'reseller' && refused)
  if (!isFailed || !isAlone || own.slice(0, from + 1).some(({ exchange }) => exchange.purpose === 'confirm')) return []
  return [
    // That it was carried out shows that it was asked for rightly.
    failAt(read, '/status', {
      ...say`the booking is ${inWords(status)}: its confirm was carried out, and was answered as a failure of the server: ${confirm.describe()} (exchange ${confirm})`,
      expected: 'an answer to confirm that is the booking, or a booking that is ON_HOLD still',
      steps: [confirm.n, read.n],
    }),
  ]
}

/** Judges a get by the confirm before it, where that was the last thing done to the booking. */
function judgeRead(read: Answer, earlier: readonly Answer[]): readonly Judgement[] {
  if (read.exchange.purpose !== 'get' || !isOurs(read) || read.read('status') === undefined) return []
  const id = bookingAbout(read)
  const writes = earlier.filter((each) => bookingAbout(each) === id && each.exchange.purpose !== 'get')
  const confirm = writes.at(-1)
  if (confirm?.exchange.purpose !== 'confirm' || !isOurs(confirm)) return []
  const status = read.read('status')
  const done = doneBy(confirm, earlier)
  // What is processed for a while may yet be turned down.
  if (done === undefined) return typeof status !== 'string' || isOpen(status, confirm) ? [] : [pass]
  const said = done.read('status')
  // What was under way at the same time may have been done after it.
  if (writes.some((each) => each !== confirm && answeredAt(each) > confirm.exchange.startedAt)) return []
  if (status !== 'ON_HOLD') return [pass]
  // Nobody says how soon a get shows a write: a run asks again after that time, where the answer came within it, others do not.
  const at = recordedKind(read.exchange) === null ? answeredAt(read) : read.exchange.startedAt
  if (at < answeredAt(done) + read.profile.reads.settleSeconds * 1000) return []
  return [
    failAt(read, '/status', {
      ...say`the booking is ON_HOLD, though it was confirmed (exchange ${confirm}) and nothing was done to it since`,
      expected: `status ${JSON.stringify(said)}, or another one that a confirmed booking has`,
      steps: [confirm.n, read.n],
    }),
  ]
}

/**
 * What first showed the confirm done: its answer, or, where that shows a state that it passes through, a get. That confirm itself shows the
 * booking ON_HOLD is for confirm.leaves-on-hold.
 */
function doneBy(confirm: Answer, earlier: readonly Answer[]): Answer | undefined {
  const id = bookingAbout(confirm)
  const from = earlier.indexOf(confirm)
  const isIt = (each: Answer): boolean => isOurs(each) && bookingAbout(each) === id
  const shown = isPending(confirm.read('status'), confirm.profile) ? earlier.slice(from + 1).filter(isIt) : [confirm]
  return shown.find((each) => {
    const status = each.read('status')
    return typeof status === 'string' && !isOpen(status, confirm)
  })
}

function isOpen(status: string, { profile }: Answer): boolean {
  return status === 'ON_HOLD' || isPending(status, profile)
}

function isOurs({ accepted, exchange }: Answer): boolean {
  return accepted && exchange.as === 'reseller'
}

export default suite
