import { fail, pass, unseen, untested } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Judgement, Profile } from '../../src/suite/index.js'
import type { Said } from './account.js'
import { judgeOthers, worldOf, type Callers, type Kept, type World } from './others.js'
import { findingOf, firstOfEachField, namedBy, oncePerRun, type Accounts } from './keptRules.js'
import type { Step } from './step.js'

/** Which requests of others a check speaks of, and how they are kept from the bookings of an account. */
export interface CallerRule {
  readonly clause: string
  readonly callers: readonly string[]
  readonly kept: Kept
  readonly by: readonly string[]
  readonly needs?: readonly string[]
}

/** Declares a check for each rule, by its id. Its title is the text of its clause. */
export function callerRules<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { reading, keep, judged: judgedIn }: Accounts<Field, OwnAnswer, OwnProfile>,
  contract: Pick<Contract, 'clause'>,
  callers: Callers<Field>,
  rules: Readonly<Record<string, CallerRule>>,
): void {
  const worldIn = oncePerRun((steps: readonly Step<Field>[], profile: OwnProfile) =>
    worldOf(steps, reading.fieldsOf(profile), callers),
  )
  for (const [id, rule] of Object.entries(rules)) {
    const { by, kept, clause, needs = [] } = rule
    const isTheirs = ({ caller, operation }: Step<Field>): boolean =>
      rule.callers.includes(caller) && by.includes(operation)
    whole({
      ...namedBy(id, clause, contract),
      needs,
      of: by,
      uses: by.length === 1 ? by : [],
      keep,
      judge: (steps, { profile }) => {
        const theirs = steps.filter(isTheirs)
        if (theirs.length === 0) return null
        const world = worldIn(steps, profile)
        const harm = harmOf(judgedIn(steps, profile).said, isTheirs, (each) => findingOf(each, profile, reading))
        const judged = kept === 'harmless' ? harm : judgeOthers(theirs, kept, world)
        return trusted(kept === 'own' && harm.outcome === 'fail' ? harm : judged, rule, world)
      },
    })
  }
}

/** What the account says of bookings that others asked something of. It may not know which of several steps it was. */
function harmOf<Field extends string>(
  said: readonly Said<Field>[],
  isTheirs: (step: Step<Field>) => boolean,
  findingOfSaid: (said: Said<Field>) => readonly Finding[],
): Judgement {
  const ofThem = said.filter(({ foreign = [], in: channel }) => channel === 'get' && foreign.some(isTheirs))
  const sure = ofThem.filter(({ foreign = [] }) => foreign.every(isTheirs))
  const findings = firstOfEachField(sure).flatMap(findingOfSaid)
  if (findings.length > 0) return fail(...findings)
  // Another booking may show what it does alone.
  const left = new Set(sure.map(({ field }) => field))
  if (ofThem.some(({ broken, field }) => broken !== null && !left.has(field)))
    return untested('one of several things that others asked for changed a booking, and it is not known which')
  return sure.length > 0 ? pass : unseen('its owner did not read the booking before and after that')
}

/** A refusal of bad credentials says nothing of whose booking it is, and where there are none, nobody is a stranger. */
function trusted<Field extends string>(
  judged: Judgement,
  { callers, by }: CallerRule,
  { steps, callers: { accounts } }: World<Field>,
): Judgement | null {
  const keys = callers.flatMap((caller) => accounts[caller] ?? [])
  if (keys.length === 0)
    return steps.some(({ isAsOwner }) => isAsOwner === true)
      ? untested('the profile names no credentials', 'give target.headers: the credentials of the account')
      : judged
  if (judged.outcome !== 'pass') return judged
  const own = steps.filter(({ caller }) => callers.includes(caller))
  if (own.some(({ outcome }) => outcome === 'accepted')) return judged
  // The walk before a run asks for one thing alone: that shows nothing of its credentials.
  if (own.every(({ operation }) => by.includes(operation))) return null
  return untested(
    'nothing that the other account asked for was accepted, so its credentials may be wrong',
    `see ${keys.join(', ')} in the profile`,
  )
}
