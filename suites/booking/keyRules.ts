import { isDeepStrictEqual } from 'node:util'
import { confirming, describeValue, fail, notApplicable, pass, say, untested, wants } from '../../src/suite/index.js'
import type { Answer, Checks, Contract, Finding, Profile } from '../../src/suite/index.js'
import { onTarget } from './holdTime.js'
import { endOf, namedBy, nameOf, oncePerRun, type Accounts, type Reading } from './keptRules.js'
import { isItsKey } from './others.js'
import type { Fields, Shown, Step } from './step.js'

/**
 * What a check says of idempotency keys that are used again for the same.
 * - `again`: the second use makes no second booking.
 * - `often`: nor does the third one, or a later one.
 * - `later`: nor where other keys were used before.
 * - `earlier`: nor where other keys were used in between.
 * - `atOnce`: nor while another use of the same key is under way.
 * - `same`: where it is accepted again, the answer is the booking of the first time.
 * - `unbroken`: it is not answered with a server error.
 * - `apart`: different keys make different bookings.
 */
type Says = 'again' | 'often' | 'later' | 'earlier' | 'atOnce' | 'same' | 'unbroken' | 'apart'

export interface KeyRule {
  readonly clause: string
  readonly says: Says
  readonly needs?: readonly string[]
}

/** How a pack sends keys. */
export interface Keys<Field extends string> {
  /** The operation that makes bookings. */
  readonly operation: string
  /** The key of the profile that says where idempotency keys are sent. */
  readonly place: string
  /** Whether a key has the form of one: another may be read as one that was sent before. */
  readonly isKey: (key: string) => boolean
  /** A text of bookings by which a list tells what a key made. */
  readonly telling: Field
  /** Fields that the answer shows again. */
  readonly shown: readonly Field[]
}

/** What one step says of its key. */
interface Said {
  readonly says: readonly Says[]
  readonly broken: readonly Finding[]
  /** It proves something where it is not broken. */
  readonly isTelling: boolean
}

/** All that one caller did with one key. */
interface Story<Field extends string> {
  /** The first use that was accepted. */
  readonly first: Step<Field>
  readonly uses: readonly Step<Field>[]
  /** Writes to the booking that it made. */
  readonly writes: readonly Step<Field>[]
  /** The first accepted uses of other keys by the same caller. */
  readonly others: readonly Step<Field>[]
  /** A text was sent with it, and with no other key, by which lists tell what it made. */
  readonly isNamed: boolean
}

/** Declares a check for each rule, by its id. Its title is the text of its clause. */
export function keyRules<Field extends string, OwnAnswer extends Answer, OwnProfile extends Profile>(
  { whole }: Pick<Checks<OwnProfile, OwnAnswer>, 'whole'>,
  { reading, keep }: Accounts<Field, OwnAnswer, OwnProfile>,
  contract: Pick<Contract, 'clause'>,
  keys: Keys<Field>,
  rules: Readonly<Record<string, KeyRule>>,
): void {
  const saidIn = oncePerRun((steps: readonly Step<Field>[], profile: OwnProfile) =>
    new KeyBook(keys, reading, profile).read(steps),
  )
  const remedy = 'offer more dates of bookable.standard, or something that takes several bookings at a time'
  for (const [id, { clause, says, needs = [] }] of Object.entries(rules))
    whole({
      ...namedBy(id, clause, contract),
      needs: [keys.place, ...needs],
      of: [keys.operation],
      uses: [keys.operation],
      ofOwnRun: true,
      keep,
      judge: (steps, { profile }) => {
        const { said, isSent } = saidIn(steps, profile)
        const own = said.filter((each) => each.says.includes(says))
        const broken = own.flatMap((each) => each.broken)
        // Two reservations make two bookings, wherever the key stands.
        const restsOn = says === 'apart' ? [] : [keys.place]
        if (broken.length > 0) return fail(...broken.map((finding) => ({ ...finding, restsOn })))
        if (own.length === 0) return null
        if (!own.some(({ isTelling }) => isTelling))
          return says === 'same'
            ? notApplicable('this server refuses a key that was used before')
            : untested('each use of a key but one was refused, which may be for want of room', remedy)
        return isSent ? confirming(keys.place) : pass
      },
    })
}

/** What was done with the keys of a run. */
class KeyBook<Field extends string, OwnProfile extends Profile> {
  readonly #keys: Keys<Field>
  readonly #fields: Fields<Field>
  readonly #placeOf: (field: Field) => string

  constructor(keys: Keys<Field>, reading: Reading<Field, never, OwnProfile>, profile: OwnProfile) {
    this.#keys = keys
    this.#fields = reading.fieldsOf(profile)
    this.#placeOf = (field) => reading.placeOf(profile, field) ?? ''
  }

