import { observe, scenario } from '../../src/suite/index.js'

/** A held booking, cancelled: whether that can be done, the documents do not say. */
const onHold = scenario(
  'cancel.on-hold',
  async (context) => {
    const { reserved } = await context.hold()
    const cancelled = await context.target.cancel(reserved.bookingId)
    return { cancelled }
  },
  { uses: ['cancel'], bookings: 1 },
)

observe(onHold, {
  id: 'cancel.of-hold',
  clause: '3/cancel-on-hold',
  observe: ({ cancelled }) => {
    if (cancelled.outcome === 'none') return null
    if (cancelled.refused) return `no: it is refused (${cancelled.describe()})`
    return `yes: its status is then ${String(cancelled.read('status'))}`
  },
})
