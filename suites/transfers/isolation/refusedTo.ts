import {
  failAt,
  idText,
  isCounted,
  pass,
  refusal,
  unjudged,
  untested,
  wants,
  type Answer,
  type Judgement,
} from '../vocabulary/index.js'

/**
 * Judges that something was refused to a stranger. That the owner was refused the same proves that the refusal had another
 * cause; that the stranger was let in needs no such proof.
 * @param control the same request by the owner
 * @param told what is wrong, after the name of the operation
 */
export function refusedTo(answer: Answer | null, control: Answer | null, told: string): Judgement {
  if (!answer || answer.outcome === 'none') return unjudged(answer)
  if (answer.accepted)
    return failAt(answer, '', {
      message: `${answer.exchange.purpose} ${told}`,
      ...wants.refused(),
    })
  if (control?.redirected === true) return unjudged(control)
  if (control?.accepted !== true)
    return untested(
      `the owner's own ${answer.exchange.purpose} was not accepted either (${control?.describe() ?? 'not asked'}), so a refusal proves nothing`,
      `make ${answer.exchange.purpose} succeed for the owner of the booking`,
      control === null ? { kind: 'unseen' } : refusal(control),
    )
  return pass
}

/** Whether an answer that was accepted is the booking with this id. Ids may be counted for each account, but then other notes show. */
export function shows(answer: Answer, booking: Answer): boolean {
  if (!answer.accepted) return false
  const [id, wanted] = [answer.read('id'), booking.read('id')]
  if (id !== undefined && wanted !== undefined && idText(id) !== idText(wanted)) return false
  const [notes, written] = [answer.read('notes'), booking.read('notes')]
  // A booking of the stranger's own may have that number, and no notes at all.
  if (typeof written === 'string' && isCounted(idText(id) ?? '')) return notes === written
  return typeof notes !== 'string' || typeof written !== 'string' || notes === written
}
