import type { Answer, Context, Json } from '../vocabulary/index.js'

const free = new WeakMap<Context, string>()

/**
 * A reservation that ought to be refused, of an availability that nobody holds. They all want the same one, until one of
 * them is accepted after all: the next is then refused for its own flaw and not for a slot that is taken.
 */
export async function reserveFlawed(
  context: Context,
  flaw: Readonly<Record<string, Json | undefined>>,
): Promise<Answer> {
  const availabilityId = free.get(context) ?? (await context.slot())
  free.set(context, availabilityId)
  const answer = await context.target.reserve({ availabilityId, expirationMinutes: 60, ...flaw })
  if (!answer.refused) free.delete(context)
  return answer
}
