import type { Break } from '../change.js'
import { rule, seen } from './shown.js'
import type { When } from './writes.js'

/** Such holds are over, whatever end they show, and get tells. */
export function endsHolds(when: When): Break {
  return seen(
    'get',
    '/status',
    rule(
      'isOver',
      (usual, booking, ctx) => usual(booking, ctx) || (booking.status === 'ON_HOLD' && when(booking, ctx)),
    ),
  )
}
