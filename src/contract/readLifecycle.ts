import type { Clause } from './clause.js'
import type { ContractOperation } from './contractOperations.js'
import type { Lifecycle, LifecycleFile, LifecycleRow, LifecycleTrigger } from './lifecycle.js'

/** The lifecycle: the states of its file, and the transitions of the clauses, with a row for each state that one of them names. */
export function readLifecycle(
  { start, states, clock }: LifecycleFile,
  clauses: readonly Clause[],
  operations: readonly Pick<ContractOperation, 'id' | 'clause'>[],
): Lifecycle {
  const rows = clauses.flatMap(rowsOf)
  const optional = new Map(clauses.map((clause) => [clause.id, clause.optional]))
  const triggerOf = (id: string): LifecycleTrigger => {
    if (id === clock.id) return { ...clock, by: 'clock' }
    const operation = operations.find((each) => each.id === id)
    if (operation === undefined) return { id, by: 'outside' }
    return { id, by: 'client', ...(optional.get(operation.clause) === id && { optional: true }) }
  }
  return { start, states, triggers: [...new Set(rows.map(({ trigger }) => trigger))].map(triggerOf), rows }
}

function rowsOf({ id, level, transitions = [] }: Clause): readonly LifecycleRow[] {
  return transitions.flatMap(({ from: states, to, ...row }) =>
    (typeof states === 'string' ? [states] : states).map((from) => ({
      ...row,
      from,
      // What is refused, or has been done already, leaves the booking as it was.
      to: to ?? from,
      ...(level === 'gap' && { outcome: 'open' }),
      clause: id,
    })),
  )
}