  read(steps: readonly Step<Field>[]): { readonly said: readonly Said[]; readonly isSent: boolean } {
    const lists = steps.filter(({ channel, outcome }) => channel === 'list' && outcome === 'accepted')
    const made = this.#usesIn(steps)
    const firsts = made.map(({ first }) => first).toSorted((a, b) => a.n - b.n)
    const again = made.filter(({ uses }) => uses.length > 1).map((each) => this.#storyOf(each, firsts, steps))
    return {
      said: [
        ...again.flatMap((story) => [...this.#repeats(story).flat(), ...this.#listed(story, lists)]),
        ...this.#apart(firsts),
      ],
      // A key that became the id, or that was accepted again, is certainly sent in its place.
      isSent: made.some(({ first, uses }) =>
        uses.some((step) => isItsKey(step.id, step.key) || (step !== first && step.id === first.id)),
      ),
    }
  }

  /** The uses of each key of each caller, of which one at least was accepted. */
  #usesIn(steps: readonly Step<Field>[]): readonly Pick<Story<Field>, 'first' | 'uses'>[] {
    const ofKeys = new Map<string, Step<Field>[]>()
    for (const step of steps.toSorted((a, b) => a.n - b.n)) {
      if (step.effect?.makes !== true || step.key === undefined || !this.#keys.isKey(step.key)) continue
      const name = `${step.caller} ${step.key}`
      ofKeys.set(name, [...(ofKeys.get(name) ?? []), step])
    }
    return [...ofKeys.values()].flatMap((uses) => {
      const first = uses.find(({ outcome, id }) => outcome === 'accepted' && id !== null)
      return first === undefined ? [] : [{ first, uses }]
    })
  }

  #storyOf(
    { first, uses }: Pick<Story<Field>, 'first' | 'uses'>,
    firsts: readonly Step<Field>[],
    steps: readonly Step<Field>[],
  ): Story<Field> {
    return {
      first,
      uses,
      writes: steps.filter(({ id, effect }) => id === first.id && effect !== null && effect.makes !== true),
      others: firsts.filter((each) => each !== first && each.caller === first.caller),
      isNamed: first.text !== undefined && steps.every(({ text, key }) => text !== first.text || key === first.key),
    }
  }

  /** Whether the booking is surely held or confirmed at a step: the documents do not say for how long a key lasts. */
  #stands({ first, writes }: Story<Field>, at: Step<Field>): boolean {
    const { state, situationOf } = this.#fields
    const before = writes.filter((step) => step.from < at.to && step.outcome !== 'refused')
    const mayBeOver = before.some(({ effect }) => {
      const written = effect?.writes.get(state)
      return written === undefined
        ? effect?.holds === null && effect.opens.includes(state)
        : situationOf(written) !== 'confirmed'
    })
    const least = Math.min(...[first, ...before].map(({ effect }) => effect?.holds?.least ?? Number.POSITIVE_INFINITY))
    return !mayBeOver && onTarget(at, at.to) < onTarget(first, first.from) + least * 60_000
  }

  /** Whether a step uses the key once more for the same, and was answered. */
  #isRepeat(story: Story<Field>, step: Step<Field>): boolean {
    const { first } = story
    const isSame = step.content !== undefined && step.content === first.content
    return step !== first && isSame && step.outcome !== 'none' && step.to >= first.from && this.#stands(story, step)
  }

