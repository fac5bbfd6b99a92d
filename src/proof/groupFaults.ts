import { pack } from '../pack.js'
import { clausesOf } from './clausesOf.js'
import type { ProofTask } from './proof.js'

/** A fault, or those that are on together, in what decides which others can be on as well. */
interface Traits {
  /** That its checks cite. */
  readonly clauses: ReadonlySet<string>
  /** Where it shows: in the words of the dialect after the operation, and in those of the service, whichever operation it is. */
  readonly places: ReadonlySet<string>
  /** What of the service it decides otherwise. */
  readonly touches: ReadonlySet<string>
  /** That its checks need. */
  readonly scenarios: ReadonlySet<string>
}

interface Group extends Traits {
  readonly names: readonly string[]
}

const { reference, checks, scenarios, ranking } = pack
const costs = new Map(ranking.scenarios.map(({ id, requests }) => [id, requests]))

/**
 * The same faults, up to `most` at a time, in a run each, in which each of them has to be caught for its own reason. No other of a group can
 * be that reason: no two break the same clause or are seen as the same, and no two show at the same place, or one inside the place of the
 * other, whichever operation answers it; of those that show in an answer as a whole, each does in that to another operation; and no two decide the
 * same thing of the service otherwise. All of a group
 * need the same variants, and one that plays with connections is alone. Those that need the whole suite are among themselves; of the others
 * those go together whose checks need the same scenarios, so that the run stays small.
 *
 * @param tasks each of one fault, focused and without an effort: no group has another
 * @param whole names of the faults that need the whole suite
 */
export function groupFaults(
  tasks: readonly ProofTask[],
  most: number,
  whole: ReadonlySet<string>,
): readonly ProofTask[] {
  const pools = new Map<string, { dialect: string; focused: boolean; names: string[] }>()
  for (const { dialect, names } of tasks)
    for (const name of names) {
      const { wire, on = [] } = reference.fault(name)
      const focused = !whole.has(name)
      const key = JSON.stringify([dialect, focused, wire === undefined ? on : name])
      const pool = pools.get(key) ?? { dialect, focused, names: [] }
      pool.names.push(name)
      pools.set(key, pool)
    }
  return [...pools.values()].flatMap(({ dialect, focused, names }) =>
    groupsOf(names, dialect, most).map((group) => ({
      kind: 'fault' as const,
      names: group,
      dialect,
      ...((focused || group.length === 1) && { focused: true as const }),
      ...(group.length > 1 && { each: true as const }),
    })),
  )
}

/** Each goes where it adds least to what has to be asked; those first that show where most do. */
function groupsOf(names: readonly string[], dialect: string, most: number): readonly (readonly string[])[] {
  const faults = names.map((name): Group => ({ names: [name], ...traitsOf(name, dialect) }))
  const shown = new Map<string, number>()
  for (const place of faults.flatMap(({ places }) => [...places])) shown.set(place, (shown.get(place) ?? 0) + 1)
  const rivals = ({ places }: Traits): number => Math.max(...[...places].map((place) => shown.get(place) ?? 0))
  const groups: Group[] = []
  for (const fault of faults.toSorted((a, b) => rivals(b) - rivals(a))) {
    let best = -1
    let least = Infinity
    for (const [index, group] of groups.entries()) {
      if (group.names.length >= most || !goTogether(group, fault)) continue
      const added = costOf([...fault.scenarios].filter((id) => !group.scenarios.has(id)))
      if (added < least) [best, least] = [index, added]
    }
    const group = groups[best]
    if (group === undefined) groups.push(fault)
    else groups[best] = joined(group, fault)
  }
  return groups.map((group) => group.names)
}

function traitsOf(name: string, dialect: string): Traits {
  const fault = reference.fault(name)
  const { shows, touches = [] } = fault
  const clauses = new Set(clausesOf(fault))
  const places = [
    ...reference.shownIn(name, dialect).map(({ operation, place }) => `${operation} ${place}`),
    ...shows.flatMap(({ place }) => (place === '' ? [] : [place])),
  ]
  return { clauses, places: new Set(places), touches: new Set(touches), scenarios: new Set(scenariosOf(clauses)) }
}

/** Scenarios that act for the checks of some clauses; what looks on has those of its chapter and of the operations that it looks at. */
function scenariosOf(clauses: ReadonlySet<string>): readonly string[] {
  const citing = [...checks.values()].filter(({ clause }) => clauses.has(clause))
  const own = new Set(citing.flatMap((check) => (check.kind === 'trial' ? [check.scenario] : [])))
  const chapters = new Set(
    citing.flatMap((check) => (check.kind === 'trial' ? [] : [chapterOf(check.id), ...check.of])),
  )
  return [...scenarios.keys()].filter((id) => own.has(id) || chapters.has(chapterOf(id)))
}

function chapterOf(id: string): string {
  return id.split('.', 1)[0] ?? id
}

/** In requests; of a scenario that was never measured, what most of them ask. */
function costOf(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + (costs.get(id) ?? 10), 0)
}

function goTogether(one: Traits, other: Traits): boolean {
  return (
    !overlap(one.clauses, other.clauses) &&
    !overlap(one.touches, other.touches) &&
    ![...one.places].some((place) => [...other.places].some((at) => isWithin(place, at) || isWithin(at, place)))
  )
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((each) => other.has(each))
}

/** Whether a place is another, or inside of it; in an answer as a whole is no place, since every place would be inside. */
function isWithin(place: string, other: string): boolean {
  return place === other || (other.startsWith('/') && place.startsWith(`${other}/`))
}

function joined(group: Group, { names, clauses, places, touches, scenarios: more }: Group): Group {
  return {
    names: [...group.names, ...names],
    clauses: new Set([...group.clauses, ...clauses]),
    places: new Set([...group.places, ...places]),
    touches: new Set([...group.touches, ...touches]),
    scenarios: new Set([...group.scenarios, ...more]),
  }
}
