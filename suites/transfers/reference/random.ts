/** A number in [0, 1) that depends on the seed and on the parts alone, so that one answer never shifts the next. */
export type Random = (...parts: readonly (string | number)[]) => number

/** The reference service's one source of randomness. */
export function seededRandom(seed: number): Random {
  return (...parts) => hash(parts.join('\u0000'), seed) / 2 ** 53
}

/** A UUID (version 4 in form) that depends on the seed and on the parts alone. */
export function seededUuid(random: Random, ...parts: readonly (string | number)[]): string {
  const digits = (count: number, part: string): string =>
    Math.floor(random(...parts, part) * 16 ** count)
      .toString(16)
      .padStart(count, '0')
  return `${digits(8, 'a')}-${digits(4, 'b')}-4${digits(3, 'c')}-a${digits(3, 'd')}-${digits(12, 'e')}`
}

/** cyrb53: 53 well-mixed bits of a text. */
function hash(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
