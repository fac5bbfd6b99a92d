/**
 * The one of many names that does something, by halves or because it is named; null: none of them does it alone.
 * @param isKnown that one of them does it
 */
export async function theOne(
  names: readonly string[],
  does: (names: readonly string[]) => Promise<boolean | string>,
  isKnown = false,
): Promise<string | null> {
  let left = names
  for (let isSure = isKnown; ;) {
    if (!isSure) {
      const is = await does(left)
      if (typeof is === 'string') return is
      if (!is) return null
    }
    if (left.length === 1) return left[0] ?? null
    const half = left.slice(0, Math.ceil(left.length / 2))
    const is = await does(half)
    if (typeof is === 'string') return is
    // What the other half does is seen once more where it is one name.
    left = is ? half : left.slice(half.length)
    isSure = is || left.length > 1
  }
}
