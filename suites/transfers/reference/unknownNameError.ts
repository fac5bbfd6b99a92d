/** There is no fault, variant or dialect of this name. `code` is stable; `nearest` is what may have been meant. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError'
  readonly code = 'E_UNKNOWN_NAME'
  readonly kind: string
  readonly asked: string
  readonly nearest: string | undefined

  constructor(kind: string, asked: string, known: readonly string[]) {
    const nearest = nearestOf(asked, known)
    super(
      `There is no ${kind} named "${asked}".` +
        (nearest === undefined ? '' : ` Did you mean "${nearest}"?`) +
        (known.length <= 5 ? ` There are ${known.join(', ')}.` : ` octospec serve --list-${kind}s prints all of them.`),
    )
    this.kind = kind
    this.asked = asked
    this.nearest = nearest
  }
}

function nearestOf(asked: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: distance(asked, name) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best !== undefined && best.distance <= Math.max(2, asked.length / 3) ? best.name : undefined
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted))
    }
    row = next
  }
  return row[b.length] ?? 0
}
