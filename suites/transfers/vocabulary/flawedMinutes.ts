import {
  boundsOf,
  describeValue,
  expect,
  fc,
  mistyped,
  outside,
  untested,
  unusable,
  type Answer,
  type Context,
  type Json,
  type Judgement,
  type Profile,
  type Suite,
  type Trials,
} from './words.js'
import { contract } from '../contract/contract.js'

/** How one operation is tried with minutes that are no hold time, and what it may make of them. */
interface HoldTime<Prepared extends object, Acted extends object> {
  /** How many values of the contract are always tried, of each kind: each may cost a booking. */
  readonly tries: { readonly outside: number; readonly mistyped: number }
  /** Minutes that servers were seen to take. */
  readonly also?: readonly Json[]
  /** Values that need not be refused: it is only judged that they never become the hold time. */
  readonly tolerates?: readonly Json[]
  /** Minutes that are right, tried first on the same hold: by checks of the operation's own. */
  readonly right?: readonly number[]
  /** Only a read tells what became of wrong ones: where there is none, right ones alone are tried. */
  readonly read?: true
  /** How many of the contract's other values besides. */
  readonly samples: Readonly<Record<Context['effort'], number>>
  readonly shrinks: number
  readonly apart?: true
  /** @param values those that are always tried */
  readonly prepare: (context: Context, values: readonly Json[]) => Promise<Prepared>
  readonly act: (context: Context, value: Json, prepared: Prepared) => Promise<Acted>
  readonly uses: readonly ('extend' | 'update' | 'get')[]
  /** The most bookings. */
  readonly bookings: number
}

/** What is made of a trial. */
interface HoldTimeJudges<Trial> {
  /** Why nothing can be told of it; null: something can. */
  readonly cannot?: (trial: Trial) => Judgement | null
  /** The same with minutes that are allowed, and the answer to those that are not. */
  readonly see: (trial: Trial) => { readonly control: Answer; readonly answer: Answer }
  /** Judges that what was sent did not become the hold time. */
  readonly neverHeld: (trial: Trial) => Judgement
}

const input = 'expirationMinutes'
const { minimum, maximum } = boundsOf(contract.input('reserve', input))

/** Section 8: whether it is a number of minutes that a hold may have. */
export function isHoldTime(value: Json): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
}

const otherKind = untested('the value is of the other kind')

/**
 * Declares the scenario `operation.minutes-flawed`, or `operation.minutes` where right ones are tried with them, and four checks of it
 * (section 8): what is a whole number outside of the bounds, and what is no whole number, is refused and never becomes a hold time. The
 * values come from the contract.
 */
export function openFlawedMinutes<Prepared extends object, Acted extends object>(
  { property, check }: Pick<Suite, 'property' | 'check'>,
  operation: 'reserve' | 'extend' | 'update',
  { tries, also = [], tolerates = [], right, read, ...how }: HoldTime<Prepared, Acted>,
  { cannot = () => null, see, neverHeld }: HoldTimeJudges<Prepared & Acted & { readonly value: Json }>,
): Trials<Prepared & Acted & { readonly value: Json }> {
  const { samples, shrinks, apart, prepare, act, uses, bookings } = how
  const schema = contract.input(operation, input)
  const values = ({ operations }: Profile): readonly ReturnType<typeof outside>[] => {
    if (read && operations.get === null) return []
    const wrong = mistyped(schema, operations[operation]?.fields[input]?.in === 'body')
    return wrong === null ? [outside(schema)] : [outside(schema), wrong]
  }
  const isTolerated = (value: Json): boolean => tolerates.includes(value)
  const edgesOf = (profile: Profile): readonly Json[] => {
    const [beyond, wrong] = values(profile)
    const judged = wrong?.edges.filter((value) => !isTolerated(value)) ?? []
    const inBody = profile.operations[operation]?.fields[input]?.in === 'body'
    const others = beyond === undefined ? [] : also.filter((value) => inBody || value !== null)
    return [
      ...(right ?? []),
      ...(beyond?.edges.slice(0, tries.outside) ?? []),
      ...others,
      ...judged.slice(0, tries.mistyped),
    ]
  }
  const flawed = property<Json, Prepared, Acted>(
    right === undefined ? `${operation}.minutes-flawed` : `${operation}.minutes`,
    {
      edges: edgesOf,
      arbitrary: (profile) =>
        fc.oneof(
          ...values(profile).map(({ arbitrary }) => arbitrary),
          // From the least on that is tried: less may lengthen nothing.
          ...(right === undefined ? [] : [fc.integer({ min: Math.min(...right), max: maximum })]),
        ),
      samples,
      shrinks,
      ...(apart && { apart }),
      prepare: (context) => prepare(context, edgesOf(context.profile)),
      act,
    },
    { uses, needs: [`operations.${operation}.${input}`], bookings },
  )
  // What kept the others from being tried keeps these as well: it must not hide behind a word about their kind.
  const notMeant = (trial: Prepared & Acted & { readonly value: Json }): Judgement =>
    cannot(trial) ?? unusable(see(trial).control) ?? otherKind
  const needed = read ? { uses: ['get'] as const } : {}
  const kinds = [
    {
      name: 'outside',
      refused: 'outside-refused-not-clamped',
      isMeant: (value: Json) => Number.isInteger(value) && !isHoldTime(value),
      what: 'a whole number of minutes outside 20 to 200',
    },
    {
      name: 'not-integer',
      refused: 'not-integer-refused',
      isMeant: (value: Json) => !Number.isInteger(value),
      what: 'what is no whole number of minutes',
    },
  ]
  for (const { name, refused, isMeant, what } of kinds) {
    check(flawed, {
      id: `${operation}.minutes-${name}-never-held`,
      clause: `8/expiration-${name}-never-booked-${operation}`,
      title: `${what} in ${operation} never becomes a hold time that is none of 20 to 200`,
      ...needed,
      judge: (trial) => (isMeant(trial.value) ? (cannot(trial) ?? neverHeld(trial)) : notMeant(trial)),
    })
    check(flawed, {
      id: `${operation}.minutes-${name}-refused`,
      clause: `8/expiration-${refused}-${operation}`,
      title: `${what} in ${operation} is refused`,
      ...needed,
      judge: (trial) => {
        if (!isMeant(trial.value) || isTolerated(trial.value)) return notMeant(trial)
        const { control, answer } = see(trial)
        return (
          cannot(trial) ?? expect(answer).toBeRefused(control, `although its minutes are ${describeValue(trial.value)}`)
        )
      },
    })
  }
  return flawed
}
