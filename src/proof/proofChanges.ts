import { isDeepStrictEqual } from 'node:util'
import type { PublishedProof } from './publishedProof.js'

/**
 * In what a proof differs from the one that is published, one sentence each. Ids of faults, variants and checks are public;
 * which other checks turned red besides may change with chance and is not compared.
 *
 * @param before text of `reports/proof.json`; null: there is none.
 */
export function proofChanges(before: string | null, now: PublishedProof): readonly string[] {
  const known = before === null ? null : parsePublished(before)
  if (known === null) return ['there is no readable published proof']
  return [
    ...listChanges(
      'fault',
      known.faults,
      now.faults,
      ({ name }) => name,
      ({ clause, shows, caught, by }) => ({ clause, shows, caught, by: by.map(({ check }) => check) }),
    ),
    ...listChanges(
      'variant',
      known.variants,
      now.variants,
      ({ name }) => name,
      ({ unharmed, warns }) => ({ unharmed, warns }),
    ),
    ...listChanges(
      'check',
      known.checks,
      now.checks,
      ({ id }) => id,
      ({ clause }) => clause,
    ),
    ...(now.provenTwice.twice < known.provenTwice.twice
      ? [
          `${now.provenTwice.twice} checks are proven by faults that differ in kind, where ${known.provenTwice.twice} were`,
        ]
      : []),
  ]
}

function listChanges<Item>(
  what: string,
  before: readonly Item[],
  now: readonly Item[],
  id: (item: Item) => string,
  essence: (item: Item) => unknown,
): readonly string[] {
  const old = new Map(before.map((item) => [id(item), item]))
  const ids = new Set(now.map(id))
  return [
    ...now.flatMap((item) => {
      const was = old.get(id(item))
      if (was === undefined) return [`${what} ${id(item)} is new`]
      return isDeepStrictEqual(essence(was), essence(item))
        ? []
        : [`${what} ${id(item)} is proven otherwise than published`]
    }),
    ...before.filter((item) => !ids.has(id(item))).map((item) => `${what} ${id(item)} is gone`),
  ]
}

/** A published proof; null: the text is none. */
export function parsePublished(text: string): PublishedProof | null {
  try {
    const found: unknown = JSON.parse(text)
    const members = ['provenTwice', 'faults', 'variants', 'checks']
    const whole = typeof found === 'object' && found !== null && members.every((name) => name in found)
    // Our own file, written by publishedProof; a hand-made one only makes the comparison fail.
    return whole ? (found as PublishedProof) : null
  } catch {
    return null
  }
}
