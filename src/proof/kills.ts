import type { ReferenceFault } from '../suite/referenceService.js'
import type { Pack, Ranked, Ranking } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import type { ProofRow, ScenarioCost } from './proof.js'

/** The clauses by which a fault may be caught: the one that it breaks, and those that show it as well. */
export function clausesOf({ clause, seenAs = [] }: Pick<ReferenceFault, 'clause' | 'seenAs'>): readonly string[] {
  return [clause, ...seenAs]
}

/** A line of `reports/kills.csv`: a check that a fault turned red in a dialect. */
export interface Kill {
  /** The fault; of a legal variant `variant:NAME`. */
  readonly fault: string
  readonly dialect: string
  /** Empty: nothing turned red. */
  readonly check: string
  readonly clause: string
  /** Empty: its finding points into no exchange. */
  readonly operation: string
  /** Empty: the answer as a whole. */
  readonly place: string
}

const columns = ['fault', 'dialect', 'check', 'clause', 'operation', 'place'] as const

/** Before the name of a legal variant. */
const variantMark = 'variant:'

/** What `kills.csv` calls the fault or the variant of a row. */
export function subjectOf({ kind, name }: Pick<ProofRow, 'kind' | 'name'>): string {
  return `${kind === 'variant' ? variantMark : ''}${name ?? 'none'}`
}

/** The fault or the variant of a row, and the dialect in which it was put on: as `runOf` of its lines. */
export function keyOf(row: Pick<ProofRow, 'kind' | 'name' | 'dialect'>): string {
  return runOf({ fault: subjectOf(row), dialect: row.dialect })
}

/** The fault or the variant, and the dialect in which it was put on. */
export function runOf({ fault, dialect }: Pick<Kill, 'fault' | 'dialect'>): string {
  return `${fault} (${dialect})`
}

/** The kills of the rows of a proof, sorted. A variant has no line for what it announces. */
export function killsOf(rows: readonly ProofRow[], { reference }: Pack): readonly Kill[] {
  return sorted(
    rows.flatMap((row) => {
      const { kind, name, dialect, by, collateral } = row
      const announced = kind === 'variant' && name !== null ? (reference.variant(name).warns ?? []) : []
      const red = [...by, ...collateral].filter(
        ({ outcome, clause }) => outcome !== 'error' && !(outcome === 'warn' && announced.includes(clause)),
      )
      const fault = subjectOf(row)
      if (red.length === 0) return [{ fault, dialect, check: '', clause: '', operation: '', place: '' }]
      return red.map(({ check, clause, operation, place }) => {
        return { fault, dialect, check, clause, operation: operation ?? '', place: place ?? '' }
      })
    }),
  )
}

/** The text of `kills.csv`. */
export function killsCsv(kills: readonly Kill[]): string {
  const lines = sorted(kills).map((kill) => columns.map((column) => quoted(kill[column])).join(','))
  return `${[columns.join(','), ...lines].join('\n')}\n`
}

/** @throws SyntaxError where the text is no `kills.csv` */
export function parseKills(text: string): readonly Kill[] {
  const [head, ...lines] = text.trimEnd().split(/\r?\n/)
  if (head !== columns.join(',')) throw new SyntaxError(`the first line is not ${columns.join(',')}`)
  return lines.map((line, index) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '',
    )
    if (cells.length !== columns.length)
      throw new SyntaxError(`line ${index + 2} has ${cells.length} columns and not ${columns.length}`)
    const [fault = '', dialect = '', check = '', clause = '', operation = '', place = ''] = cells
    return { fault, dialect, check, clause, operation, place }
  })
}

/** Whether a check catches the fault rightly: it cites a clause that the fault breaks, and points where it shows. */
export function catches({ fault, dialect, check, clause, operation, place }: Kill, { reference }: Pack): boolean {
  const known = reference.faults.find(({ name }) => name === fault)
  return (
    known !== undefined &&
    check !== '' &&
    clausesOf(known).includes(clause) &&
    reference.shownIn(fault, dialect).some((shown) => shown.operation === operation && shown.place === place)
  )
}

export function isVariant({ fault }: Kill): boolean {
  return fault.startsWith(variantMark)
}

