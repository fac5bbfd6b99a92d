import {
  all,
  confirming,
  describeValue,
  expect,
  mistyped,
  notApplicable,
  outside,
  untested,
  unjudged,
  allJudged,
  type Answer,
  type Context,
  type ContractSchema,
  type Json,
  type Judgement,
  type OperationName,
  type Profile,
  type Suite,
  type Trials,
} from './words.js'
import { contract } from '../contract/contract.js'
import { aroundWrites, type Opened } from './aroundWrites.js'
import { membersSame } from './membersSame.js'
import { sameBooking, tellingFields } from './sameBooking.js'

/** How an input may be wrong, and what that makes of a request, for messages. */
const kinds = {
  missing: (input: string) => `it has no ${input}`,
  mistyped: (input: string, value: Json, { type }: ContractSchema) =>
    `its ${input} is ${describeValue(value)}, which is no ${describeType(type)}`,
  outside: (input: string, value: Json) => `its ${input} is ${describeValue(value)}, which is out of bounds`,
  malformed: (input: string, value: Json, { format = '' }: ContractSchema) =>
    `its ${input} is ${describeValue(value)}, which is no ${format.toUpperCase()}`,
  unknown: (input: string) => `its ${input} is made up`,
  unavailable: (input: string, value: Json) => `its ${input} is ${describeValue(value)}, which is not available`,
  foreign: (input: string) => `its ${input} belongs to something else`,
}
export type FlawKind = keyof typeof kinds

/** What the documents say of one flaw, and how it is tried. */
export interface FlawRow {
  /** By this clause it is refused. Without one it is sent for what else may come of it. */
  readonly clause?: string
  /** How many values of the contract are tried; one, if it is not said. */
  readonly tries?: Readonly<Record<Context['effort'], number>>
  /** Why there may be nothing to try it with. */
  readonly lacking?: Judgement
}

/** The flaws of the inputs of an operation, by the input and the kind of flaw; a clause alone is a row as well. */
export type FlawTable = Readonly<Record<string, Readonly<Partial<Record<FlawKind, string | FlawRow>>>>>

/** One flaw of one input. */
export interface Flaw extends FlawRow {
  readonly input: string
  readonly kind: FlawKind
  /** `availability-id-missing` */
  readonly name: string
}

/** A request with a flaw, or a booking around a write with one. Plain data beside the answers, for a trial. */
export interface Flawed {
  readonly flaw: string
  readonly value: Json
  readonly answer: Answer
  /** The booking as it was read before and after; absent: it was not. */
  readonly before?: Answer
  readonly after?: Answer
}

type Sent = Omit<Flawed, 'flaw' | 'value'>

/** What checks of flaws look at in the data of a scenario. */
interface Seen {
  /** The request without any flaw. */
  readonly control: Answer | null
  readonly flawed: readonly Flawed[]
}

export interface Flaws {
  /**
   * Sends every flaw that the profile has a place for, in the order of the table.
   * @param given the values of flaws that the contract does not know, by the name of the flaw
   * @param send a request with these fields besides what it is without a flaw
   */
  readonly send: (
    context: Pick<Context, 'profile' | 'effort'>,
    given: Readonly<Record<string, readonly Json[]>>,
    send: (fields: Readonly<Record<string, Json | undefined>>, flaw: Flaw) => Promise<Sent>,
  ) => Promise<readonly Flawed[]>
  /**
   * Sends every flaw in a write to a booking that is read around it: see `aroundWrites`.
   * @param write a write with these fields besides what it is without a flaw
   */
  readonly sendAround: (
    context: Pick<Context, 'profile' | 'effort' | 'target'>,
    given: Readonly<Record<string, readonly Json[]>>,
    write: (id: string, fields: Readonly<Record<string, Json | undefined>>, flaw: Flaw) => Promise<Answer>,
    open: () => Promise<Opened>,
    serves?: (read: Answer) => boolean,
  ) => Promise<readonly Flawed[]>
  /** Declares for every flaw with a clause the check `operation.name-refused`. */
  readonly refused: <Data>(
    suite: Pick<Suite, 'check'>,
    of: Trials<Data>,
    see: (data: Data) => Seen,
    /** Operations that it takes besides those of the scenario. */
    uses?: readonly OperationName[],
  ) => void
  /** Declares that what was refused for a flaw has changed nothing. */
  readonly changesNothing: <Data>(
    suite: Pick<Suite, 'check'>,
    of: Trials<Data>,
    what: {
      readonly id: string
      readonly clause: string
      readonly title: string
      readonly uses?: readonly OperationName[]
    },
    see: (data: Data) => readonly Flawed[],
  ) => void
}

