import { escapeText, idsIn, listsIn, reached, readPointer, WalkFault } from '../vocabulary/index.js'
import type { Answer, Found, Json } from '../vocabulary/index.js'
import { refusedContent } from './refusedContent.js'
import { routed, type Walker } from './routed.js'

/**
 * The availabilities to book, of the answer to the first request of the walk; none where the run itself must judge what is wrong.
 * @param again see {@link refusedContent}
 * @throws WalkFault where the profile asks for the wrong thing, or looks for it in the wrong place
 */
export async function checkAvailability(
  answer: Answer,
  walker: Walker,
  again: () => Promise<Answer>,
): Promise<readonly string[]> {
  reached(answer, 'first')
  await routed(answer, walker)
  const { status, freeAvailabilityIds: free, availabilityIds: all } = answer
  if (status === null || answer.limited || status >= 500) return []
  if (answer.refused) await refusedContent(answer, walker, again)
  if (free.length > 0) return free
  if (all.length > 0) throw nothingFree(answer, `${all.length} availabilities, each of them closed or sold out`)
  const misplaced = elsewhere(answer)
  if (misplaced !== null) throw misplaced
  if (answer.accepted && answer.items.length === 0) throw nothingFree(answer, 'an empty list')
  return []
}

function nothingFree(answer: Answer, there: string): WalkFault {
  const { clock, operations } = answer.profile
  const { body } = operations.availability ?? {}
  const dates = Object.keys(body ?? {}).filter((name) => /date|from|to|start|end/i.test(name))
  const members = (dates.length === 0 ? ['localDateStart', 'localDateEnd'] : dates).map(
    (name) => `${name}: '{today+60}'`,
  )
  return new WalkFault({
    what: 'the availability check was answered, and nothing in it can be booked',
    answer,
    looked: `an availability that is free (operations.availability.items and availabilityId)`,
    there,
    write: `operations: { availability: { body: { ${escapeText(members.join(', '), 200)} } } }, days on which it is on offer; or another bookable.standard`,
    server: 'only if the product is on offer on these days',
    remedy: `name days and a product with something free in the profile: the walk books it, and cancels it again${
      clock === null || typeof clock.now === 'string'
        ? ''
        : '; where the test clock stands on another day, clock.now says where it shows it'
    }`,
  })
}

/** The ids in another place than the profile says; null: in none that could be told. */
function elsewhere(answer: Answer): WalkFault | null {
  const { json, profile, itemsPointer } = answer
  const { availability } = profile.operations
  if (json === undefined || availability === null || answer.status === null || answer.status > 299) return null
  const places = availability.availabilityId
  const names = ['availabilityId', ...places.map((place) => place.slice(place.lastIndexOf('/') + 1))]
  const here = readPointer<Json>(json, itemsPointer)
  const isWrongKind = (item: Json): boolean => places.some((place) => readPointer<Json>(item, place) !== undefined)
  // It stands there, and is no text: that is the server's.
  if (answer.items.some(isWrongKind)) return null
  const lists: readonly Found[] = [
    ...(Array.isArray(here) ? [{ pointer: itemsPointer, value: here }] : []),
    ...listsIn(json),
  ]
  const known = new Set([profile.bookable.standard.productId, profile.bookable.standard.optionId])
  for (const { pointer, value } of lists) {
    // Array.isArray narrows no list that is read-only.
    const item = Array.isArray(value) ? (value[0] as Json | undefined) : undefined
    const found = item === undefined ? [] : idsIn(item, names, known)
    const right = places.find((place) => typeof readPointer<Json>(item ?? null, place) === 'string')
    const [id] = found
    if (right === undefined && id === undefined) continue
    const items = pointer === itemsPointer ? [] : [`items: ${quoted(pointer)}`]
    const ids = right === undefined && id !== undefined ? [`availabilityId: ${quoted(id.pointer)}`] : []
    return new WalkFault({
      what: `the answer to the availability check has no availabilityId where the profile looks for it`,
      answer,
      looked: `text at ${places.join(' or ')} of an item of ${itemsPointer === '' ? 'the answer' : itemsPointer} (operations.availability.items, availabilityId)`,
      there: `a list at ${pointer === '' ? 'the top' : escapeText(pointer, 100)}, whose items have ${
        found.length > 0
          ? found
              .slice(0, 4)
              .map((each) => escapeText(each.pointer, 80))
              .join(', ')
          : (right ?? '')
      }`,
      write: `operations: { availability: { ${[...items, ...ids].join(', ')} } }`,
      server: 'no, if that is the id: only the profile says where it stands',
      remedy: 'mend operations.availability in the profile',
    })
  }
  return null
}

function quoted(pointer: string): string {
  const shown = escapeText(pointer, 120)
  return /^[\w/.-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "''")}'`
}