function sorted(kills: readonly Kill[]): readonly Kill[] {
  const textOf = (kill: Kill): string => columns.map((column) => kill[column]).join('\n')
  return kills.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

interface KillsDiff {
  /** Faults that no check catches any more. */
  readonly lost: readonly string[]
  /** Variants that turn a check red which they did not turn red before. */
  readonly failed: readonly string[]
  readonly moved: readonly string[]
  /** Faults and variants that only one of the two has. */
  readonly other: readonly string[]
}

export function killsDiff(before: readonly Kill[], now: readonly Kill[], pack: Pack): KillsDiff {
  const [was, is] = [before, now].map(bySubject)
  const caught = (kills: readonly Kill[] = []): readonly Kill[] => kills.filter((kill) => catches(kill, pack))
  const due = pack.reference.faults.filter(({ missed }) => missed === undefined)
  const names = new Set(due.map(({ name }) => name))
  const diff = { lost: [] as string[], failed: [] as string[], moved: [] as string[], other: [] as string[] }
  for (const subject of [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].toSorted()) {
    const [old, kills] = [was?.get(subject), is?.get(subject)]
    if (kills === undefined) diff.other.push(`${subject} is gone`)
    else if (kills.some(isVariant)) {
      const known = new Set(old?.map(({ check }) => check))
      const red = kills.filter(({ check }) => check !== '' && !known.has(check))
      if (red.length > 0) diff.failed.push(`${subject} is failed by ${red.map(({ check }) => check).join(', ')}`)
    } else if (
      names.has(nameOf(kills)) &&
      caught(kills).length === 0 &&
      (old === undefined || caught(old).length > 0)
    ) {
      const by = caught(old).map(({ check }) => check)
      diff.lost.push(`${subject} is caught by nothing${by.length > 0 ? `, and was by ${by.join(', ')}` : ''}`)
    }
    if (kills !== undefined && old === undefined) diff.other.push(`${subject} is new`)
    for (const kill of caught(kills)) {
      const known = old?.find(({ check }) => check === kill.check)
      if (known !== undefined && at(known) !== at(kill))
        diff.moved.push(`${subject}: ${kill.check} points to ${at(kill)}, and did to ${at(known)}`)
    }
  }
  return diff
}

function nameOf([kill]: readonly Kill[]): string {
  return kill?.fault ?? ''
}

function bySubject(kills: readonly Kill[]): ReadonlyMap<string, readonly Kill[]> {
  const found = new Map<string, Kill[]>()
  for (const kill of kills) found.set(runOf(kill), [...(found.get(runOf(kill)) ?? []), kill])
  return found
}

function at({ operation, place }: Kill): string {
  return `${operation} ${place}`.trim() || 'no exchange'
}

/** The most requests that a smoke run sends on the reference service. */
export const smokeRequests = 100

/** The scenario that goes before all others, in any run. */
const walk = 'walk'

/**
 * The scenarios in the order that finds most with the fewest requests: next is always the one that shows the most new
 * faults a request. A check that looks on turns red wherever there is an answer to the operation that shows the fault.
 * The first ones are for a smoke run: as many as fit, of those that need nothing unusual of a target.
 */
export function rankScenarios(kills: readonly Kill[], scenarios: readonly ScenarioCost[], pack: Pack): Ranking {
  const right = kills.filter((kill) => catches(kill, pack))
  const shownBy = ({ id, operations }: ScenarioCost): Set<string> =>
    new Set(
      right.flatMap(({ fault, check: checkId, operation }) => {
        const check = pack.checks.get(checkId)
        const shows = check?.kind === 'trial' ? check.scenario === id : operations.includes(operation)
        return shows ? [fault] : []
      }),
    )
  const left = new Map(scenarios.filter(({ id }) => id !== walk).map((cost) => [cost, shownBy(cost)]))
  let spent = 0
  for (const cost of scenarios.filter(({ id }) => id === walk)) {
    spent += cost.requests
    for (const fault of shownBy(cost)) for (const others of left.values()) others.delete(fault)
  }
  const take = (fits: (cost: ScenarioCost) => boolean): Ranked | undefined => {
    const [best, shown] =
      [...left]
        .filter(([cost]) => fits(cost))
        .sort(([a, inA], [b, inB]) => inB.size / b.requests - inA.size / a.requests)[0] ?? []
    if (best === undefined || shown === undefined) return undefined
    left.delete(best)
    spent += best.requests
    for (const others of left.values()) for (const fault of shown) others.delete(fault)
    return { id: best.id, requests: best.requests, faults: shown.size }
  }
  const ranked: Ranked[] = []
  const takeAll = (fits: (cost: ScenarioCost) => boolean): void => {
    for (let next = take(fits); next !== undefined; next = take(fits)) ranked.push(next)
  }
  takeAll(
    (cost) =>
      isAnywhere(pack.scenarios.get(cost.id), pack) &&
      spent + cost.requests <= smokeRequests &&
      (left.get(cost)?.size ?? 0) > 0,
  )
  const smoke = ranked.length
  takeAll(({ id }) => pack.scenarios.has(id))
  return { smoke, scenarios: ranked }
}

function isAnywhere(scenario: Scenario | undefined, { checks, needs }: Pack): boolean {
  if (scenario === undefined || scenario.kind === 'timeline' || scenario.ages === true) return false
  const own = [...checks.values()].filter((check) => check.kind === 'trial' && check.scenario === scenario.id)
  return [scenario, ...own].every(({ needs: asked = [] }) => asked.every((name) => needs[name]?.usual === true))
}
