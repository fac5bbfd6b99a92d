import type { Pack } from '../suite/pack.js'
import { catches, isVariant, type Kill } from './kills.js'

export interface KillsDiff {
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
  for (const kill of kills) {
    const subject = `${kill.fault} (${kill.dialect})`
    found.set(subject, [...(found.get(subject) ?? []), kill])
  }
  return found
}

function at({ operation, place }: Kill): string {
  return `${operation} ${place}`.trim() || 'no exchange'
}
