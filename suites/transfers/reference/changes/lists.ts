import type { Change } from '../change.js'
import { Refused } from '../refused.js'
import { rule } from './shown.js'

/** A page beyond the last is refused; the first never is. */
export const refusesBeyondEnd: Change = rule('page', (usual, sorted, page, size, ctx) => {
  if (page > 1 && (page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is no such page')
  return usual(sorted, page, size, ctx)
})

/** A page with nothing in it is refused, also the first. */
export const refusesEmpty: Change = rule('page', (usual, sorted, page, size, ctx) => {
  if ((page - 1) * size >= sorted.length) throw new Refused('NOT_FOUND', 'there is nothing in it')
  return usual(sorted, page, size, ctx)
})
