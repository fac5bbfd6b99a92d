import {
  cleanUpScenario,
  bookingAbout,
  describeValue,
  fail,
  findingAt,
  idText,
  isCounted,
  isKeptIn,
  isMarker,
  isOfScenario,
  openSuite,
  pass,
  placesIn,
} from '../vocabulary/index.js'
import type { Answer, Finding, ShownBooking, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

// No single scenario looks for it: mixed-up texts stand wherever bookings are read.
course({
  id: 'booking.no-texts-of-another',
  clause: '4.3/texts-of-its-own',
  title: 'no booking shows the notes, the reference or the reason that were sent for another',
  of: ['get', 'list'],
  // By its marks alone octospec knows for whom a text was sent.
  ofOwnRun: true,
  judge: (answers) => {
    const isForeign = foreignTexts(answers)
    const findings = answers.flatMap((answer) =>
      shownBy(answer).flatMap(({ id = '', pointer, json }) =>
        placesIn(json).flatMap(({ pointer: place, value }): readonly Finding[] =>
          typeof value === 'string' && isForeign(value, ownerOf(id, answer.exchange.as))
            ? [
                findingAt(answer, `${pointer}${place}`, {
                  message: `booking ${describeValue(id)} shows a text that was sent for another booking alone`,
                  expected: 'its own notes, reference and reason',
                  received: value,
                }),
              ]
            : [],
        ),
      ),
    )
    if (findings.length > 0) return fail(...findings)
    return answers.some((answer) => shownBy(answer).length > 0) ? pass : null
  },
})

/** Tells whether a text that a booking shows is known to be of others alone. */
function foreignTexts(answers: readonly Answer[]): (text: string, owner: string) => boolean {
  // A text may begin with one that went to another booking: what was sent as a whole says more.
  const made = new Set(answers.flatMap((answer) => madeBy(answer)))
  const names = otherNames(answers, made)
  const sent = [...textsOf(answers, names)].toSorted(([a], [b]) => b.length - a.length)
  const isOfThis = (text: string): boolean => answers.some(({ exchange }) => isOfScenario(text, exchange.scenario))
  const isActed = sent.some(([text]) => isOfThis(text))
  return (text, shown) => {
    const owner = names.get(shown) ?? shown
    // A text of another scenario that was sent here may have been sent for others there.
    if (!isMarker(text) || (!isActed && !made.has(owner))) return false
    const found = sent.find(([marker]) => isKeptIn(marker, text))
    if (found !== undefined) return found[1] !== null && !found[1].has(owner)
    // A booking that this scenario made is sent no text of another scenario, but that of the cleanup's confirm.
    // A booking that is answered in its place may be of that other scenario.
    return isActed && made.has(shown) && !isOfThis(text) && !isOfScenario(text, cleanUpScenario)
  }
}

/**
 * The other names of bookings. An answer about one booking that names another is wrong itself, and shows under the
 * other name what was sent for the first. The name of a booking of its own is left out.
 */
function otherNames(answers: readonly Answer[], made: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const answer of answers) {
    const { bookingId, as } = answer.exchange
    const told = answer.accepted ? idText(answer.read('id')) : undefined
    if (bookingId === undefined || told === undefined) continue
    const [owner, name] = [ownerOf(bookingId, as), ownerOf(told, as)]
    if (owner !== name && !made.has(name) && !names.has(name)) names.set(name, names.get(owner) ?? owner)
  }
  return names
}

function madeBy(answer: Answer): readonly string[] {
  const id = answer.exchange.purpose === 'reserve' ? bookingAbout(answer) : null
  return id === null ? [] : [ownerOf(id, answer.exchange.as)]
}

/** The bookings that each text was sent for; null: it may also have gone to one that no answer names. */
function textsOf(
  answers: readonly Answer[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string> | null> {
  const sent = new Map<string, Set<string> | null>()
  for (const answer of answers) {
    const { input, as } = answer.exchange
    const id = bookingAbout(answer)
    for (const text of [input['notes'], input['reference'], input['reason']]) {
      if (typeof text !== 'string' || !isMarker(text)) continue
      const before = sent.get(text)
      const owner = id === null ? null : ownerOf(id, as)
      sent.set(text, owner === null || before === null ? null : new Set([...(before ?? []), names.get(owner) ?? owner]))
    }
  }
  return sent
}

/** The bookings that an answer to get or list tells of, as far as it says which they are. */
function shownBy({ exchange: { purpose }, bookings }: Answer): readonly ShownBooking[] {
  return purpose === 'get' || purpose === 'list' ? bookings.filter(({ id }) => id !== undefined) : []
}

/** Ids may be counted per account: then two accounts may have a booking of the same number. */
function ownerOf(id: string, as: Answer['exchange']['as']): string {
  return isCounted(id) ? `${as} ${id}` : id.toLowerCase()
}

export default suite
