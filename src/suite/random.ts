import fc from 'fast-check'
import { createHash } from 'node:crypto'

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
