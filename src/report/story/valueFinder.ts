/** Shorter texts are in many answers by chance. */
export const shortestValue = 8

/**
 * Says which of many values stand in a text, in their order: in time that grows with the text, and hardly with how many values there
 * are, for a target says as many as it likes.
 * @param values of {@link shortestValue} characters at least
 */
export function valueFinder(values: readonly string[]): (text: string) => readonly string[] {
  const byBeginning = new Map<string, (readonly [value: string, at: number])[]>()
  for (const [at, value] of values.entries()) {
    const beginning = value.slice(0, shortestValue)
    const alike = byBeginning.get(beginning)
    if (alike === undefined) byBeginning.set(beginning, [[value, at]])
    else alike.push([value, at])
  }
  return (text) => {
    const found = new Map<number, string>()
    for (let from = 0; from + shortestValue <= text.length; from += 1)
      for (const [value, at] of byBeginning.get(text.slice(from, from + shortestValue)) ?? [])
        if (text.startsWith(value, from)) found.set(at, value)
    return [...found].sort(([a], [b]) => a - b).map(([, value]) => value)
  }
}
