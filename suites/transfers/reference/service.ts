import * as operations from './operations.js'
import { State, type Context } from './context.js'
import { Refused, type Call, type OperationName, type RefusalCode, type Reply } from './model.js'
import { seededRandom, type Random } from './random.js'
import type { Rules } from './rules.js'
import { Store } from './store.js'

const performed: Readonly<Record<OperationName, (ctx: Context) => Reply | Promise<Reply>>> = operations

export interface ServiceOptions {
  readonly rules: Rules
  readonly seed: number
  /** Wall time in milliseconds since the epoch; the service's own clock is this plus what it was moved forward. */
  readonly now: () => number
  /** How ids of bookings are written; see `Context.newBookingId`. */
  readonly newBookingId: (serial: number, key: string | null, random: Random, now: number) => string
}

/** The documented service, without HTTP. What it decides is in its rules. */
export class Service {
  readonly rules: Rules
  readonly store: Store = new Store()
  readonly state: State = new State()
  readonly random: Random
  readonly #options: ServiceOptions
  #movedBy = 0

  constructor(options: ServiceOptions) {
    this.#options = options
    this.rules = options.rules
    this.random = seededRandom(options.seed)
  }

  /** The service's time, milliseconds since the epoch. */
  now(): number {
    return this.#options.now() + this.#movedBy
  }

  /** Moves the test clock forward. */
  advance(minutes: number): void {
    this.#movedBy += minutes * 60_000
  }

  /** Answers a call. Never throws: what goes wrong inside is a refusal with code INTERNAL. */
  async handle(sent: Call): Promise<Reply> {
    this.state.entered(sent.operation)
    try {
      const ctx = this.#context(this.rules.beforeCall(sent, this.state))
      const reply = await this.#answer(ctx)
      return this.rules.afterReply(reply, ctx)
    } catch (error) {
      return refusal(error, sent.id)
    } finally {
      this.state.left(sent.operation)
    }
  }

  /** The capabilities that a call switches on. */
  capabilities(call: Call): readonly string[] {
    return this.rules.capabilities(call, this.state)
  }

  /** Marks a confirmed booking as used by its guest. No operation: it takes what is kept, not what reads show. */
  redeem(call: Call): Reply {
    const { id, reseller } = call
    const ctx = this.#context(call)
    const bookings = this.store.withId(id ?? '').flatMap((serial) => this.store.versions(serial).slice(-1))
    const booking = bookings.find((candidate) => candidate.reseller === (reseller ?? candidate.reseller))
    const refused = (code: RefusalCode, message: string): Reply => refusal(new Refused(code, message), id)
    if (booking === undefined) return refused('UNKNOWN_BOOKING', 'there is no such booking')
    if (booking.status !== 'CONFIRMED') return refused('BAD_REQUEST', 'only a confirmed booking can be redeemed')
    const redeemed = this.rules.applyRedeem(booking, ctx)
    this.store.put(redeemed)
    return { kind: 'booking', booking: this.rules.showBooking(redeemed, ctx), created: false }
  }

  /** The context of an operation that nobody has called, for traffic that the service makes itself. */
  contextFor(operation: OperationName): Context {
    return this.#context({
      operation,
      reseller: 'a',
      credentials: 'valid',
      input: {},
      unknownFields: [],
      capabilityHeader: null,
    })
  }

  async #answer(ctx: Context): Promise<Reply> {
    try {
      if (ctx.reseller === null)
        throw ctx.call.credentials === 'none'
          ? new Refused('UNAUTHORIZED', 'credentials are required')
          : new Refused('FORBIDDEN', 'these credentials are not valid')
      if (this.rules.refusesCapabilities(ctx)) throw new Refused('BAD_REQUEST', 'these capabilities are not offered')
      const reply = await performed[ctx.operation](ctx)
      if (reply.kind === 'booking' && typeof reply.booking['id'] === 'string')
        this.state.accepted(ctx.operation, reply.booking['id'])
      return reply
    } catch (error) {
      return refusal(error, ctx.call.id)
    }
  }

  #context(call: Call): Context {
    const { rules, store, state, random } = this
    const now = this.now()
    return {
      call,
      operation: call.operation,
      reseller: rules.caller(call, state),
      capabilities: rules.capabilities(call, state),
      now,
      rules,
      store,
      state,
      random,
      newBookingId: (serial, key) => this.#options.newBookingId(serial, key, random, now),
    }
  }
}

function refusal(error: unknown, id: string | undefined): Reply {
  if (!(error instanceof Refused)) return { kind: 'refused', code: 'INTERNAL', message: 'the service failed' }
  return { kind: 'refused', code: error.code, message: error.message, ...(id !== undefined && { id }) }
}
