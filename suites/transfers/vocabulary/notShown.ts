import { untested, type BookingField, type Judgement } from './words.js'

/** Nothing can be told of a booking that does not show this. */
export function notShown(field: BookingField, remedy?: string): Judgement {
  return untested(`the booking shows no ${field}`, remedy, { kind: 'missing', field })
}
