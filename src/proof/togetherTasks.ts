import { isMap } from '../profile/mergeProfile.js'
import type { Json } from '../profile/profile.js'
import { pack as shipped } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import type { ReferenceVariant } from '../suite/referenceService.js'
import type { ProofTask } from './proof.js'

/** Variants that are on together, and all that they touch. */
interface Group {
  readonly names: string[]
  readonly touched: Set<string>
}

/**
 * The same tasks, with the legal variants of a dialect up to `most` at a time, in a run each. Two that touch the same rule, or whose
 * profiles speak of the same thing, are never together, so that none undoes another. One whose profile takes something away stays
 * alone: what others do to that would not be seen.
 */
export function togetherTasks(tasks: readonly ProofTask[], most: number, pack: Pack = shipped): readonly ProofTask[] {
  const { dialects, variant } = pack.reference
  const joining = tasks.filter(
    ({ kind, names }) =>
      kind === 'variant' && names.length === 1 && names.every((name) => !takesAway(variant(name).profile ?? {})),
  )
  return [
    ...tasks.filter((task) => !joining.includes(task)),
    ...dialects.flatMap((dialect) => {
      const ofDialect = joining.filter((task) => task.dialect === dialect).flatMap(({ names }) => names.map(variant))
      // One that plays with connections makes the whole run open new ones: those go together first.
      const connecting = (each: ReferenceVariant): boolean => each.wire !== undefined
      const sorted = [...ofDialect.filter(connecting), ...ofDialect.filter((each) => !connecting(each))]
      return groupsOf(sorted, most).map((names) => ({ kind: 'variant' as const, names, dialect }))
    }),
  ]
}

/** Each goes to the smallest group in which nothing touches what it touches. */
function groupsOf(variants: readonly ReferenceVariant[], most: number): readonly (readonly string[])[] {
  const newGroup = (): Group => ({ names: [], touched: new Set() })
  const groups = Array.from({ length: Math.ceil(variants.length / most) }, newGroup)
  for (const { name, profile = {}, touches = [] } of variants) {
    const touched = [...touches, ...spokenOf(profile)]
    const fitting = groups.filter((each) => each.names.length < most && !touched.some((one) => each.touched.has(one)))
    const [group = newGroup()] = fitting.toSorted((a, b) => a.names.length - b.names.length)
    if (!groups.includes(group)) groups.push(group)
    group.names.push(name)
    for (const one of touched) group.touched.add(one)
  }
  return groups.map(({ names }) => names)
}

/** What a profile speaks of: `bookable.soon`, `operations.list`. */
function spokenOf(profile: Json): readonly string[] {
  return Object.entries(isMap(profile) ? profile : {}).flatMap(([name, members]) =>
    Object.keys(isMap(members) ? members : {}).map((member) => `${name}.${member}`),
  )
}

function takesAway(value: Json): boolean {
  return value === null || (isMap(value) && Object.values(value).some(takesAway))
}
