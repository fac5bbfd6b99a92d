import { fail, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Profile } from '../../src/suite/index.js'
import type { Tried } from './account.js'
import { endOf, namedBy, nameOf, type Accounts } from './keptRules.js'
import type { Situation } from './step.js'

/** An operation that must be refused of a booking that stands like this. */
export interface OutcomeRule {
  readonly clause: string
  readonly by: string
  readonly of: Situation
  readonly uses?: readonly string[]
  readonly needs?: readonly string[]
}

/** Declares a check for each rule, by its id. Its title is the text of its clause. */
export function outcomeRules<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { keep, judged }: Pick<Accounts<Field, OwnAnswer, OwnProfile>, 'keep' | 'judged'>,
  contract: Pick<Contract, 'clause'>,
  rules: Readonly<Record<string, OutcomeRule>>,
): void {
  for (const [id, { clause, by, of, uses = [], needs = [] }] of Object.entries(rules))
    whole({
      ...namedBy(id, clause, contract),
      needs,
      of: [by],
      uses: [by, ...uses],
      ages: of === 'over',
      keep,
      judge: (steps, { profile }) => {
        const ofOperation = judged(steps, profile).tried.filter(({ step }) => step.operation === by)
        const own = ofOperation.filter(({ situation }) => situation === of)
        const accepted = own.filter(({ step }) => step.outcome === 'accepted')
        if (accepted.length > 0) return fail(...accepted.map(findingOf))
        const [refused] = own
        if (refused === undefined) return null
        // A refusal proves something where the same operation is accepted of another booking.
        if (steps.some(({ operation, outcome }) => operation === by && outcome === 'accepted')) return pass
        return untested(`cannot tell why request ${refused.step.n} was refused: no ${by} was accepted`)
      },
    })
}

function findingOf<Field extends string>({ situation, step, since }: Tried<Field>): Finding {
  return {
    ...say`${nameOf(step)} was accepted, though ${reasons[situation]} since ${nameOf(since)}`,
    ...wants.refused(),
    ...endOf([since, step], step),
    received: 'accepted',
    pointer: '',
  }
}

const reasons: Readonly<Record<Situation, string>> = {
  held: 'the booking was held',
  over: 'its hold was over',
  confirmed: 'the booking was confirmed',
  cancelled: 'the booking was cancelled',
}
