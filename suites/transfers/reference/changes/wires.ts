import type { Change } from '../change.js'
import type { Json } from '../json.js'
import type { RefusalCode } from '../model.js'
import type { AnsweredExchange, BodyProblem, WireAnswer, WireExchange } from '../wire.js'

type Exchanged = (exchange: AnsweredExchange) => boolean

/** A request that was refused, for one of these reasons if there are any. */
export function refusedFor(...codes: readonly RefusalCode[]): Exchanged {
  return ({ reply }) => reply?.kind === 'refused' && (codes.length === 0 || codes.includes(reply.code))
}

/** A refusal that is about what was asked for: not about who asks, and no failure of the service. */
export function refusedCall({ reply }: AnsweredExchange): boolean {
  return (
    reply?.kind === 'refused' && !['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAUTHORIZED', 'FORBIDDEN'].includes(reply.code)
  )
}

/** Refusals have another status. */
export function refusesWith(status: number, which: Exchanged): Change {
  return {
    wire: (base) => ({
      refusalStatus: (usual, exchange) => (which(exchange) ? status : base.refusalStatus(usual, exchange)),
    }),
  }
}

/** An operation is not offered, or says so of what it refuses: with this status, the one that HTTP has for it. */
export function saysNotOffered(operation: AnsweredExchange['operation'], status: 405 | 501): Change {
  return refusesWith(status, (exchange) => exchange.operation === operation && refusedCall(exchange))
}

/** A refused operation, and any path that the service does not have, is answered in the words of a framework. */
export function routesNowhere(
  operation: AnsweredExchange['operation'],
  said: (method: string, path: string) => Json,
): Change {
  return sends(
    (exchange) => (exchange.operation === operation ? refusedCall(exchange) : refusedFor('NOT_FOUND')(exchange)),
    ({ headers }, { method, path }) => ({ status: 404, headers, body: said(method, path) }),
  )
}

/** What is accepted has another status. */
export function acceptsWith(status: number, ...operations: readonly AnsweredExchange['operation'][]): Change {
  return {
    wire: (base) => ({
      successStatus: (usual, exchange) =>
        operations.includes(exchange.operation) ? status : base.successStatus(usual, exchange),
    }),
  }
}

/** Answers are something else altogether. */
export function sends(which: Exchanged, other: (answer: WireAnswer, exchange: AnsweredExchange) => WireAnswer): Change {
  return {
    wire: (base) => ({
      finish: (answer, exchange) => base.finish(which(exchange) ? other(answer, exchange) : answer, exchange),
    }),
  }
}

/** Answers say nothing: 204 without a body. */
export function saysNothing(which: Exchanged): Change {
  return sends(which, ({ headers: { 'content-type': _, ...headers } }) => ({ status: 204, headers, text: '' }))
}

/** What an operation makes of a booking is answered by 204 without the booking. */
export function answersNothing(operation: AnsweredExchange['operation'], when: Exchanged = () => true): Change {
  return saysNothing((each) => each.operation === operation && each.reply?.kind === 'booking' && when(each))
}

/** Answers have other headers; undefined: without this one. */
export function sendsHeaders(
  which: Exchanged,
  other: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string | undefined>>,
): Change {
  return {
    wire: (base) => ({
      headers: (sent, exchange) => {
        const usual = base.headers(sent, exchange)
        if (!which(exchange)) return usual
        const changed = Object.entries({ ...usual, ...other(usual) })
        return Object.fromEntries(changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
      },
    }),
  }
}

/** Refusals that are JSON objects have other members too. */
export function refusesSaying(which: Exchanged, members: Readonly<Record<string, Json>>): Change {
  return {
    wire: (base) => ({
      errorBody: (body, exchange) => {
        const shown = base.errorBody(body, exchange)
        const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown)
        return isObject && which(exchange) ? { ...shown, ...members } : shown
      },
    }),
  }
}

/** A body that has this problem counts as an empty one. */
export function readsAsNothing(problem: BodyProblem, which: (exchange: WireExchange) => boolean = () => true): Change {
  return {
    wire: (base) => ({
      refusesBody: (found, exchange) => !(found === problem && which(exchange)) && base.refusesBody(found, exchange),
    }),
  }
}
