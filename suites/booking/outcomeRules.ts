import { fail, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Judgement, Profile } from '../../src/suite/index.js'
import type { How, Tried } from './account.js'
import { endOf, findingOf as findingOfValue, namedBy, nameOf, type Accounts } from './keptRules.js'
import type { Situation, Step } from './step.js'
import { findingOf as findingOfTime } from './timeRules.js'

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

/**
 * Judges the story of one booking by these rules and the documents: its states, and the operations accepted in each.
 * The first thing that is broken counts, since all after it would follow from that.
 * @param mustAccept whether the documents say that it is accepted, of a booking to which the steps before were done
 */
export function judgeStory<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  answers: readonly OwnAnswer[],
  profile: OwnProfile,
  { reading, keep, judged }: Accounts<Field, OwnAnswer, OwnProfile>,
  rules: readonly Pick<OutcomeRule, 'by' | 'of'>[],
  mustAccept: (tried: Tried<Field>, before: readonly Step<Field>[]) => boolean,
): Judgement {
  const steps = answers.flatMap(keep)
  const { state, held } = reading.fieldsOf(profile)
  const { said, timed, tried } = judged(steps, profile)
  const isRefused = ({ situation, step }: Tried<Field>): boolean =>
    rules.some(({ by, of }) => by === step.operation && of === situation)
  const isWanted = (each: Tried<Field>): boolean =>
    mustAccept(
      each,
      steps.filter(({ n }) => n < each.step.n),
    )
  const findings = [
    ...tried.filter((each) => each.step.outcome === 'accepted' && isRefused(each)).map(findingOf),
    ...tried.filter((each) => each.step.outcome === 'refused' && isWanted(each)).map(findingOf),
    ...said
      .filter(({ field, how }) => field === state && ofStates.includes(how))
      .flatMap((each) => findingOfValue(each, profile, reading)),
    ...timed.flatMap((each) => findingOfTime(each, held, reading.placeOf(profile, state) ?? '')),
  ]
  const [first] = findings.toSorted((a, b) => (a.exchange ?? 0) - (b.exchange ?? 0))
  if (first === undefined) return pass
  const before = steps.filter(({ n }) => n <= (first.exchange ?? n))
  return fail({
    ...first,
    steps: before.map(({ n }) => n),
    after: before.slice(0, -1).map(({ operation }: Step<Field>) => operation),
  })
}

/** How a state comes to be wrong. Other rules judge who else asked, and how late a read shows it. */
const ofStates: readonly How[] = ['wrote', 'left', 'again', 'refused', 'done', 'stays', 'itself', 'answered']

/** The operation should have ended the other way. */
function findingOf<Field extends string>({ situation, step, since }: Tried<Field>): Finding {
  const received = step.outcome === 'accepted' ? 'accepted' : 'refused'
  return {
    ...say`${nameOf(step)} was ${received}, though ${reasons[situation]} since ${nameOf(since)}`,
    ...(received === 'accepted' ? wants.refused() : wants.accepted()),
    ...endOf([since, step], step),
    received,
    pointer: '',
  }
}

const reasons: Readonly<Record<Situation, string>> = {
  held: 'the booking was held',
  over: 'its hold was over',
  confirmed: 'the booking was confirmed',
  cancelled: 'the booking was cancelled',
  redeemed: 'the booking was redeemed',
  barred: 'the booking showed that it may not be done',
}
