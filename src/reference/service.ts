import type { Context } from './context.js'
import type { Booking, Call, OperationName, Reply, Reseller } from './model.js'
import { availability } from './operations/availability.js'
import { cancel } from './operations/cancel.js'
import { confirm } from './operations/confirm.js'
import { extend } from './operations/extend.js'
import { get } from './operations/get.js'
import { list } from './operations/list.js'
import { reserve } from './operations/reserve.js'
import { transfers } from './operations/transfers.js'
import { update } from './operations/update.js'
import { findBooking } from './bookings.js'
import { seededRandom, type Random } from './random.js'
import { Refused } from './refused.js'
import type { Rules } from './rules.js'
import { State } from './state.js'
import { Store } from './store.js'

const operations: Readonly<Record<OperationName, (ctx: Context) => Reply | Promise<Reply>>> = {
  transfers,
  availability,
  reserve,
  extend,
  confirm,
  update,
  cancel,
  get,
  list,
}

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
    const call = this.rules.beforeCall(sent, this.state)
    const ctx = this.#context(call)
    this.state.entered(call.operation)
    try {
      const reply = await this.#answer(ctx)
      return this.rules.afterReply(reply, ctx)
    } catch {
      return { kind: 'refused', code: 'INTERNAL', message: 'the service failed' }
    } finally {
      this.state.left(call.operation)
    }
  }

  /** The capabilities that a call switches on. */
  capabilities(call: Call): readonly string[] {
    return this.rules.capabilities(call, this.state)
  }

  /** Marks a confirmed booking as used by its guest. */
  redeem(id: string, reseller: Reseller | null): Reply {
    const credentials = reseller === null ? 'none' : 'valid'
    const ctx = this.#context({ operation: 'get', reseller, credentials, id, input: {}, capabilityHeader: null })
    try {
      const booking: Booking = findBooking(ctx)
      if (booking.status !== 'CONFIRMED') throw new Refused('BAD_REQUEST', 'only a confirmed booking can be redeemed')
      const redeemed = this.rules.applyRedeem(booking, ctx)
      this.rules.save(redeemed, booking, ctx)
      return { kind: 'booking', booking: this.rules.showBooking(redeemed, ctx), created: false }
    } catch (error) {
      return refusal(error, id)
    }
  }

  /** The context of an operation that nobody has called, for traffic that the service makes itself. */
  contextFor(operation: OperationName): Context {
    return this.#context({ operation, reseller: 'a', credentials: 'valid', input: {}, capabilityHeader: null })
  }

  async #answer(ctx: Context): Promise<Reply> {
    try {
      if (ctx.reseller === null)
        throw ctx.call.credentials === 'none'
          ? new Refused('UNAUTHORIZED', 'credentials are required')
          : new Refused('FORBIDDEN', 'these credentials are not valid')
      const reply = await operations[ctx.operation](ctx)
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
