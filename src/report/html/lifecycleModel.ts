import { jsonAt } from './jsonAt.js'
import type { Lifecycle, LifecycleRow } from '../../contract/lifecycle.js'
import type { Report } from '../../judge/report.js'

/** A state in the diagram: one of section 3's, or a status that the target answered beside them. */
export interface ShownState {
  readonly id: string
  readonly title: string
  /** How the target spells it; null: there is no status for it, or none is known. */
  readonly status: string | null
  /** Before there is any booking. */
  readonly start?: true
  /** Column and row in the drawing; absent: it is one beside those of the documents. */
  readonly at?: readonly [column: number, row: number]
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
export function lifecycleModel({ start, rows, states, triggers }: Lifecycle, report: Report): ShownLifecycle {
  const known: ShownState[] = states.map(({ id, title, status, profile, at }) => {
    const named =
      status ?? (profile === undefined ? undefined : jsonAt(report.profile, `/${profile.replaceAll('.', '/')}`))
    return {
      id,
      title,
      status: typeof named === 'string' ? named : null,
      ...(at !== undefined && { at }),
      ...(id === start && { start: true }),
    }
  })
  const stateOf = new Map(known.flatMap(({ id, status }) => (status === null ? [] : [[status, id] as const])))
  const others: ShownState[] = []
  // Nothing names the status that a trigger from outside leads to but that trigger itself.
  const outside = new Map(
    triggers.flatMap(({ id, by }) => {
      const to = by === 'outside' ? rows.find((row) => row.trigger === id && row.refused !== true)?.to : undefined
      return to === undefined ? [] : [[id, to] as const]
    }),
  )
  const byTime = triggers.find(({ by }) => by === 'clock')?.id
  const idOf = (status: string | null, trigger: string): string => {
    if (status === null) return start
    const state = stateOf.get(status)
    if (state !== undefined) return state
    const id = outside.get(trigger) ?? `other-${others.length + 1}`
    stateOf.set(status, id)
    const place = known.findIndex((each) => each.id === id)
    const before = known[place]
    if (before === undefined) others.push({ id, title: 'another status', status })
    else known[place] = { ...before, status }
    return id
  }
  const transitions = new Map<string, ShownTransition>()
  const add = (from: string, trigger: string, to: string | null, times: number): void => {
    const key = JSON.stringify([from, trigger, to])
    const before = transitions.get(key)?.times ?? 0
    transitions.set(key, { from, trigger, to, times: before + times, documented: says(rows, from, trigger, to) })
  }
  // Those from outside first: they name a status that others may come from.
  for (const seen of report.lifecycle.toSorted(
    (a, b) => Number(outside.has(b.trigger)) - Number(outside.has(a.trigger)),
  )) {
    const to = seen.to === null ? null : idOf(seen.to, seen.trigger)
    add(idOf(seen.from, ''), seen.trigger === 'time' ? (byTime ?? seen.trigger) : seen.trigger, to, seen.times)
  }
  const tried = new Set([...transitions.values()].map(({ from, trigger }) => `${from} ${trigger}`))
  for (const row of rows) {
    // That time changes nothing in a state does not show as a transition.
    if (tried.has(`${row.from} ${row.trigger}`) || (row.trigger === byTime && row.to === row.from)) continue
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
