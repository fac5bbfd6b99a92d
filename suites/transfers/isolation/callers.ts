import type { Answer, Context, OperationName } from '../vocabulary/index.js'

/** The owner of a booking, another reseller, and strangers: nobody, and somebody with wrong credentials. */
export type As = 'reseller' | 'other' | 'nobody' | 'wrong'

/** An operation on a booking that not only its owner asks for. */
export interface CallerRow {
  readonly operation: OperationName
  /** Who asks besides the owner. */
  readonly by: readonly ('other' | 'strangers')[]
  readonly act: (as: As) => Promise<Answer>
  /** How the owner asks before the others, where that shows what such a request has to say; else the owner asks after them. */
  readonly first?: () => Promise<Answer>
}

/** The booking as its owner reads it before and after something. */
export interface Around {
  readonly before: Answer
  readonly after: Answer
}

/** What one operation was answered to each. */
export interface Asked {
  readonly own: Answer
  /** null: nobody of that kind asked. */
  readonly nobody: Answer | null
  readonly wrong: Answer | null
  readonly other: (Around & { readonly answer: Answer }) | null
}

/** By operation; one that is not there is not offered, or there is no second reseller to ask for it. */
export type AskedFor = Readonly<Partial<Record<OperationName, Asked>>>

/**
 * Has everybody ask for operations on a booking, in the order of the rows: the other reseller for all of its own, the booking read
 * before and after each, then the strangers, then the owner.
 * @param look what the other reseller reads of it before
 */
export async function askAll(
  { target, profile, offers }: Context,
  id: string,
  rows: readonly CallerRow[],
  look: () => Promise<readonly Answer[]> = () => Promise.resolve([]),
): Promise<{
  readonly asked: AskedFor
  readonly read: Answer
  readonly seen: readonly Answer[]
  readonly byStrangers: Around
}> {
  const hasOther = profile.otherReseller !== null
  const asks = ({ by }: CallerRow, who: 'other' | 'strangers'): boolean =>
    by.includes(who) && (who !== 'other' || hasOther)
  const asked = rows.filter((row) => offers(row.operation) && (asks(row, 'other') || asks(row, 'strangers')))
  const own = new Map<OperationName, Answer>()
  for (const { operation, first } of asked) if (first !== undefined) own.set(operation, await first())
  const read = await target.get(id)
  const seen = hasOther ? await look() : []
  const others = new Map<OperationName, Asked['other']>()
  let before = read
  for (const row of asked.filter((each) => asks(each, 'other'))) {
    const answer = await row.act('other')
    const after = await target.get(id)
    others.set(row.operation, { before, answer, after })
    before = after
  }
  const strange = new Map<OperationName, Strangers>()
  for (const row of asked.filter((each) => asks(each, 'strangers')))
    strange.set(row.operation, await strangers(row.act))
  const after = strange.size > 0 ? await target.get(id) : before
  // What was read is the owner's own get.
  own.set('get', after)
  for (const { operation, act } of asked) if (!own.has(operation)) own.set(operation, await act('reseller'))
  const answers = asked.flatMap(({ operation }): [OperationName, Asked][] => {
    const granted = own.get(operation)
    const none = { nobody: null, wrong: null }
    return granted === undefined
      ? []
      : [[operation, { own: granted, other: others.get(operation) ?? null, ...(strange.get(operation) ?? none) }]]
  })
  return { asked: Object.fromEntries(answers), read, seen, byStrangers: { before, after } }
}

interface Strangers {
  readonly nobody: Answer
  readonly wrong: Answer
}

export async function strangers(act: (as: As) => Promise<Answer>): Promise<Strangers> {
  const [nobody, wrong] = await Promise.all([act('nobody'), act('wrong')])
  return { nobody, wrong }
}
