import {
  allJudged,
  flawsOf,
  notApplicable,
  unjudged,
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
} from './words.js'
import { contract } from '../contract/contract.js'
import { aroundWrites, type Opened } from './aroundWrites.js'
import { membersSame } from './membersSame.js'
import { sameBooking, tellingFields } from './sameBooking.js'

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
    changesNothing: ({ check }, trials, what, see) => {
      check(trials, { ...what, judge: (data) => allJudged(...see(data).map(changedNothing)) })
    },
  }
}

function changedNothing({ flaw, before, answer, after }: Flawed): Judgement {
  if (answer.accepted) return notApplicable(`this target took the ${answer.exchange.purpose} with ${flaw}`)
  if (!answer.refused) return unjudged(answer)
  const because = `though the ${answer.exchange.purpose} with ${flaw} was refused (exchange ${answer.n})`
  return allJudged(sameBooking(before, after, tellingFields, because), membersSame(before, after, because))
}
