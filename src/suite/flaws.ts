import type { Answer } from '../wire/answer.js'
import { arbitraryOf } from '../contract/arbitraryOf.js'
import type { Contract } from '../contract/contract.js'
import { type ContractSchema, describeSchema } from '../contract/contractSchema.js'
import type { Json, Operation, Profile } from '../profile/profile.js'
import type { Suite } from './suite.js'
import type { Context, Effort, Trials } from './scenario.js'
import { expect, unjudged } from './expect.js'
import { describeValue } from './words.js'
import { all, confirming, type Judgement, notApplicable, untested } from './judgement.js'
import { malformed, mistyped, outside, unlisted, type WrongValues } from './wrongValues.js'

/** What is said of an input in a message: its value, and what the contract has it be. */
interface FlawedInput {
  readonly input: string
  readonly value: Json
  readonly schema: ContractSchema
  /** `UUID`, `one of "A", "B"` */
  readonly wanted: string
}

/** How an input may be wrong, and what that makes of a request, for messages. */
const kinds = {
  missing: ({ input }: FlawedInput) => `it has no ${input}`,
  mistyped: ({ input, value, schema: { type } }: FlawedInput) =>
    `its ${input} is ${describeValue(value)}, which is no ${type === 'integer' ? 'whole number' : [type ?? 'value'].flat().join(' or ')}`,
  outside: ({ input, value }: FlawedInput) => `its ${input} is ${describeValue(value)}, which is out of bounds`,
  malformed: ({ input, value, wanted }: FlawedInput) =>
    `its ${input} is ${describeValue(value)}, which is no ${wanted}`,
  unlisted: ({ input, value, wanted }: FlawedInput) =>
    `its ${input} is ${describeValue(value)}, which is not ${wanted}`,
  unknown: ({ input }: FlawedInput) => `its ${input} is made up`,
  unavailable: ({ input, value }: FlawedInput) => `its ${input} is ${describeValue(value)}, which is not available`,
  foreign: ({ input }: FlawedInput) => `its ${input} belongs to something else`,
}
type FlawKind = keyof typeof kinds

/** The documents' word on one flaw, and the way to try it. */
interface FlawRow {
  /** By this clause it is refused. Without one it is sent for what else may come of it. */
  readonly clause?: string
  /** How many values of the contract are tried; 1 by default. Those beyond its edges are drawn from all wrong ones. */
  readonly tries?: Readonly<Record<Effort, number>>
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

/** A request with a flaw. Plain data beside the answers, for a trial. */
export interface Flawed<Own extends Answer = Answer> {
  readonly flaw: string
  readonly value: Json
  readonly answer: Own
}

interface Seen {
  readonly control: Answer | null
  readonly flawed: readonly Flawed[]
}

/**
 * Values of flaws that the contract does not know, by the flaw's name. For flaws that are made of a right value
 * (`malformed`, and `mistyped` for texts), they are the right ones.
 */
export type GivenValues = Readonly<Record<string, readonly Json[]>>

/** The tried flaws, in their order. */
type TriedFlaws = readonly { readonly flaw: Flaw; readonly value: Json | undefined }[]

/** The flaws of the inputs of an operation. */
export interface FlawsOf {
  readonly operation: string
  readonly flaws: readonly Flaw[]
  /** Every flaw that the profile has a place for, in the order of the table, with its values. */
  readonly tried: (context: Asked, given: GivenValues) => TriedFlaws
  /** Declares for every flaw with a clause the check `operation.name-refused`. */
  readonly refused: <Data>(
    suite: Pick<Suite, 'check'>,
    of: Trials<Data>,
    see: (data: Data) => Seen,
    /** Operations that it takes besides those of the scenario. */
    uses?: readonly string[],
  ) => void
}

type Asked = Pick<Context, 'profile' | 'effort' | 'random'>

/**
 * The flaws of the inputs of an operation: what is tried, and how it is judged. See docs/writing-a-check.md.
 * @param contract says what each input may be
 */
export function flawsOf(contract: Inputs['contract'], operation: string, table: FlawTable): FlawsOf {
  const flaws = Object.entries(table).flatMap(([input, rows]) =>
    Object.entries(rows).map(([kind, row]): Flaw => ({
      ...(typeof row === 'string' ? { clause: row } : row),
      input,
      // The keys of a row are kinds.
      kind: kind as FlawKind,
      name: `${input.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${kind}`,
    })),
  )
  const inputs = new Inputs(contract, operation)
  return {
    operation,
    flaws,
    tried: (context, given) =>
      flaws.flatMap((flaw) => inputs.valuesOf(flaw, context, given[flaw.name] ?? []).map((value) => ({ flaw, value }))),
    refused: ({ check }, of, see, uses = []) => {
      for (const flaw of flaws) {
        const { name, clause } = flaw
        if (clause === undefined) continue
        check(of, {
          id: `${operation}.${name}-refused`,
          clause,
          title: contract.clause(clause)?.text ?? clause,
          uses,
          needs: [inputs.keyOf(flaw)],
          restsOn: inputs.isGap(flaw) ? [inputs.keyOf(flaw)] : [],
          judge: (data, { profile }) => inputs.judge(flaw, see(data), profile),
        })
      }
    },
  }
}

/** The inputs of an operation, as the contract has them and a profile places them. */
class Inputs {
  readonly contract: Pick<Contract, 'input' | 'clause' | 'refs' | 'formats'>
  readonly #operation: string

