import {
  flawsOf,
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
  type Flaw,
  type Flawed as AnyFlawed,
  type FlawsOf,
  type FlawTable,
  type GivenValues,
  type Json,
  type Judgement,
  type OperationName,
  type Suite,
  type Trials,
  type Profile,
} from './words.js'
import { contract } from '../contract/contract.js'
import { aroundWrites, type Opened } from './aroundWrites.js'

/** A request with a flaw, or a booking around a write with one. Plain data beside the answers, for a trial. */
export interface Flawed extends AnyFlawed<Answer> {
  /** The booking as it was read before and after; absent: it was not. */
  readonly before?: Answer
  readonly after?: Answer
}

type Sent = Omit<Flawed, 'flaw' | 'value'>
type Fields = Readonly<Record<string, Json | undefined>>

/** The flaws of the inputs of an operation: what is sent, and what is then judged. */
export interface Flaws extends Pick<FlawsOf, 'operation' | 'flaws' | 'refused'> {
  /**
   * Sends every flaw that the profile has a place for, in the order of the table.
   * @param send a request with these fields besides what it is without a flaw
   */
  readonly send: (
    context: Pick<Context, 'profile' | 'effort' | 'random'>,
    given: GivenValues,
    send: (fields: Fields, flaw: Flaw) => Promise<Sent>,
  ) => Promise<readonly Flawed[]>
  /**
   * Sends every flaw in a write to a booking that is read around it: see `aroundWrites`.
   * @param write a write with these fields besides what it is without a flaw
   */
  readonly sendAround: (
    context: Pick<Context, 'profile' | 'effort' | 'random' | 'target'>,
    given: GivenValues,
    write: (id: string, fields: Fields, flaw: Flaw) => Promise<Answer>,
    open: () => Promise<Opened>,
    serves?: (read: Answer) => boolean,
  ) => Promise<readonly Flawed[]>
}

/** The flaws of the inputs of an operation of this service. See docs/writing-a-check.md. */
export function openFlaws(operation: OperationName, table: FlawTable): Flaws {
  const of = flawsOf(contract, operation, table)
  return {
    ...of,
    send: async (context, given, send) => {
      const flawed: Flawed[] = []
      for (const { flaw, value } of of.tried(context, given))
        flawed.push({ flaw: flaw.name, value: value ?? null, ...(await send({ [flaw.input]: value }, flaw)) })
      return flawed
    },
    sendAround: async (context, given, write, open, serves) => {
      const tried = of.tried(context, given)
      const writes = tried.map(
        ({ flaw, value }) =>
          (id: string) =>
            write(id, { [flaw.input]: value }, flaw),
      )
      const around = await aroundWrites(context, open, writes, serves)
      return around.flatMap((each, index) => {
        const { flaw, value } = tried[index] ?? {}
        return flaw === undefined ? [] : [{ flaw: flaw.name, value: value ?? null, ...each }]
      })
    },
  }
}

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
 * Declares the scenario `operation.minutes-flawed`, or `operation.minutes` where right ones are tried with them, and
 * four checks of it (section 8): values out of bounds and non-integers are refused, and never become a hold time.
 * The values come from the contract.
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
