import {
  describeValue,
  fail,
  findingAt,
  pass,
  readPointer,
  unjudged,
  unusable,
  wants,
  type Answer,
  type Json,
  type Judgement,
} from './words.js'

/** Inputs of update, by which a booking may carry what was booked: the documents do not say that it does. */
const names = ['availabilityId', 'productId', 'optionId'] as const

/** Judges that two answers show the same thing booked, as far as both show it. */
export function membersSame(
  before: Answer | null | undefined,
  after: Answer | null | undefined,
  because: string,
): Judgement {
  const cannot = unusable(before) ?? unusable(after)
  if (cannot !== null || !before || !after) return cannot ?? unjudged(after)
  const findings = names.flatMap((name) => {
    const was = readPointer<Json>(before.json ?? null, `/${name}`)
    const found = readPointer<Json>(after.json ?? null, `/${name}`)
    if (was === undefined || JSON.stringify(was) === JSON.stringify(found)) return []
    return [
      findingAt(after, `/${name}`, {
        message: `${name} was ${describeValue(was)} in exchange ${before.n} and is ${describeValue(found)}, ${because}`,
        ...wants.value(was),
        field: name,
        before: { exchange: before.n, value: was },
      }),
    ]
  })
  return findings.length === 0 ? pass : fail(...findings)
}
