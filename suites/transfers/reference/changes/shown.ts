import type { Break, Change } from '../change.js'
import type { OperationName } from '../model.js'
import type { Rules } from '../rules.js'
import type { Wire } from '../wire.js'

/** A change of the rules for which no other function has a word. */
export function rules(change: (base: Rules) => Partial<Rules>): Change {
  return { rules: change }
}

/** Another answer to one rule. It may ask `usual`, the rule as it was, with the same arguments or with others. */
export function rule<Name extends keyof Rules>(
  name: Name,
  answer: (usual: Rules[Name], ...asked: Parameters<Rules[Name]>) => ReturnType<Rules[Name]>,
): Change {
  return {
    rules: (base) => {
      const other = (...asked: Parameters<Rules[Name]>): ReturnType<Rules[Name]> => answer(base[name], ...asked)
      return { [name]: other }
    },
  }
}

/** A change of the wire for which no other function has a word. */
export function wire(change: (base: Wire) => Partial<Wire>): Change {
  return { wire: change }
}

/** Sets where a change shows, if it does not say so or shows elsewhere: any of the places of any of the operations. */
export function seen(
  operation: OperationName | readonly OperationName[],
  place: string | readonly string[],
  change: Change,
): Break {
  const operations = typeof operation === 'string' ? [operation] : operation
  const places = typeof place === 'string' ? [place] : place
  return { ...change, shows: operations.flatMap((each) => places.map((at) => ({ operation: each, place: at }))) }
}

/** Changes put one upon the other in their order; what they make shows where the first does, if it says so. */
export function together<First extends Change>(first: First, ...others: readonly Change[]): First {
  const changes = [first, ...others]
  const hasWire = changes.some(({ wire: ofWire }) => ofWire !== undefined)
  return {
    ...first,
    rules: (base) => {
      let made: Partial<Rules> = {}
      for (const change of changes) made = { ...made, ...change.rules?.({ ...base, ...made }) }
      return made
    },
    ...(hasWire && {
      wire: (base: Wire) => {
        let made: Partial<Wire> = {}
        for (const change of changes) made = { ...made, ...change.wire?.({ ...base, ...made }) }
        return made
      },
    }),
  }
}
