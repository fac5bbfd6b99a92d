import { pack } from '../pack.js'

/** The ids by which a run is asked for a part of it: of its checks, and of the clauses that they cite. */
export function judgedIds(): Iterable<string> {
  return new Set([...pack.checks.values()].flatMap(({ id, clause }) => [id, clause]))
}
