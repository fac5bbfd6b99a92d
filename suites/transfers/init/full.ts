import { placesIn, readPointer, type Json } from '../vocabulary/index.js'
import { availabilitiesIn, isRoom } from './availabilitiesIn.js'
import { askFor, type Learning } from './learning.js'

/** How an item of an availability check says that it is full. */
interface Full {
  readonly at: string
  readonly values?: readonly string[]
}

/** What says, in public OCTO, how much is left: octospec knows it without a profile. */
const known = /^\/(available|vacancies|status|capacity)$/

/** Learns how an availability says that there is less left of it, by one that is held now and was free before. */
export async function learnFull(learning: Learning, slot: string): Promise<void> {
  const { interview, sold, offered } = learning
  const before = offered.get(slot)
  const { productId, optionId } = sold
  const heard = before === undefined ? null : await askFor(learning, 'availability', { productId, optionId })
  const after = availabilitiesIn(heard?.json ?? null, sold)?.items.get(slot)
  if (before === undefined || heard === null || after === undefined) return
  learning.takesPlaces = placesIn(before).some(({ pointer, value }) => {
    const left = readPointer<Json>(after, pointer)
    return typeof value === 'number' && left === value - 1 && isRoom(pointer.slice(pointer.lastIndexOf('/') + 1))
  })
  const full = changed(before, after)
  if (full === null) return
  const from = `what was held says something else there in the answer to request ${heard.n}`
  interview.draft.write(['operations', 'availability', 'full'], { ...full }, 'seen', from)
}

/** Where an item says that less of it is left than before; null: nowhere, or as public OCTO does. */
function changed(before: Json, after: Json): Full | null {
  const found = placesIn(before).flatMap(({ pointer, value }): readonly (Full & { readonly rank: number })[] => {
    const now = readPointer<Json>(after, pointer)
    if (typeof value === 'number' && typeof now === 'number')
      return Number.isInteger(now) && value > now && now >= 0 && value - now < 10 ? [{ at: pointer, rank: 0 }] : []
    if (value === true && now === false) return [{ at: pointer, rank: 1 }]
    if (value === false && now === true) return [{ at: pointer, values: ['true'], rank: 2 }]
    const isWord = typeof value === 'string' && typeof now === 'string' && value !== now && isStateOf(now)
    return isWord ? [{ at: pointer, values: [now], rank: 3 }] : []
  })
  if (found.some(({ at }) => known.test(at))) return null
  const [best] = found.toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? null : { at: best.at, ...(best.values !== undefined && { values: best.values }) }
}

/** Whether a text is a word for a state, and not one for a little that is left. */
function isStateOf(text: string): boolean {
  return /^[A-Za-z_ -]{2,30}$/.test(text) && !/limit|few|last|low/i.test(text)
}
