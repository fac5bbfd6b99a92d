import { isDeepStrictEqual } from 'node:util'
import { orNone, sideBySide, type Answer, type Context, type Held, type OperationName } from '../vocabulary/index.js'

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
  /** The owner asks for it elsewhere, at the end: see `AllAsked.unasked`. */
  readonly isOwnLater?: boolean
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

/** What everybody asks for a booking. */
export interface Wanted {
  /** In their order: the other reseller for all of its own and the strangers, then the owner. */
  readonly rows: readonly CallerRow[]
  /** What the other reseller reads of it before, beside its owner. */
  readonly look?: () => Promise<readonly Answer[]>
}

/** What everybody was answered. */
export interface AllAsked {
  readonly held: Held
  readonly asked: AskedFor
  readonly read: Answer
  readonly seen: readonly Answer[]
  readonly byStrangers: Around
  /** What others and strangers were answered, where the owner is still to ask. */
  readonly unasked: Readonly<Partial<Record<OperationName, Omit<Asked, 'own'>>>>
  /** All of it was done to one booking, and left it as it was. */
  readonly isAsItWas: boolean
  /** `Asked.other` is read around what the other reseller did of that operation alone, or nothing that anybody did changed anything. */
  readonly isEachTold: boolean
}

/**
 * Has everybody ask for operations on a booking. Its owner reads it once before and once after all that others and strangers do, side by
 * side; where these two differ, all is done to another booking, one after the other, which is read after each of the other reseller's
 * writes: that shows which one it was.
 * @param open makes the other booking
 */
export async function askAll(
  context: Context,
  held: Held,
  open: () => Promise<Held>,
  wanted: (held: Held, isAnother: boolean) => Wanted,
): Promise<AllAsked> {
  const tried = await tryAll(context, held, wanted(held, false), false)
  if (isDeepStrictEqual(tried.read.json, tried.byStrangers.after.json))
    return { ...(await answered(held, tried)), isAsItWas: true }
  await context.release(held.reserved)
  // Where no other one is to be had, this one tells that something was done, if not which of them did it.
  const another = await open().catch(orNone)
  if (another?.reserved.accepted !== true) return { ...(await answered(held, tried)), isEachTold: false }
  return answered(another, await tryAll(context, another, wanted(another, true), true))
}

interface TriedAll extends Pick<AllAsked, 'read' | 'seen' | 'byStrangers'> {
  readonly rows: readonly CallerRow[]
  readonly own: ReadonlyMap<OperationName, Answer>
  readonly others: ReadonlyMap<OperationName, Asked['other']>
  readonly strange: ReadonlyMap<OperationName, Strangers>
}

/** All that comes before the owner's own requests. @param isReadEach the booking is read after each of the other's writes */
async function tryAll(
  { target, profile, offers }: Context,
  { reserved }: Held,
  { rows: all, look }: Wanted,
  isReadEach: boolean,
): Promise<TriedAll> {
  const hasOther = profile.otherReseller !== null
  const id = reserved.bookingId
  const asks = ({ by }: CallerRow, who: 'other' | 'strangers'): boolean =>
    by.includes(who) && (who !== 'other' || hasOther)
  const rows = all.filter((row) => offers(row.operation) && (asks(row, 'other') || asks(row, 'strangers')))
  const own = new Map<OperationName, Answer>()
  for (const { operation, first } of rows) if (first !== undefined) own.set(operation, await first())
  const [read, seen] = await sideBySide(target.get(id), hasOther && look !== undefined ? look() : [])
  const tried: { readonly operation: OperationName; readonly answer: Answer; readonly after: Answer | null }[] = []
  const othersAsk = async (): Promise<void> => {
    for (const { operation, act } of rows.filter((each) => asks(each, 'other')))
      tried.push({ operation, answer: await act('other'), after: isReadEach ? await target.get(id) : null })
  }
  const strange = new Map<OperationName, Strangers>()
  // None of them should be let in, so that none is in the way of the others.
  const strangersAsk = async (): Promise<void> => {
    await Promise.all(
      rows
        .filter((each) => asks(each, 'strangers'))
        .map(async ({ operation, act }) => strange.set(operation, await strangers(act))),
    )
  }
  if (isReadEach) {
    await othersAsk()
    await strangersAsk()
  } else await sideBySide(strangersAsk(), othersAsk())
  const before = tried.at(-1)?.after ?? read
  const after = strange.size > 0 || !isReadEach ? await target.get(id) : before
  const others = tried.map(({ operation, answer, after: own }, index): [OperationName, Asked['other']] => [
    operation,
    { before: tried[index - 1]?.after ?? read, answer, after: own ?? after },
  ])
  return { rows, own, read, seen, others: new Map(others), strange, byStrangers: { before, after } }
}

/** With what the owner is answered, where it has not asked before the others. */
async function answered(held: Held, tried: TriedAll): Promise<AllAsked> {
  const { rows, read, seen, others, strange, byStrangers } = tried
  // What was read is the owner's own get.
  const own = new Map(tried.own).set('get', byStrangers.after)
  for (const { operation, act, isOwnLater } of rows)
    if (!own.has(operation) && isOwnLater !== true) own.set(operation, await act('reseller'))
  const asked: Partial<Record<OperationName, Asked>> = {}
  const unasked: Partial<Record<OperationName, Omit<Asked, 'own'>>> = {}
  for (const { operation } of rows) {
    const granted = own.get(operation)
    const answers = {
      other: others.get(operation) ?? null,
      ...(strange.get(operation) ?? { nobody: null, wrong: null }),
    }
    if (granted === undefined) unasked[operation] = answers
    else asked[operation] = { own: granted, ...answers }
  }
  return { held, asked, unasked, read, seen, byStrangers, isAsItWas: false, isEachTold: true }
}

interface Strangers {
  readonly nobody: Answer
  readonly wrong: Answer
}

export async function strangers(act: (as: As) => Promise<Answer>): Promise<Strangers> {
  const [nobody, wrong] = await Promise.all([act('nobody'), act('wrong')])
  return { nobody, wrong }
}
