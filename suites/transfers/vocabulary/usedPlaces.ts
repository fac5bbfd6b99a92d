import type { Answer, OperationName } from './words.js'

/** The method and path that an operation was accepted at; null where it was not. */
export function pathUsed(answer: Answer | null, name: OperationName): string | null {
  const operation = answer?.profile.operations[name] ?? null
  return answer?.accepted === true && operation !== null ? `${operation.method} ${operation.path}` : null
}

/** The place in which an input was sent with a request that was accepted; null where it was not sent. */
export function placeUsed(answer: Answer | null, name: OperationName, field: string): string | null {
  const place = answer?.profile.operations[name]?.fields[field]
  if (answer?.accepted !== true || place === undefined || answer.exchange.input[field] === undefined) return null
  return `${place.in}:${place.in === 'body' ? place.pointer : place.name}, which is accepted`
}
