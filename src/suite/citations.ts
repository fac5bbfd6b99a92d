/** How a text names exchanges that are recorded: `exchange 12`, or `exchanges 12, 13 and 15`. Whoever writes it so is understood. */
const citation = /\bexchange \d{1,9}|\bexchanges \d{1,9}(?:(?:, | and )\d{1,9})*/g

/** The exchanges that a text names, in its order. */
export function citationsIn(text: string): readonly number[] {
  return [...text.matchAll(citation)].flatMap(([found]) => [...found.matchAll(/\d+/g)].map(Number))
}

/** The text without the exchange that it names in brackets, or behind a comma: it is to stand for others as well. */
export function withoutCitations(text: string): string {
  return text.replaceAll(/ \(exchange \d{1,9}\)|, exchange \d{1,9}/g, '')
}

/** The text with each exchange that it names called what somebody else calls it; undefined: that is left as it is. */
export function withCitations(text: string, nameOf: (n: number) => string | undefined): string {
  return text.replaceAll(citation, (found) => {
    const names = citationsIn(found).map(nameOf)
    return names.includes(undefined) ? found : names.join(' and ')
  })
}
