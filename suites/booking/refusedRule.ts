import { fail, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Profile } from '../../src/suite/index.js'
import { endOf, namedBy, nameOf, type Accounts } from './keptRules.js'
import { showsText, type Keys } from './keyRules.js'
import { isItsKey } from './others.js'
import type { Fields, Shown, Step } from './step.js'

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
      const refused = asked.filter(({ outcome }) => outcome === 'refused')
      const [first] = refused
      if (first === undefined) return null
      const fields = reading.fieldsOf(profile)
      const made = asked.filter(({ outcome }) => outcome === 'accepted')
      const lost = asked.filter(({ outcome }) => outcome === 'none')
      const ids = new Set(made.map(({ id }) => id))
      const looks = steps.filter(({ channel, n }) => channel !== 'answer' && n >= first.n)
      const shows = (step: Step<Field>, shown: Shown<Field>): boolean => showsText(step, shown, telling, fields)
      // Another reservation may have made it: one that was accepted, or one that got no answer.
      const isOthers = (shown: Shown<Field>): boolean => ids.has(shown.id) || lost.some((each) => shows(each, shown))
      const findings = refused.flatMap((step) => {
        const ofKey = asked.filter(({ key }) => key === step.key)
        const isLeft: IsLeft<Field> = (shown, read) =>
          (isItsKey(shown.id, step.key) &&
            ofKey.every(({ outcome, from }) => outcome === 'refused' || from > read.to)) ||
          (shows(step, shown) && !isOthers(shown))
        return leftBy(step, looks, isLeft, fields)
      })
      if (findings.length > 0) return fail(...findings)
      if (isTold(refused, made, looks)) return pass
      return looks.some(({ channel }) => channel === 'list')
        ? untested('whether a refused reservation leaves a booking does not show: no list shows one that was accepted')
        : null
    },
  })
}

/** Whether only the refused reservation can have made a booking that a read shows. */
type IsLeft<Field extends string> = (shown: Shown<Field>, read: Step<Field>) => boolean

/** The first read that shows a booking which a refused step left. */
function leftBy<Field extends string>(
  step: Step<Field>,
  looks: readonly Step<Field>[],
  isLeft: IsLeft<Field>,
  fields: Fields<Field>,
): readonly Finding[] {
  for (const read of looks) {
    if (read.caller !== step.caller || read.outcome !== 'accepted' || read.n < step.n) continue
    const left = read.shown.find((shown) => isLeft(shown, read))
    if (left === undefined) continue
    return [
      {
        ...say`${nameOf(step)} was refused, and ${nameOf(read)} shows its booking`,
        ...wants.nothing('no booking'),
        ...endOf([step, read], read),
        received: left.values.get(fields.state) ?? null,
        pointer: read.channel === 'get' ? `${left.pointer}${fields.idPlace}` : left.pointer,
      },
    ]
  }
  return []
}

/** Whether a booking that was left would show: a list has one that was accepted, or get finds one by its key. */
function isTold<Field extends string>(
  refused: readonly Step<Field>[],
  made: readonly Step<Field>[],
  looks: readonly Step<Field>[],
): boolean {
  const ids = new Set(made.map(({ id }) => id))
  const isKeyed = made.some(({ id, key }) => isItsKey(id, key))
  return looks.some(({ channel, shown, outcome, id }) => {
    const isOfRefused = isKeyed && channel === 'get' && outcome === 'refused' && refused.some(({ key }) => key === id)
    return isOfRefused || (channel === 'list' && shown.some((each) => ids.has(each.id)))
  })
}
