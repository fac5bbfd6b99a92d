import { describeValue, fail, pass, say, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Json, Profile } from '../../src/suite/index.js'
import type { TimeHow, Timed } from './holdTime.js'
import { endOf, namedBy, nameOf, type Accounts } from './keptRules.js'

/** Which looks at the hold time a check speaks of. */
export interface TimeRule {
  readonly clause: string
  readonly how: TimeHow
  /** The operation that gave the hold its time, or left it. */
  readonly by: string
  /** It was sent minutes, or left them out. Absent: either. */
  readonly isSet?: boolean
  readonly needs?: readonly string[]
  /** Other operations that its scenario uses. */
  readonly uses?: readonly string[]
}

/** Declares a check for each rule, by its id. Its title is the text of its clause. */
export function timeRules<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { reading, keep, judged }: Accounts<Field, OwnAnswer, OwnProfile>,
  contract: Pick<Contract, 'clause'>,
  rules: Readonly<Record<string, TimeRule>>,
): void {
  for (const [id, { clause, how, by, isSet, needs = [], uses = [] }] of Object.entries(rules))
    whole({
      ...namedBy(id, clause, contract),
      needs,
      of: [by],
      uses: [by, 'get', ...uses],
      ages: true,
      keep,
      judge: (steps, { profile }) => {
        const { state, held } = reading.fieldsOf(profile)
        const looks = judged(steps, profile).timed.filter(
          (each) =>
            each.how === how && each.by === by && each.in === 'get' && (isSet === undefined || each.isSet === isSet),
        )
        const findings = looks.flatMap((each) => findingOf(each, held, reading.placeOf(profile, state) ?? ''))
        if (findings.length > 0) return fail(...findings)
        return looks.length > 0 ? pass : null
      },
    })
}

export function findingOf({ how, steps, age, broken }: Timed, held: Json, place: string): readonly Finding[] {
  const [first, last] = [steps[0], steps.at(-1)]
  if (broken === null || first === undefined || last === undefined) return []
  const [, between] = steps.length > 2 ? steps : []
  const told = broken.state === null ? 'finds no such booking' : say`shows ${describeValue(broken.state)}`
  const done = say`${nameOf(first)}${between === undefined ? '' : say` and ${nameOf(between)}`}`
  const isOver = how === 'over' || how === 'revived'
  return [
    {
      ...say`${age} minutes after ${done}, ${nameOf(last)} ${told}${why[how]}`,
      ...(isOver ? { expected: 'another status, or no such booking' } : wants.value(held)),
      ...(how === 'revived' && broken.state === held && { code: 'on-hold-again' }),
      ...endOf(steps, last),
      received: broken.state,
      pointer: broken.state === null ? '' : `${broken.pointer}${place}`,
      restsOn: [`operations.${last.operation}.request`],
    },
  ]
}

const why: Readonly<Record<TimeHow, string>> = {
  held: ', and the hold is not over',
  outlived: ', and the hold time before that ends nothing any more',
  spared: ', and extend never shortens a hold',
  over: ', though the hold is over',
  revived: ', though the hold was over',
}
