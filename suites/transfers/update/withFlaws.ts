import { unknownAvailability } from '../vocabulary/slots.js'
import { openFlaws, unknownId, type Answer, type Context, type Flawed, type Flaws } from '../vocabulary/index.js'
import { change, openUpdater } from './updater.js'

export const flaws: Flaws = openFlaws('update', {
  emailReceipt: { mistyped: '4.3/update-receipt-mistyped-refused' },
  expirationMinutes: { outside: {} },
  availabilityId: { unknown: {} },
  reference: { mistyped: '4.3/update-reference-mistyped-refused' },
})

export interface UpdatedWithFlaws {
  readonly control: Answer
  readonly flawed: readonly Flawed[]
  readonly unknown: Answer
}

/** A hold that was refused all that it should have been, and how it was read last. */
export interface Left {
  readonly reserved: Answer
  readonly read: Answer
}

/** A held booking that takes a good update, and then bad ones, each with something good beside the flaw. */
export async function updateWithFlaws(context: Context): Promise<{
  readonly updated: UpdatedWithFlaws
  /** null: something was done to it that should have been refused. */
  readonly left: Left | null
}> {
  const { marker, random } = context
  const held = await context.hold({ notes: marker('notes') })
  const id = held.reserved.bookingId
  const updates = openUpdater(context, held.availabilityId)
  const { answer: control } = await updates.control(id, { ...change(context, marker('good')), emailReceipt: false })
  let isFresh = true
  const open = async (): Promise<{ readonly id: string }> => {
    if (!isFresh) return { id: (await context.hold()).reserved.bookingId }
    isFresh = false
    return { id }
  }
  const given = { 'availability-id-unknown': [`${held.availabilityId}${unknownAvailability}`] }
  const flawed = await flaws.sendAround(
    context,
    given,
    (booking, fields, { input, name }) => {
      const good = input === 'reference' ? { expirationMinutes: 100 } : change(context, marker(name))
      return updates.send(booking, { ...good, ...fields })
    },
    open,
  )
  const unknown = await updates.send(unknownId(id, random), change(context, marker('unknown')))
  const [first] = flawed
  const last = flawed.at(-1)?.after
  // One reading before and one after tell of all of them.
  const isOne = first?.before !== undefined && flawed.every(({ before }) => before?.n === first.before?.n)
  const isLeft = isOne && unknown.refused && flawed.every(({ answer }) => answer.refused)
  return {
    updated: { control, flawed, unknown },
    left: isLeft && last?.accepted === true ? { reserved: held.reserved, read: last } : null,
  }
}
