import {
  allJudged,
  expect,
  inWords,
  isCut,
  isKeptIn,
  need,
  notApplicable,
  notesAreCut,
  openSuite,
  showsText,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Judgement, Suite } from '../vocabulary/index.js'
import { namesOfReason, reasonShown } from '../cancel/reasonShown.js'
import { onHold } from './onHold.js'
import { tellingText, type Sent } from './texts.js'

const suite: Suite = openSuite()
const { check } = suite

check(onHold, {
  id: 'reserve.keeps-any-text',
  clause: '4.2/notes-kept',
  title: 'notes keep leading zeros, letters and signs of any script, and what would be markup elsewhere',
  judge: ({ reserved, before, toldIn }) => {
    need(before)
    if (before.profile.booking.notes === null)
      return notApplicable('the bookings of this target do not carry the notes')
    const sent = inWords(reserved.exchange.input['notes'])
    const shown = before.read('notes')
    if (isCut(sent, shown) && !isKeptIn(tellingText, shown)) return untested(notesAreCut)
    // Where the notes were refused as such, the booking was made with others.
    return sent.startsWith(tellingText)
      ? showsText(before, 'notes', tellingText)
      : untested(
          `notes with such a text were refused (${toldIn.describe()})`,
          'see what the answer says is wrong with the notes',
        )
  },
})

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
  id: 'update.keeps-any-text',
  clause: '4.3/update-reference-kept',
  title: 'a reference keeps leading zeros, letters and signs of any script, and what would be markup elsewhere',
  judge: ({ references }) =>
    references.length === 0
      ? untested('this target takes no reference in update')
      : allJudged(...references.map((sent) => kept(sent))),
})

check(onHold, {
  id: 'update.without-reference-leaves-it',
  clause: '4.3/update-leaves-the-rest',
  title: 'an update without a reference leaves the one that there is',
  judge: ({ without }) =>
    without === null ? unseen('no reference was shown, or no update without one was accepted') : kept(without),
})

check(onHold, {
  id: 'confirm.reference-after-update',
  clause: '4.3/confirm-reference-kept-get',
  title:
    'the reference of confirm is that of the booking, with any zeros it begins with, also where an update gave it another and the hold was extended',
  uses: ['confirm'],
  needs: ['operations.confirm.reference'],
  judge: ({ confirmed }) => (confirmed === null ? untested('the booking was not confirmed') : kept(confirmed)),
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

/** Judges that a text is kept as it was sent, letter case and spaces around it aside. */
function kept({ text, answer, read }: Sent): Judgement {
  if (answer.profile.booking.reference === null) return notApplicable('the bookings of this target do not carry it')
  const cannot = unusable(answer) ?? unusable(read)
  if (cannot !== null) return cannot
  return showsText(read, 'reference', text)
}

export default suite
