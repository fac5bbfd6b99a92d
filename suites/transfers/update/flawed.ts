import { expect, openFlaws, openSuite, unknownId, type Suite } from '../vocabulary/index.js'
import { change, openUpdater } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

const flaws = openFlaws('update', {
  emailReceipt: { mistyped: '4.3/update-receipt-mistyped-refused' },
  expirationMinutes: { outside: {} },
  availabilityId: { unknown: {} },
  reference: { mistyped: '4.3/update-reference-mistyped-refused' },
})

/** A held booking that takes a good update, and then bad ones, each with something good beside the flaw. */
const flawed = scenario(
  'update.flawed',
  async (context) => {
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
    const given = { 'availability-id-unknown': [`${held.availabilityId}-octospec-unknown`] }
    const tried = await flaws.sendAround(
      context,
      given,
      (booking, fields, { input, name }) => {
        const good = input === 'reference' ? { expirationMinutes: 100 } : change(context, marker(name))
        return updates.send(booking, { ...good, ...fields })
      },
      open,
    )
    const unknown = await updates.send(unknownId(id, random), change(context, marker('unknown')))
    return { control, flawed: tried, unknown }
  },
  { uses: ['update', 'get'], bookings: 2 },
)

flaws.refused(suite, flawed, (data) => data)

flaws.changesNothing(
  suite,
  flawed,
  {
    id: 'update.flawed-changes-nothing',
    clause: '7/refused-update-changes-nothing',
    title:
      'an update of a held booking that is refused for one of its inputs changes nothing, not even by its good inputs',
  },
  (data) => data.flawed,
)

check(flawed, {
  id: 'update.unknown-id-refused',
  clause: '4.3/update-unknown-id-refused',
  title: 'update of a booking id that does not exist is refused',
  judge: ({ control, unknown }) => expect(unknown).toBeRefused(control, 'though there is no booking of that id'),
})

observe(flawed, {
  id: 'update.unknown-availability',
  clause: '4.3/update-unknown-availability',
  observe: (data) => {
    const answer = data.flawed.find(({ flaw }) => flaw === 'availability-id-unknown')?.answer
    if (!data.control.accepted || answer === undefined || answer.outcome === 'none') return null
    return answer.refused ? `it is refused (${answer.describe()})` : 'it is accepted'
  },
})

export default suite
