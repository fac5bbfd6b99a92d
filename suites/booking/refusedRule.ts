import { fail, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Profile } from '../../src/suite/index.js'
import { endOf, namedBy, nameOf, type Accounts } from './keptRules.js'
import { showsText, type Keys } from './keyRules.js'
import { isItsKey } from './others.js'
import type { Fields, Step } from './step.js'

/** Declares the check that a refused reservation leaves no booking, neither under its key nor with its text. */
export function refusedRule<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { reading, keep }: Accounts<Field, OwnAnswer, OwnProfile>,
  contract: Pick<Contract, 'clause'>,
  { operation, telling }: Pick<Keys<Field>, 'operation' | 'telling'>,
  { id, clause }: { readonly id: string; readonly clause: string },
): void {
  whole({
    ...namedBy(id, clause, contract),
    of: [operation],
    uses: [operation],
    ofOwnRun: true,
    keep,
    judge: (steps, { profile }) => {
      const asked = steps.filter((step) => step.operation === operation)
      const refused = asked.filter((step) => step.outcome === 'refused')
      if (refused.length === 0) return null
      const fields = reading.fieldsOf(profile)
      const findings = refused.flatMap((step) => leftBy(step, asked, steps, telling, fields).slice(0, 1))
      if (findings.length > 0) return fail(...findings)
      const made = asked.filter(({ outcome }) => outcome === 'accepted')
      const isLookedFor = steps.some(({ channel, n }) => channel === 'list' && n > (refused[0]?.n ?? n))
      if (!isLookedFor && !isTold(refused, made, steps)) return null
      return isTold(refused, made, steps)
        ? pass
        : untested('whether a refused reservation leaves a booking does not show: no list shows one that was accepted')
    },
  })
}

/** What shows a booking that only a refused step can have made. */
function leftBy<Field extends string>(
  step: Step<Field>,
  asked: readonly Step<Field>[],
  steps: readonly Step<Field>[],
  telling: Field,
  fields: Fields<Field>,
): readonly Finding[] {
  const ofKey = asked.filter(({ key }) => key === step.key)
  const made = asked.flatMap(({ outcome, id }) => (outcome === 'accepted' ? [id] : []))
  const lost = asked.filter(({ outcome }) => outcome === 'none')
  return steps.flatMap((read): readonly Finding[] => {
    if (read.channel === 'answer' || read.caller !== step.caller || read.outcome !== 'accepted' || read.n < step.n)
      return []
    const isOfKey = ofKey.every(({ outcome, from }) => outcome === 'refused' || from > read.to)
    const left = read.shown.find(
      (shown) =>
        (isOfKey && isItsKey(shown.id, step.key)) ||
        // A reservation without an answer may have made it. Texts can be cut, and then be alike.
        (showsText(step, shown, telling, fields) &&
          !made.includes(shown.id) &&
          !lost.some((other) => showsText(other, shown, telling, fields))),
    )
    if (left === undefined) return []
    return [
      {
        ...say`${nameOf(step)} was refused, and ${nameOf(read)} shows its booking`,
        ...wants.nothing('no booking'),
        ...endOf([step, read], read),
        received: left.values.get(fields.state) ?? null,
        pointer: read.channel === 'get' ? `${left.pointer}${fields.idPlace}` : left.pointer,
      },
    ]
  })
}

/** Whether a booking that was left would show: a list has one that was accepted, or get finds one by its key. */
function isTold<Field extends string>(
  refused: readonly Step<Field>[],
  made: readonly Step<Field>[],
  steps: readonly Step<Field>[],
): boolean {
  const [first] = refused
  const ids = new Set(made.map(({ id }) => id))
  const isKeyed = made.some(({ id, key }) => isItsKey(id, key))
  return steps.some(({ channel, n, shown, outcome, id }) => {
    if (first === undefined || n < first.n) return false
    const isOfRefused = isKeyed && channel === 'get' && outcome === 'refused' && refused.some(({ key }) => key === id)
    return isOfRefused || (channel === 'list' && shown.some((each) => ids.has(each.id)))
  })
}
