import { idText } from './words.js'
import type { TransferAnswer } from '../answer.js'

/** Id of the booking that an exchange is about: that it asked for, or that it made; null: none is known. */
export function bookingAbout(answer: TransferAnswer): string | null {
  const { bookingId, purpose } = answer.exchange
  if (bookingId !== undefined) return bookingId
  return (purpose === 'reserve' && answer.accepted ? idText(answer.read('id')) : undefined) ?? null
}
