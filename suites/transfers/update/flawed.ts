import {
  expect,
  notApplicable,
  openSuite,
  sameBooking,
  tellingFields,
  unknownId,
  untested,
  whatever,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { membersSame } from './judges.js'
import { change, openUpdater } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

/** An update of a held booking with one flaw, and the booking as it was read before and after it. */
interface Flawed {
  readonly what: string
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
}

/** A held booking that takes a good update, and then bad ones, each with a good reference beside the flaw. */
const flawed = scenario(
  'update.flawed',
  async (context) => {
    const { target, marker, random } = context
    const held = await context.hold({ notes: marker('notes') })
    const id = held.reserved.bookingId
    const updates = openUpdater(context, held.availabilityId)
    const { answer: control } = await updates.control(id, { ...change(context, marker('good')), emailReceipt: false })
    let before = await target.get(id)
    const flaw = async (what: string, fields: Parameters<typeof updates.send>[1]): Promise<Flawed> => {
      const answer = await updates.send(id, { ...change(context, marker(what)), ...fields })
      const after = await target.get(id)
      const done = { what, before, answer, after }
      before = after
      return done
    }
    const receipt = await flaw('mistyped receipt option', { emailReceipt: 'yes' })
    const minutes = await flaw('201 minutes', { expirationMinutes: 201 })
    const availability = await flaw('unknown availability', {
      availabilityId: `${held.availabilityId}-octospec-unknown`,
    })
    const reference = await flaw('mistyped reference', { reference: 42, expirationMinutes: 100 })
    const unknown = await updates.send(unknownId(id, random), change(context, marker('unknown')))
    return { control, receipt, minutes, availability, reference, unknown }
  },
  { uses: ['update', 'get'], bookings: 1 },
)

check(flawed, {
  id: 'update.flawed-changes-nothing',
  clause: '7/refused-update-changes-nothing',
  title:
    'an update of a held booking that is refused for one of its inputs changes nothing, not even by its good inputs',
  judge: ({ control, receipt, minutes, availability, reference }) => {
    if (!control.accepted) return untested('no update was accepted')
    return whatever(...[receipt, minutes, availability, reference].map(changesNothing))
  },
})

function changesNothing({ what, before, answer, after }: Flawed): Judgement {
  if (answer.outcome === 'none') return untested(`the update with ${what} got no answer`)
  if (answer.accepted) return notApplicable(`this target took the update with ${what}`)
  const because = `though the update with ${what} was refused (exchange ${answer.n})`
  return whatever(
    sameBooking(before, after, tellingFields, because),
    membersSame(before, after, ['availabilityId', 'productId', 'optionId'], because),
  )
}

check(flawed, {
  id: 'update.mistyped-receipt-refused',
  clause: '4.3/update-receipt-mistyped-refused',
  title: 'update with the receipt option "yes", a text, is refused',
  restsOn: ['operations.update.emailReceipt'],
  judge: ({ control, receipt }, { profile }) =>
    inBody(profile.operations.update?.fields['emailReceipt']?.in, 'the receipt option') ??
    expect(receipt.answer).toBeRefused(control, 'though the receipt option was a text'),
})

check(flawed, {
  id: 'update.mistyped-reference-refused',
  clause: '4.3/update-reference-mistyped-refused',
  title: 'update with the reference 42, a number, is refused',
  restsOn: ['operations.update.reference'],
  judge: ({ control, reference }, { profile }) =>
    inBody(profile.operations.update?.fields['reference']?.in, 'the reference') ??
    expect(reference.answer).toBeRefused(control, 'though the reference was a number'),
})

function inBody(place: 'body' | 'query' | 'header' | undefined, what: string): Judgement | null {
  if (place === 'body') return null
  return notApplicable(
    `${what} travels ${place === undefined ? 'nowhere' : `in the ${place}, where everything is text`}`,
  )
}

check(flawed, {
  id: 'update.unknown-id-refused',
  clause: '4.3/update-unknown-id-refused',
  title: 'update of a booking id that does not exist is refused',
  judge: ({ control, unknown }) => expect(unknown).toBeRefused(control, 'though there is no booking of that id'),
})

observe(flawed, {
  id: 'update.unknown-availability',
  clause: '4.3/update-unknown-availability',
  observe: ({ control, availability: { answer } }) => {
    if (!control.accepted || answer.outcome === 'none') return null
    return answer.refused ? `it is refused (${answer.describe()})` : 'it is accepted'
  },
})

export default suite