  /** Of each use once more: whether it made a second booking, what it answers, and whether it broke the server. */
  #repeats(story: Story<Field>): readonly (readonly [Said, Said, Said])[] {
    const { first, uses, others } = story
    const whatOf = ({ effect }: Step<Field>): unknown =>
      this.#fields.names.filter(this.#fields.isMirror).map((field) => effect?.writes.get(field))
    const hasRoom = others.some((other) => isDeepStrictEqual(whatOf(other), whatOf(first)))
    const repeats = uses.filter((step) => this.#isRepeat(story, step))
    return repeats.map((step, index): readonly [Said, Said, Said] => {
      const isAccepted = step.outcome === 'accepted'
      const isMet = uses.some((other) => other !== step && other.from < step.to && other.to > step.from)
      const isKnown = [first, ...others].some(({ id, n }) => id === step.id && n < step.n)
      const isError = step.outcome === 'refused' && step.isServerError
      // A clock of milliseconds does not tell whether the first was answered by then.
      const mayHaveMet = isMet || uses.some((other) => other !== step && other.from === step.from)
      const says: readonly (Says | false)[] = [
        mayHaveMet && 'atOnce',
        !isMet && (index === 0 ? 'again' : 'often'),
        !isMet && others.some(({ n }) => n < first.n) && 'later',
        !isMet && others.some(({ n }) => n > first.n && n < step.n) && 'earlier',
      ]
      const isSecond = isAccepted && step.id !== null && step.id !== first.id && !isKnown
      const broken = {
        ...wants.noServerError('the booking, or a refusal of the 4xx class'),
        received: 'a server error',
      }
      return [
        {
          says: says.filter((each) => each !== false),
          broken: isSecond ? [this.#found(first, step, { expected: 'the same booking, or a refusal' })] : [],
          isTelling: !isMet || isAccepted || hasRoom,
        },
        { says: ['same'], broken: isAccepted ? this.#otherwise(story, step) : [], isTelling: isAccepted },
        {
          says: ['unbroken'],
          broken: isError ? [{ ...this.#found(first, step, broken), pointer: '' }] : [],
          isTelling: true,
        },
      ]
    })
  }

  /** Lists that show more than one booking of a key. */
  #listed(story: Story<Field>, lists: readonly Step<Field>[]): readonly Said[] {
    const { first, uses, others, isNamed } = story
    const isClear = (step: Step<Field>): boolean =>
      step.outcome === 'refused' || step.id === first.id || this.#isRepeat(story, step)
    return lists.flatMap((list): readonly Said[] => {
      const before = uses.filter(({ from }) => from < list.to)
      if (!isNamed || list.caller !== first.caller || !this.#stands(story, list) || !before.every(isClear)) return []
      const isOther = (id: string): boolean => others.some((other) => other.id === id)
      const found = list.shown.filter(
        (each) =>
          each.id === first.id || (showsText(first, each, this.#keys.telling, this.#fields) && !isOther(each.id)),
      )
      const [, second] = found
      if (second === undefined) return []
      const said = this.#repeats({ ...story, uses: before }).map(([{ says }]) => says)
      const finding = this.#found(first, list, { expected: 'one booking', received: found.length })
      return [{ says: said.flat(), broken: [{ ...finding, pointer: second.pointer }], isTelling: true }]
    })
  }

  /** Where the answer to a key that is used again differs from the first one. */
  #otherwise({ first, writes }: Story<Field>, step: Step<Field>): readonly Finding[] {
    if (step.id !== first.id) return [this.#found(first, step, { ...wants.value(first.id), field: 'id' })]
    if (writes.some((each) => each.from < step.to && each.to > first.to)) return []
    return this.#keys.shown.flatMap((field): readonly Finding[] => {
      const [known, shown] = [first, step].map((each) => each.shown[0]?.values.get(field))
      if (known === undefined || isDeepStrictEqual(known, shown)) return []
      const found = this.#found(first, step, { ...wants.value(known), field, received: shown ?? null })
      return [{ ...found, pointer: `${step.shown[0]?.pointer ?? ''}${this.#placeOf(field)}` }]
    })
  }

  /** Whether each key made a booking of its own. */
  #apart(firsts: readonly Step<Field>[]): readonly Said[] {
    const made = new Map<string, Step<Field>>()
    return firsts.flatMap((step): readonly Said[] => {
      const name = `${step.caller} ${step.id ?? ''}`
      const same = made.get(name)
      made.set(name, same ?? step)
      const broken = same === undefined ? [] : [this.#found(same, step, { expected: 'the id of another booking' })]
      return made.size === 1 && same === undefined ? [] : [{ says: ['apart'], broken, isTelling: true }]
    })
  }

  /** @param more what is expected and found; unless said otherwise, it is about the id of the booking */
  #found(first: Step<Field>, step: Step<Field>, more: Pick<Finding, 'expected'> & Partial<Finding>): Finding {
    const which = say`${nameOf(first)}, which made the booking ${describeValue(first.id)}`
    const words =
      step.channel === 'list'
        ? say`${nameOf(step)} shows several bookings with what was sent with the key of ${nameOf(first)}`
        : first.key === step.key
          ? say`${nameOf(step)} was sent with the key of ${which}`
          : say`${nameOf(step)} was sent with another key than ${which}`
    return {
      ...words,
      ...endOf([first, step], step),
      received: step.id,
      pointer: `${step.shown[0]?.pointer ?? ''}${this.#fields.idPlace}`,
      ...more,
    }
  }
}

/** Whether a booking shows the text that a step was sent. */
export function showsText<Field extends string>(
  { text }: Pick<Step<Field>, 'text'>,
  { values }: Shown<Field>,
  telling: Field,
  { agrees }: Fields<Field>,
): boolean {
  const shown = values.get(telling)
  // A text that was cut may be the beginning of several.
  return text !== undefined && shown !== undefined && agrees(telling, text, shown, false)
}
