import { inStep, openSuite, sideBySide } from '../vocabulary/index.js'
import type { Context, Suite } from '../vocabulary/index.js'
import { change, openUpdater, updateAsTaken } from '../update/updater.js'
import { heldAs, idIn, lookAt, lookAtOver, textIn, type Holds } from './held.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline } = suite

/** `plain` is updated at once without minutes, `more` from a short to a medium hold, `fewer` from medium to short. */
type Updated = Holds<'plain' | 'more' | 'fewer'>

/** Holds that are updated when made, and looked at when the time that they then have is nearly over, and over. */
timeline<Updated>(
  'hold.updated',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const plain = await heldAs(context, 'plain', at.medium)
          const more = await heldAs(context, 'more', at.short)
          const fewer = await heldAs(context, 'fewer', at.medium)
          await inStep(
            context,
            (own) => update(own, plain, 'plain', change(context, context.marker('kept'))),
            (own) => update(own, more, 'more', { expirationMinutes: at.medium }),
            (own) => update(own, fewer, 'fewer', { expirationMinutes: at.short }),
          )
          return { ...plain, ...more, ...fewer }
        },
      },
      {
        at: at.mediumBefore,
        before: at.medium - 1,
        act: async (context, soFar) => {
          await sideBySide(
            lookAt(context, soFar, 'plain', 'more'),
            // Well before the end that it had.
            lookAtOver(context, soFar, 'fewer'),
          )
          await updateAgain(context, soFar)
          return {}
        },
      },
      { at: at.mediumAfter, act: (context, soFar) => lookAtOver(context, soFar, 'more', 'plain') },
    ]
  },
  { uses: ['update', 'get'], needs: ['operations.reserve.expirationMinutes'], bookings: 3 },
)

/** Another text, in the form that the first update of this hold was taken in. */
async function updateAgain(context: Context, soFar: Partial<Updated>): Promise<void> {
  const [id, slot] = [idIn(soFar, 'plain'), textIn(soFar, 'plainSlot')]
  if (id !== null && slot !== null)
    await updateAsTaken(context, id, change(context, context.marker('kept on')), { slot })
}

/** Updates a hold in whatever form the target takes. */
async function update<Own extends 'plain' | 'more' | 'fewer'>(
  context: Context,
  held: Awaited<ReturnType<typeof heldAs<Own>>>,
  name: Own,
  fields: ReturnType<typeof change>,
): Promise<void> {
  const [id, slot] = [idIn(held, name), textIn(held, `${name}Slot`)]
  if (id !== null && slot !== null) await openUpdater(context, slot).control(id, fields)
}

export default suite
