import type { Json } from '../profile/profile.js'
import { isMap } from '../profile/mergeProfile.js'
import { pack } from '../pack.js'
import type { ProofTask } from './proof.js'

/** Variants that are on together, and what their profiles speak of. */
interface Group {
  readonly names: string[]
  readonly subjects: Set<string>
}

/**
 * The same tasks, with the legal variants of a dialect up to `most` at a time: a server that differs in one thing alone is rarer than
 * one that differs in several. Two whose profiles speak of the same thing are never together; one whose profile takes something away
 * stays alone, since what others do to that would not be seen.
 */
export function togetherTasks(tasks: readonly ProofTask[], most: number): readonly ProofTask[] {
  const joining = tasks.filter(mayJoin)
  const dialects = [...new Set(joining.map(({ dialect }) => dialect))]
  return [
    ...tasks.filter((task) => !joining.includes(task)),
    ...dialects.flatMap((dialect) =>
      groupsOf(
        joining.filter((task) => task.dialect === dialect).flatMap(({ names }) => names),
        most,
      ).map((names) => ({ kind: 'variant' as const, names, dialect })),
    ),
  ]
}

function mayJoin({ kind, names: [name, ...others] }: ProofTask): boolean {
  return kind === 'variant' && name !== undefined && others.length === 0 && !takesAway(profileOf(name))
}

/** Neighbours play with the same thing: they go to different groups. */
function groupsOf(names: readonly string[], most: number): readonly (readonly string[])[] {
  const groups: Group[] = Array.from({ length: Math.ceil(names.length / most) }, () => ({
    names: [],
    subjects: new Set(),
  }))
  for (const [index, name] of names.entries()) {
    const subjects = subjectsOf(profileOf(name))
    const turn = [...groups.slice(index % groups.length), ...groups.slice(0, index % groups.length)]
    const free = turn.find((group) => !subjects.some((each) => group.subjects.has(each)))
    const group = free ?? { names: [], subjects: new Set<string>() }
    if (free === undefined) groups.push(group)
    group.names.push(name)
    for (const each of subjects) group.subjects.add(each)
  }
  return groups.map((group) => group.names).filter(({ length }) => length > 0)
}

function profileOf(variant: string): Json {
  return pack.reference.variant(variant).profile ?? {}
}

/** What a profile speaks of: `bookable.soon`, `operations.list`. */
function subjectsOf(profile: Json): readonly string[] {
  return Object.entries(isMap(profile) ? profile : {}).flatMap(([name, members]) =>
    Object.keys(isMap(members) ? members : {}).map((member) => `${name}.${member}`),
  )
}

function takesAway(value: Json): boolean {
  return value === null || (isMap(value) && Object.values(value).some(takesAway))
}
