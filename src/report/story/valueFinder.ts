/** Shorter texts are in many answers by chance. */
export const shortestValue = 8

/** Finds which of many values stand in a text, in time that grows with the text alone. */
export function valueFinder(values: readonly string[]): (text: string) => readonly string[] {
  const places = new Map(values.map((value, at) => [value, at] as const))
  const lengths = new Map<string, Set<number>>()
  for (const value of values) {
    const beginning = value.slice(0, shortestValue)
    const ofThese = lengths.get(beginning) ?? new Set()
    lengths.set(beginning, ofThese.add(value.length))
  }
  return (text) => {
    const found = new Map<number, string>()
    for (let from = 0; from + shortestValue <= text.length; from += 1)
      for (const length of lengths.get(text.slice(from, from + shortestValue)) ?? []) {
        const value = text.slice(from, from + length)
        const at = places.get(value)
        if (at !== undefined) found.set(at, value)
      }
    return [...found].sort(([a], [b]) => a - b).map(([, value]) => value)
  }
}
