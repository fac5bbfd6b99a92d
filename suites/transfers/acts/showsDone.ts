import { isPending, type Answer } from '../vocabulary/index.js'

/**
 * Whether a read shows that a write was done whose success does not say so (204, or another body). Where nothing of it could be seen,
 * that is not known.
 * @param before what last showed the booking: of an answer with a body, which may be a refusal in words of its own, only what was not
 * so before proves anything
 */
export function showsDone(write: Answer, read: Answer, before: Answer | null): boolean {
  const { json, text } = write.exchange.response ?? {}
  const isEmpty = json === undefined && !text
  return isAsAsked(write, read) && (isEmpty || (before !== null && !isAsAsked(write, before)))
}

function isAsAsked({ exchange: { purpose, input } }: Answer, shown: Answer): boolean {
  if (!shown.accepted) return false
  const { statuses } = shown.profile.booking
  const status = shown.read('status')
  if (purpose === 'cancel') return status === statuses.cancelled || isPending(status, shown.profile)
  if (purpose === 'confirm') return status === statuses.confirmed || isPending(status, shown.profile)
  if (purpose === 'extend')
    return status === 'ON_HOLD' && shown.read('expirationMinutes') === input['expirationMinutes']
  const told = (['reference', 'notes', 'expirationMinutes'] as const).filter(
    (field) => input[field] !== undefined && shown.read(field) !== undefined,
  )
  return purpose === 'update' && told.length > 0 && told.every((field) => shown.read(field) === input[field])
}