/** The flaws of the inputs of an operation: what is sent, and what is then judged. See docs/writing-a-check.md. */
export function openFlaws(operation: OperationName, table: FlawTable): Flaws {
  const flaws = Object.entries(table).flatMap(([input, rows]) =>
    Object.entries(rows).map(([kind, row]): Flaw => ({
      ...(typeof row === 'string' ? { clause: row } : row),
      input,
      // The keys of a row are kinds.
      kind: kind as FlawKind,
      name: `${input.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${kind}`,
    })),
  )
  const triedOf = (
    context: Pick<Context, 'profile' | 'effort'>,
    given: Readonly<Record<string, readonly Json[]>>,
  ): readonly { readonly flaw: Flaw; readonly value: Json | undefined }[] =>
    flaws.flatMap((flaw) =>
      valuesOf(operation, flaw, context, given[flaw.name] ?? []).map((value) => ({ flaw, value })),
    )
  return {
    send: async (context, given, send) => {
      const flawed: Flawed[] = []
      for (const { flaw, value } of triedOf(context, given))
        flawed.push({ flaw: flaw.name, value: value ?? null, ...(await send({ [flaw.input]: value }, flaw)) })
      return flawed
    },
    sendAround: async (context, given, write, open, serves) => {
      const tried = triedOf(context, given)
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
    refused: ({ check }, of, see, uses = []) => {
      for (const flaw of flaws) {
        const { clause } = flaw
        if (clause === undefined) continue
        const restsOn = isGap(operation, flaw) ? [keyOf(operation, flaw)] : []
        check(of, {
          id: `${operation}.${flaw.name}-refused`,
          clause,
          title: contract.clause(clause)?.text ?? clause,
          uses,
          needs: [keyOf(operation, flaw)],
          restsOn,
          judge: (data, { profile }) => judgeRefused(operation, flaw, see(data), profile),
        })
      }
    },
    changesNothing: ({ check }, of, what, see) => {
      check(of, { ...what, judge: (data) => allJudged(...see(data).map(changedNothing)) })
    },
  }
}

function valuesOf(
  operation: OperationName,
  flaw: Flaw,
  { profile, effort }: Pick<Context, 'profile' | 'effort'>,
  given: readonly Json[],
): readonly (Json | undefined)[] {
  const { kind, input, tries } = flaw
  const place = profile.operations[operation]?.fields[input]
  if (place === undefined) return []
  if (kind === 'missing') return [undefined]
  const schema = contract.input(operation, input)
  const known =
    kind === 'mistyped' ? mistyped(schema, place.in === 'body') : kind === 'outside' ? outside(schema) : null
  // Of the many values that the contract knows, one does, if it is not said.
  return known === null ? given : known.edges.slice(0, tries?.[effort] ?? 1)
}

function judgeRefused(operation: OperationName, flaw: Flaw, { control, flawed }: Seen, profile: Profile): Judgement {
  const { input, kind, name, lacking } = flaw
  const key = keyOf(operation, flaw)
  const place = profile.operations[operation]?.fields[input]
  if (place === undefined) return untested(`the profile gives ${input} of ${operation} no place`, `give ${key}`)
  const tried = flawed.filter((each) => each.flaw === name)
  if (tried.length === 0 && kind === 'mistyped' && place.in !== 'body')
    return notApplicable(`${input} travels in the ${place.in}, where everything is text`)
  if (tried.length === 0) return lacking ?? unjudged(null)
  const schema = contract.input(operation, input)
  const judged = all(
    ...tried.map(({ answer, value }, at) =>
      ledBy(
        tried.slice(0, at + 1),
        expect(answer).toBeRefused(control, `although ${kinds[kind](input, value, schema)}`),
      ),
    ),
  )
  // A refusal shows that the target reads the input under this name, where the request without the flaw had it as well.
  const isShown = isGap(operation, flaw) && control?.exchange.input[input] !== undefined
  return judged.outcome === 'pass' && isShown ? confirming(key) : judged
}

/** What was tried before belongs to the story of a failure: a server may refuse the first of its kind alone. */
function ledBy(tried: readonly Flawed[], judged: Judgement): Judgement {
  if (judged.outcome !== 'fail' || tried.length < 2) return judged
  const steps = tried.map(({ answer }) => answer.n)
  return { ...judged, findings: judged.findings.map((finding) => ({ steps, ...finding })) }
}

function changedNothing({ flaw, before, answer, after }: Flawed): Judgement {
  if (answer.accepted) return notApplicable(`this target took the ${answer.exchange.purpose} with ${flaw}`)
  if (!answer.refused) return unjudged(answer)
  const because = `though the ${answer.exchange.purpose} with ${flaw} was refused (exchange ${answer.n})`
  return allJudged(sameBooking(before, after, tellingFields, because), membersSame(before, after, because))
}

function keyOf(operation: OperationName, { input }: Flaw): string {
  return `operations.${operation}.${input}`
}

/** Whether the name of the input is a default of ours. */
function isGap(operation: OperationName, { input }: Flaw): boolean {
  return contract.input(operation, input)['x-gap'] !== undefined
}

function describeType(type: ContractSchema['type']): string {
  return type === 'integer' ? 'whole number' : [type ?? 'value'].flat().join(' or ')
}
