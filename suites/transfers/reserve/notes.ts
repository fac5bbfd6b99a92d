import {
  allJudged,
  expect,
  failAt,
  inWords,
  isCut,
  isKeptIn,
  notApplicable,
  openSuite,
  pass,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { created } from './created.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(created, {
  id: 'reserve.notes-are-optional',
  clause: '4.2/notes-optional',
  title: 'reserve without notes is accepted',
  judge: ({ plain, plainControl }) => judgeTaken(plain, 'without notes', plainControl, 'with notes'),
})

check(created, {
  id: 'reserve.takes-notes',
  clause: '4.2/notes-accepted',
  title: 'reserve with notes is accepted',
  needs: ['operations.reserve.notes'],
  judge: ({ noted, notedControl }) => judgeTaken(noted, 'with notes', notedControl, 'without notes'),
})

function judgeTaken(reserved: Answer, how: string, control: Answer | null, otherwise: string): Judgement {
  if (reserved.accepted) return pass
  if (!reserved.refused) return unjudged(reserved)
  if (control?.accepted !== true) return unseen(`${otherwise}, reserve was not accepted either`)
  return expect(reserved).toBeAccepted(`${how}, while ${otherwise} it was`)
}

check(created, {
  id: 'reserve.keeps-long-notes',
  clause: '4.2/long-notes-kept',
  title: 'notes of more than 120 characters are kept to their end, or refused',
  needs: ['operations.reserve.notes'],
  judge: ({ noted, notedRead, notes, short }) => {
    if (noted.profile.booking.notes === null)
      return notApplicable("the profile says that this target's bookings do not carry the notes")
    if (notes === short) return notApplicable('this target refuses notes so long')
    const judged = [noted, notedRead].flatMap((answer) => (answer?.accepted === true ? [whole(answer, notes)] : []))
    return judged.length === 0 ? (unusable(noted) ?? unseen('no answer shows the booking')) : allJudged(...judged)
  },
})

observe(created, {
  id: 'reserve.notes-name',
  clause: '4.3/notes-name',
  observe: ({ noted, notes }, { profile }) => {
    const place = profile.operations.reserve?.fields['notes']
    if (place === undefined || !noted.accepted || !isKeptIn(notes, noted.read('notes'))) return null
    return `${place.in}:${place.in === 'body' ? place.pointer : place.name}, and shown at ${profile.booking.notes ?? ''}`
  },
})

/** Whether notes are whole; those that are no beginning of what was sent are the matter of another check. */
function whole(answer: Answer, notes: string): Judgement {
  const found = answer.read('notes')
  if (isKeptIn(notes, found)) return pass
  if (!isCut(notes, found)) return untested('the booking does not show the notes that were sent')
  return failAt(answer, answer.profile.booking.notes ?? '', {
    message: `of notes of ${notes.length} characters, which reserve took, ${answer.exchange.purpose} shows the first ${inWords(found).length} alone`,
    ...wants.refused(`${JSON.stringify(notes)}, case and spaces aside; or a refusal of notes so long`, {
      const: notes,
    }),
  })
}

export default suite
