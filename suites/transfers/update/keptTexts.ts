import { expect, notApplicable, openSuite, unseen, untested } from '../vocabulary/index.js'
import type { Suite } from '../vocabulary/index.js'
import { namesOfReason, reasonShown } from '../cancel/reasonShown.js'
import { onHold } from './onHold.js'
import { tellingText } from './texts.js'

const suite: Suite = openSuite()
const { check } = suite

check(onHold, {
  id: 'reserve.takes-any-text',
  clause: '4.2/notes-accepted',
  title: 'reserve takes notes with letters and signs of any script, or refuses them without breaking',
  judge: ({ reserved, toldIn }) => {
    if (!reserved.accepted) return unseen('no reservation was accepted')
    // That such a text is none for notes is not written.
    return toldIn.refused && Number(toldIn.status) < 500
      ? notApplicable(`this target refuses such notes (${toldIn.describe()})`)
      : expect(toldIn).toBeAccepted('though notes are a text')
  },
})

check(onHold, {
  id: 'cancel.takes-any-text',
  clause: '4.3/cancel-with-reason-accepted',
  title: 'cancel takes a reason with letters and signs of any script, or refuses it without breaking',
  uses: ['cancel'],
  judge: ({ confirmed, cancelled }) => {
    if (cancelled === null) return untested('the booking was not confirmed')
    if (confirmed?.read?.read('cancellable') !== true) return untested('cancellable of the booking was not true')
    // That such a text is none for a reason is not written; that it breaks the service shows that it was taken for one.
    return cancelled.refused && Number(cancelled.status) < 500
      ? notApplicable('this target refuses such a reason')
      : expect(cancelled).toBeAccepted('though a reason is a text')
  },
})

check(onHold, {
  id: 'cancel.keeps-any-reason',
  clause: '4.3/cancel-reason-kept',
  title: 'a reason keeps leading zeros, letters and signs of any script, and what would be markup elsewhere',
  uses: ['cancel'],
  restsOn: ['operations.cancel.reason'],
  judge: ({ cancelled }) =>
    cancelled === null
      ? untested('the booking was not confirmed')
      : reasonShown(cancelled, tellingText, namesOfReason(cancelled.profile)),
})

export default suite
