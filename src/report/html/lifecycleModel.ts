import { jsonAt } from './jsonAt.js'
import type { Lifecycle, LifecycleRow } from '../../contract/lifecycle.js'
import type { Report } from '../../judge/report.js'

/** A state in the diagram: one of section 3's, or a status that the target answered beside them. */
export interface ShownState {
  readonly id: string
  readonly title: string
  /** How the target spells it; null: there is no status for it, or none is known. */
  readonly status: string | null
}

/** What a trigger did, or was never tried to do, in a state. */
export interface ShownTransition {
  readonly from: string
  readonly trigger: string
  /** State it led to; null: it was refused. */
  readonly to: string | null
  /** 0: never tried. */
  readonly times: number
  /** What section 3 says of this trigger in this state. */
  readonly documented: 'leads there' | 'is refused' | 'left open' | 'not in the table'
}

export interface ShownLifecycle {
  readonly states: readonly ShownState[]
  readonly transitions: readonly ShownTransition[]
}

/** The lifecycle of section 3, with what the run saw of it: transitions seen, refused and never tried. */
export function lifecycleModel({ rows, states }: Lifecycle, report: Report): ShownLifecycle {
  const known: ShownState[] = states.map(({ id, title, status, profile }) => {
    const named =
      status ?? (profile === undefined ? undefined : jsonAt(report.profile, `/${profile.replaceAll('.', '/')}`))
    return { id, title, status: typeof named === 'string' ? named : null }
  })
  const stateOf = new Map(known.flatMap(({ id, status }) => (status === null ? [] : [[status, id] as const])))
  const others: ShownState[] = []
  const idOf = (status: string | null, trigger: string): string => {
    if (status === null) return 'none'
    const state = stateOf.get(status)
    if (state !== undefined) return state
    // Nothing names the status of a redeemed booking but the redeeming.
    const redeemed = trigger === 'redeem'
    const id = redeemed ? 'redeemed' : `other-${others.length + 1}`
    stateOf.set(status, id)
    if (redeemed)
      known.splice(
        known.findIndex((each) => each.id === id),
        1,
        { id, title: 'redeemed', status },
      )
    else others.push({ id, title: 'another status', status })
    return id
  }
  const transitions = new Map<string, ShownTransition>()
  const add = (from: string, trigger: string, to: string | null, times: number): void => {
    const key = JSON.stringify([from, trigger, to])
    const before = transitions.get(key)?.times ?? 0
    transitions.set(key, { from, trigger, to, times: before + times, documented: says(rows, from, trigger, to) })
  }
  // The redeeming first: it names a status that others may come from.
  for (const seen of report.lifecycle.toSorted(
    (a, b) => Number(b.trigger === 'redeem') - Number(a.trigger === 'redeem'),
  )) {
    const to = seen.to === null ? null : idOf(seen.to, seen.trigger)
    add(idOf(seen.from, ''), seen.trigger === 'time' ? 'expire' : seen.trigger, to, seen.times)
  }
  const tried = new Set([...transitions.values()].map(({ from, trigger }) => `${from} ${trigger}`))
  for (const row of rows) {
    // That time changes nothing in a state does not show as a transition.
    if (tried.has(`${row.from} ${row.trigger}`) || (row.trigger === 'expire' && row.to === row.from)) continue
    tried.add(`${row.from} ${row.trigger}`)
    add(row.from, row.trigger, row.refused === true ? null : row.to === 'adopted' ? row.from : row.to, 0)
  }
  return { states: [...known, ...others], transitions: [...transitions.values()] }
}

function says(
  rows: readonly LifecycleRow[],
  from: string,
  trigger: string,
  to: string | null,
): ShownTransition['documented'] {
  const own = rows.filter((row) => row.from === from && row.trigger === trigger)
  const fitting = own.filter((row) =>
    to === null
      ? row.refused === true || row.repeat === true
      : row.refused !== true && (row.to === to || row.to === 'adopted'),
  )
  const [first] = fitting
  if (first === undefined) return own.some((row) => row.outcome === 'open') ? 'left open' : 'not in the table'
  if (first.outcome === 'open' || first.repeat === true) return 'left open'
  return to === null ? 'is refused' : 'leads there'
}
