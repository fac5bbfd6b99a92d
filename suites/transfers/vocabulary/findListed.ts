import { idText, readBooking, type Answer, type Context } from '../../../src/suite/index.js'

/** Where a booking stands in the list. Plain data beside the answer, for a trial. */
export interface Listed {
  /** The page that holds it, or the last one looked at. */
  readonly page: Answer | null
  /** Its place among the items of that page; null: it was not found. */
  readonly index: number | null
  /** The whole list was looked at: not found means not listed. */
  readonly complete: boolean
}

const size = 100
/** What is asked for where that is refused: page sizes may be bounded (8/page-size-bounds). */
const modestSize = 25
/** Pages that one search may cost: enough for an account with a thousand old bookings, whichever end the new ones are at. */
const patience = 14

/**
 * Looks for a booking in the list. Whether the newest or the oldest come first is left open, so it reads on until the end.
 * @throws Stop when the target does not offer the list.
 */
export async function findListed({ target }: Pick<Context, 'target'>, id: string): Promise<Listed> {
  let first: string | null = null
  let last: Answer | null = null
  let pageSize = size
  for (let page = 1; page <= patience; page += 1) {
    let answer = await target.list({ page, pageSize })
    if (answer.refused && page === 1) {
      pageSize = modestSize
      answer = await target.list({ page, pageSize })
    }
    if (!answer.accepted) return { page: page === 1 ? answer : last, index: null, complete: false }
    const ids = answer.items.map((item) => idOf(answer, item))
    const index = ids.indexOf(id)
    if (index >= 0) return { page: answer, index, complete: true }
    if (ids.length === 0) return { page: last ?? answer, index: null, complete: true }
    // The same again: this list has no pages, or calls them by another name, and then there may be more of it.
    if (page > 1 && ids[0] === first) return { page: last, index: null, complete: false }
    first ??= ids[0] ?? null
    last = answer
  }
  return { page: last, index: null, complete: false }
}

function idOf(answer: Answer, item: Answer['json']): string {
  return idText(readBooking(answer.profile, item, 'id')) ?? ''
}
