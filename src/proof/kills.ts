import type { Pack } from '../suite/pack.js'
import { clausesOf } from './clausesOf.js'
import type { ProofRow } from './proof.js'

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

/** The line of `kills.csv` under which a fault or a variant is found. */
export function keyOf({ kind, name, dialect }: Pick<ProofRow, 'kind' | 'name' | 'dialect'>): string {
  return `${kind === 'variant' ? variantMark : ''}${name ?? 'none'},${dialect}`
}

/** What the rows of a proof come to, sorted. A variant has no line for what it announces. */
export function killsOf(rows: readonly ProofRow[], { reference }: Pack): readonly Kill[] {
  return sorted(
    rows.flatMap((row) => {
      const { kind, name, dialect, by, collateral } = row
      const announced = kind === 'variant' && name !== null ? (reference.variant(name).warns ?? []) : []
      const red = [...by, ...collateral].filter(
        ({ outcome, clause }) => outcome !== 'error' && !(outcome === 'warn' && announced.includes(clause)),
      )
      const [fault = ''] = keyOf(row).split(',', 1)
      if (red.length === 0) return [{ fault, dialect, check: '', clause: '', operation: '', place: '' }]
      return red.map(({ check, clause, operation, place }) => ({
        fault,
        dialect,
        check,
        clause,
        operation: operation ?? '',
        place: place ?? '',
      }))
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
    const [fault, dialect, check, clause, operation, place] = cells
    if (
      fault === undefined ||
      dialect === undefined ||
      check === undefined ||
      clause === undefined ||
      operation === undefined ||
      place === undefined
    )
      throw new SyntaxError(`line ${index + 2} has ${cells.length} columns and not ${columns.length}`)
    return { fault, dialect, check, clause, operation, place }
  })
}

/** Whether a check catches the fault for the right reason: it cites a clause that the fault breaks, and points where the fault shows. */
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
