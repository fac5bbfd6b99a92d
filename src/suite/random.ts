import { createHash } from 'node:crypto'
import fc from 'fast-check'

/** Seeded chance. The same seed gives the same values in the same order. */
export interface Random {
  readonly seed: number
  /** A whole number from min to max, both included. */
  integer(min: number, max: number): number
  /** One of the items. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** One value of an arbitrary. */
  sample<Value>(arbitrary: fc.Arbitrary<Value>): Value
}

/** A 32-bit seed that follows from a run's seed and a name, so that scenarios do not disturb each other's chance. */
export function seedFor(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0)
}

/** Opens a source of chance. */
export function openRandom(seed: number): Random {
  let drawn = 0
  const sample = <Value>(arbitrary: fc.Arbitrary<Value>): Value => {
    drawn += 1
    const [value] = fc.sample(arbitrary, { seed: seedFor(seed, String(drawn)), numRuns: 1 })
    // fc.sample gives exactly numRuns values, so there is one.
    return value as Value
  }
  return {
    seed,
    sample,
    integer: (min, max) => sample(fc.integer({ min, max })),
    pick: (items) => sample(fc.constantFrom(...items)),
  }
}

/** Letters and digits from which on an id cannot be hit by chance. */
const unguessable = 16

/** Those of which no words are made. */
const letters = 'bcdfghjkmnpqrstvwxz'

/** A longer one is made longer still, and not anew. */
const longestChanged = 500

/** A booking id that does not exist, in the shape of a real one and longer than any that was given out. */
export function unknownId(id: string, random: Random): string {
  const fresh = (text: string): string =>
    text
      .replace(/[0-9]/g, () => String(random.integer(0, 9)))
      .replace(/[a-f]/g, () => random.pick(['a', 'b', 'c', 'd', 'e', 'f']))
  if (
    id.length <= longestChanged &&
    id.replace(/[^a-zA-Z0-9]/g, '').length >= unguessable &&
    (id.match(/[0-9a-f]/g) ?? []).length >= 8
  ) {
    // The first characters stay: they may say which kind of thing or which version of a UUID it is.
    const kept = Math.min(20, Math.floor(id.length / 2))
    const made = `${id.slice(0, kept)}${fresh(id.slice(kept))}`
    if (made !== id) return made
  }
  return `${id}9${random.integer(10_000_000, 99_999_999)}`
}

/** Another one that keeps the end of the real id, for servers that read one end alone. */
export function unknownFromStart(id: string, random: Random): string {
  return madeAnew(id, Math.min(20, Math.floor(id.length / 2)), random)
}

/** As `unknownFromStart`, and made anew to its end: nothing is left of what the real one says. */
export function unknownThroughout(id: string, random: Random): string {
  return madeAnew(id, id.length, random)
}

function madeAnew(id: string, until: number, random: Random): string {
  // It may say which kind of thing it is.
  const [kind] = /^[a-z]{1,4}[^a-z0-9]/i.exec(id) ?? ['']
  const kept = Math.max(kind.length, until)
  const start = id
    .slice(kind.length, kept)
    .replace(/[0-9]/g, () => String(random.integer(0, 9)))
    .replace(/[a-z]/g, () => letters.charAt(random.integer(0, letters.length - 1)))
    .replace(/[A-Z]/g, () => letters.charAt(random.integer(0, letters.length - 1)).toUpperCase())
  const made = `${kind}${start}${id.slice(kept)}`
  // What has few letters may be counted up, or a time: another one could be somebody's.
  const canBeHit = start.replace(/[^a-z]/gi, '').length < 4
  return made === id || canBeHit ? `9${random.integer(10_000_000, 99_999_999)}${id}` : made
}