  constructor(contract: Inputs['contract'], operation: string) {
    this.contract = contract
    this.#operation = operation
  }

  /** The key of the profile that gives an input its place. */
  keyOf({ input }: Flaw): string {
    return `operations.${this.#operation}.${input}`
  }

  /** Whether the documents leave open where the input stands. */
  isGap(flaw: Flaw): boolean {
    return this.#schemaOf(flaw)['x-gap'] !== undefined
  }

  /** What a flaw is tried with. @param given values that the contract does not know */
  valuesOf(flaw: Flaw, asked: Asked, given: readonly Json[]): readonly (Json | undefined)[] {
    const place = this.#placeOf(flaw, asked.profile)
    if (place === undefined) return []
    if (flaw.kind === 'missing') return [undefined]
    const wrong = this.#wrongOf(flaw, place.in === 'body', asked, given)
    if (wrong === undefined) return given
    if (wrong === null) return []
    // Of the many values that the contract knows, one does, if it is not said.
    const tries = flaw.tries?.[asked.effort] ?? 1
    const edges = wrong.edges.slice(0, tries)
    return [...edges, ...Array.from({ length: tries - edges.length }, () => asked.random.sample(wrong.arbitrary))]
  }

  judge(flaw: Flaw, { control, flawed }: Seen, profile: Profile): Judgement {
    const { input, kind, name, lacking } = flaw
    const place = this.#placeOf(flaw, profile)
    if (place === undefined)
      return untested(`the profile gives ${input} of ${this.#operation} no place`, `give ${this.keyOf(flaw)}`)
    const tried = flawed.filter((each) => each.flaw === name)
    if (tried.length === 0 && kind === 'mistyped' && place.in !== 'body')
      return notApplicable(`${input} travels in the ${place.in}, where everything is text`)
    if (tried.length === 0) return lacking ?? unjudged(null)
    const { refs, formats } = this.contract
    const schema = this.#schemaOf(flaw)
    const wanted = describeSchema(schema, refs({ capability: true }), formats)
    const judged = all(
      ...tried.map(({ answer, value }, at) =>
        ledBy(
          tried.slice(0, at + 1),
          expect(answer).toBeRefused(control, `although ${kinds[kind]({ input, value, schema, wanted })}`),
        ),
      ),
    )
    // A refusal shows that the target reads the input under this name, if the request without the flaw had it as well.
    const isShown = this.isGap(flaw) && control?.exchange.input[input] !== undefined
    return judged.outcome === 'pass' && isShown ? confirming(this.keyOf(flaw)) : judged
  }

  #schemaOf({ input }: Flaw): ContractSchema {
    return this.contract.input(this.#operation, input)
  }

  #placeOf({ input }: Flaw, { operations }: Profile): Operation['fields'][string] | undefined {
    return operations[this.#operation]?.fields[input]
  }

  /** Wrong values by the contract; null: none that can be told where it travels; undefined: not for it to know. */
  #wrongOf(flaw: Flaw, inBody: boolean, { random }: Asked, [right]: readonly Json[]): WrongValues | null | undefined {
    const schema = this.#schemaOf(flaw)
    const { refs, formats } = this.contract
    if (flaw.kind === 'mistyped') return mistyped(schema, inBody, typeof right === 'string' ? right : undefined)
    if (flaw.kind === 'outside') return outside(schema)
    if (flaw.kind === 'unlisted') return unlisted(schema)
    if (flaw.kind !== 'malformed') return undefined
    const text = right ?? random.sample(arbitraryOf(schema, refs({ capability: true }), formats))
    return malformed(schema, typeof text === 'string' ? text : '', formats)
  }
}

/** What was tried before belongs to the story of a failure: a server may refuse the first of its kind alone. */
function ledBy(tried: readonly Flawed[], judged: Judgement): Judgement {
  if (judged.outcome !== 'fail' || tried.length < 2) return judged
  const steps = tried.map(({ answer }) => answer.n)
  return { ...judged, findings: judged.findings.map((finding) => ({ steps, ...finding })) }
}
