import { type Answer, type ClockFault, escapeText, listsIn, WalkFault } from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/envelopeOfTransfer.js'

/** @throws WalkFault where a list of objects stands elsewhere than the profile says */
export function wrongItems(answer: Answer): void {
  const { json, itemsPointer } = answer
  if (!answer.undocumented || json === undefined) return
  const lists = listsIn(json)
  const [best] = lists
  if (best === undefined) return
  throw new WalkFault({
    what: `the answer to list has no list at '${itemsPointer}'`,
    answer,
    looked: `a list at '${itemsPointer}' (operations.list.items)`,
    there: `lists at ${lists
      .slice(0, 4)
      .map(({ pointer }) => `'${escapeText(pointer, 80)}'`)
      .join(', ')}`,
    write: `operations: { list: { items: '${escapeText(best.pointer, 120)}' } }`,
    server: 'no: only the profile says where the list stands',
    remedy: 'mend operations.list.items in the profile',
  })
}

/** @throws WalkFault where a transfer stands elsewhere than the profile says */
export function wrongTransfer(answer: Answer): void {
  const { json, profile } = answer
  const at = answer.undocumented ? envelopeOfTransfer(json ?? null) : null
  if (at === null) return
  const place = escapeText(at, 120)
  throw new WalkFault({
    what: `the answer to transfers is no Transfer: it has one at '${place}'`,
    answer,
    looked: `a Transfer at '${profile.operations.transfers?.at ?? ''}' (operations.transfers.at)`,
    there: `a Transfer at '${place}'`,
    write: `operations: { transfers: { at: '${place}' } }`,
    server:
      'only if what it wraps its answers in is none of its habits: by the documents (4.1) the answer is the Transfer',
    remedy: 'say operations.transfers.at in the profile',
  })
}

const clockLine =
  'clock: { request: POST /..., minutes: body:/... }, or seconds: body:/...; null, if the target has no test clock'

/** A clock that shows what it should not: a move that was none, or no time where the profile says it is. */
export function wrongTime({ answer, message, remedy }: ClockFault): WalkFault {
  return new WalkFault({
    what: escapeText(message, 300),
    answer,
    write: clockLine,
    server: 'no: the documents know no test clock',
    remedy,
  })
}

/** Moving by nothing may be refused for being nothing: whatever of the target's shows that there is no such clock ends the walk. @throws WalkFault */
export function wrongClock(answer: Answer): void {
  const { status, outcome } = answer
  if (status === null || outcome === 'none' || answer.accepted || [400, 409, 422].includes(status)) return
  throw new WalkFault({
    what: `the clock of the profile cannot be moved: ${escapeText(answer.describe(), 300)}`,
    answer,
    looked:
      'a test clock that moves forward by 0 minutes (clock.request, and clock.minutes, clock.seconds or clock.at)',
    write: clockLine,
    server: 'no: the documents know no test clock',
    remedy: 'mend clock in the profile; without one the holds are checked by --wait or octospec resume',
  })
}
