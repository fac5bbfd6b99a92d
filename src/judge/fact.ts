import type { Finding } from '../suite/finding.js'

/**
 * The fact of a finding, as data. Two findings of one clause with the same fact are told once, whatever booking, list
 * item or exchange shows them.
 */
export function factOf({
  wanted = {},
  operation,
  pointer,
  field,
  missing,
  received,
  breaks,
  overwrittenBy,
  code,
}: Finding): string {
  const { value, before, listed, notIn, ...rest } = wanted
  const place = pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  const also = [before, listed, notIn].map((each) => each !== undefined)
  return JSON.stringify([
    operation,
    place,
    field,
    missing,
    kindOf(received),
    breaks,
    overwrittenBy,
    code,
    rest,
    also,
    shapeOf(value),
  ])
}

/** A schema, with its constant by its kind: that differs from booking to booking. */
function shapeOf(value: NonNullable<Finding['wanted']>['value']): unknown {
  return value?.const === undefined ? value : { const: kindOf(value.const) }
}

function kindOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? 'array' : typeof value
}

/** The words of a server without its ids, times and numbers, which differ from answer to answer. Ours are never read. */
export function serverPattern(words: string): string {
  return words
    .slice(0, 500)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/\d+/g, 'N')
}
