import {
  bookingAbout,
  fail,
  isPending,
  openSuite,
  pass,
  readPointer,
  wants,
  untested,
  say,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, Json, Suite, Profile } from '../vocabulary/index.js'
import { isMailed } from '../confirm/inputs.js'

const suite: Suite = openSuite()
const { course } = suite

course({
  id: 'confirm.receipt-never-by-default',
  clause: '4.3/confirm-receipt-default-shown',
  title: 'no confirm without the receipt option, whatever else it says, makes a booking show that a receipt is mailed',
  restsOn: ['booking.emailReceipt', 'operations.confirm.emailReceipt'],
  of: ['confirm'],
  uses: ['confirm'],
  judge: (answers) => judged('confirm', answers),
})

course({
  id: 'update.receipt-never-by-default',
  clause: '4.3/update-receipt-default-shown',
  title: 'no update without the receipt option makes a booking show that a receipt is mailed',
  restsOn: ['booking.emailReceipt', 'operations.update.emailReceipt'],
  of: ['update'],
  uses: ['update'],
  judge: (answers) => judged('update', answers),
})

/** Judges every booking that was made here, and never asked a receipt for. */
function judged(operation: 'confirm' | 'update', answers: readonly Answer[]): Judgement | null {
  const made = answers.flatMap((answer) => {
    const id = answer.exchange.purpose === 'reserve' ? bookingAbout(answer) : null
    return id === null ? [] : [id]
  })
  const told = [...new Set(made)].flatMap((id) =>
    toldBy(
      operation,
      answers.filter((answer) => bookingAbout(answer) === id),
    ),
  )
  const findings = told.flatMap(({ write, answer, mailed }) => (mailed ? [found(write, answer)] : []))
  if (findings.length > 0) return fail(...findings)
  return told.length > 0 ? pass : null
}

interface Told {
  readonly write: Answer
  /** The write, or a get after it. */
  readonly answer: Answer
  readonly mailed: boolean
}

/** What the writes without the option say of it, and what get says before the next write. */
function toldBy(operation: 'confirm' | 'update', ofBooking: readonly Answer[]): readonly Told[] {
  const asked = ofBooking.findIndex(asksForReceipt)
  let write: Answer | null = null
  let before: boolean | undefined
  return (asked < 0 ? ofBooking : ofBooking.slice(0, asked)).flatMap((answer): readonly Told[] => {
    const { purpose } = answer.exchange
    if (purpose !== 'get') write = purpose === operation && answer.accepted ? answer : null
    const mailed =
      answer.accepted && !isPending(answer.read('status'), answer.profile)
        ? isMailed(answer.read('emailReceipt'))
        : undefined
    if (write === null) before = mailed ?? before
    // An update may leave what it does not name as it was.
    return write === null || mailed === undefined || (operation === 'update' && before === true)
      ? []
      : [{ write, answer, mailed }]
  })
}

/** Anything but false counts, also where it was refused; and what the profile has in each body of the operation. */
function asksForReceipt({ exchange: { purpose, input }, profile }: Answer): boolean {
  const { emailReceipt = false } = input
  if (emailReceipt !== false) return true
  if (purpose !== 'confirm' && purpose !== 'update') return false
  const { fields, body } = profile.operations[purpose] ?? {}
  const place = fields?.['emailReceipt']
  return body !== undefined && place?.in === 'body' && readPointer<Json>(body, place.pointer) !== undefined
}

function found(write: Answer, answer: Answer): Finding {
  return {
    ...say`the booking shows that a receipt is mailed, though ${write.exchange.purpose} was sent without that option (exchange ${write}), whose default is false`,
    ...wants.value(false),
    received: answer.read('emailReceipt') ?? null,
    exchange: answer.n,
    pointer: answer.place('emailReceipt').pointer ?? '',
  }
}

/**
 * Says what a write with the receipt option true comes to. A receipt goes to an address, and the documents name no field for one: where the
 * profile gives none, a refusal proves nothing.
 * @param judged that it should be accepted
 */
export function takesReceipt(write: Answer | null, judged: Judgement, { operations }: Profile): Judgement {
  if (judged.outcome !== 'fail' || write?.refused !== true) return judged
  const { purpose } = write.exchange
  const bodies = [operations.reserve, operations.update, operations.confirm].map((operation) => operation?.body ?? null)
  return bodies.some(namesAddress)
    ? judged
    : untested(
        `${purpose} with the receipt option true was refused, and the profile gives the guest no e-mail address`,
        `give one in operations.${purpose}.body, as this target calls it: { guest: { email: guest@example.com } }`,
      )
}

function namesAddress(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes('@')
  return typeof value === 'object' && value !== null && Object.values(value).some((each: Json) => namesAddress(each))
}

export default suite
