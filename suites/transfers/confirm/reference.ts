import {
  expect,
  fail,
  failAt,
  findListed,
  inWords,
  isKept,
  isPending,
  need,
  notApplicable,
  openSuite,
  pass,
  sameBooking,
  sameInList,
  shortMarker,
  shownAtOnce,
  shownIn,
  showsText,
  tellingFields,
  toldBy,
  unjudged,
  unknownId,
  unseen,
  untested,
  unusable,
  wants,
  type Answer,
  type Context,
  type JudgeContext,
  type Judgement,
  type LateRead,
  type Listed,
  type Profile,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { confirmNamed, placeOf, withoutPlace } from './inputs.js'
import { cancelConfirmed, type Cancelled } from '../cancel/cancelConfirmed.js'
import { symbols } from '../update/texts.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

interface Referenced {
  readonly sent: string
  readonly confirmed: Answer
  /** The last confirm that was sent with the receipt option false: `confirmed` itself, where it takes both. */
  readonly unmailed: Answer
  readonly read: Answer | null
  readonly listed: Listed | null
  readonly unknown: Answer
  readonly again: Answer | null
  readonly readAgain: Answer | null
  readonly late: readonly LateRead[]
  /** What came of it then; null: it was not confirmed, or neither cancel nor get is offered. */
  readonly cancel: Cancelled | null
}

/** A hold that is confirmed with a reference, and with another one once more; then it is cancelled. */
export const reference: Trials<Referenced> = scenario(
  'confirm.reference',
  async (context): Promise<Referenced> => {
    const { target, hold, offers, marker, random, late } = context
    const { reserved } = await hold({ notes: marker('notes') })
    const id = reserved.bookingId
    const { sent, confirmed, unmailed } = await confirmWithReference(context, id)
    const read = offers('get') ? await target.get(id) : null
    const listed = confirmed.accepted && offers('list') ? await findListed(context, id, confirmed) : null
    const unknown = await target.confirm(unknownId(id, random), { reference: marker('unknown') })
    const again = confirmed.accepted ? await target.confirm(id, { reference: marker('again') }) : null
    const readAgain = again !== null && offers('get') ? await target.get(id) : null
    const seen = { sent, confirmed, unmailed, read, listed, unknown, again, readAgain, late: late() }
    const before = offers('cancel') ? readAgain : null
    const cancel = before && (await cancelConfirmed(context, { held: reserved, confirm: confirmed, before }))
    return { ...seen, cancel }
  },
  { uses: ['confirm'], bookings: 3 },
)

/** With a reference of signs of any script, and without a receipt; or with a plainer one, or one of both, where that is refused. */
async function confirmWithReference(
  context: Context,
  id: string,
): Promise<Pick<Referenced, 'sent' | 'confirmed' | 'unmailed'>> {
  const { target, hold, marker } = context
  const unmailed = { emailReceipt: false }
  const plain = marker('reference')
  const references = [`${symbols}${plain}`, symbols, plain, shortMarker(plain)] as const
  const { sent, confirmed: both } = await confirmNamed(context, id, references, unmailed)
  if (!both.refused) return { sent, confirmed: both, unmailed: both }
  const confirmed = await target.confirm(id, { reference: sent })
  const other = confirmed.refused ? id : (await hold()).reserved.bookingId
  return { sent, confirmed, unmailed: await target.confirm(other, unmailed) }
}

check(reference, {
  id: 'confirm.receipt-false',
  clause: '4.3/confirm-receipt-false-accepted',
  title: 'confirm with the receipt option false is accepted',
  needs: ['operations.confirm.emailReceipt'],
  judge: ({ unmailed }) => expect(unmailed).toBeAccepted('with the receipt option false'),
})

check(reference, {
  id: 'confirm.keeps-any-text',
  clause: '4.3/confirm-reference-kept-answer',
  title: 'the answer to confirm shows a reference of letters and signs of any script as it was sent',
  needs: ['operations.confirm.reference'],
  judge: (seen, context) => unlessPlain(seen.sent) ?? answersReference(seen, context),
})

check(reference, {
  id: 'confirm.keeps-any-text-get',
  clause: '4.3/confirm-reference-kept-get',
  title: 'get shows a reference of letters and signs of any script as it was sent with confirm',
  uses: ['get'],
  needs: ['operations.confirm.reference'],
  judge: ({ sent, confirmed, read }, context) =>
    unusable(confirmed) ?? unlessPlain(sent) ?? showsReference(sent, read, context),
})

/** Why nothing is known of how it keeps such a reference; null: it took one. */
function unlessPlain(sent: string): Judgement | null {
  return sent.startsWith(symbols) ? null : untested('this target refused such a reference')
}

check(reference, {
  id: 'confirm.takes-reference',
  clause: '4.3/confirm-reference-accepted',
  title: 'confirm takes the reference of the reseller',
  needs: ['operations.confirm.reference'],
  judge: ({ confirmed }) => expect(confirmed).toBeAccepted('with a reference'),
})

check(reference, {
  id: 'confirm.reference-in-answer',
  clause: '4.3/confirm-reference-kept-answer',
  title: 'the answer to confirm shows the reference that was sent',
  needs: ['operations.confirm.reference'],
  judge: (seen, context) => answersReference(seen, context),
})

check(reference, {
  id: 'confirm.reference-by-get',
  clause: '4.3/confirm-reference-kept-get',
  title: 'get shows the reference that was sent with confirm',
  uses: ['get'],
  needs: ['operations.confirm.reference'],
  judge: ({ sent, confirmed, read }, context) => unusable(confirmed) ?? showsReference(sent, read, context),
})

/** Judges that the answer to confirm shows the reference; that of a booking on its way to another state may show it as it was. */
function answersReference(
  { sent, confirmed, read, listed }: Pick<Referenced, 'sent' | 'confirmed' | 'read' | 'listed'>,
  context: JudgeContext,
): Judgement {
  const judged = showsReference(sent, confirmed, context)
  if (judged.outcome === 'pass') return judged
  if (isPending(confirmed.read('status'), confirmed.profile))
    return notApplicable('confirm is answered before it is done, with the booking as it was')
  // No document says which fields the answer to a write shows: what is not in it says nothing, where it was kept.
  const isKeptElsewhere = [read, shownIn(listed)].some((each) => isKept(sent, each?.read('reference')))
  return confirmed.read('reference') === undefined && isKeptElsewhere
    ? notApplicable('the answer to confirm of this target does not show the reference, and what is read then does')
    : judged
}

function withoutReference(profile: Profile): Judgement | null {
  if (profile.booking.reference === null)
    return notApplicable('the bookings of this target do not carry the reference (booking.reference is null)')
  return withoutPlace(profile, 'reference')
}

/** Judges that an answer shows the reference that was sent with confirm, where bookings carry it. */
export function showsReference(sent: string, answer: Answer | null, { profile }: JudgeContext): Judgement {
  return withoutReference(profile) ?? showsText(answer, 'reference', sent)
}

check(reference, {
  id: 'confirm.reference-by-list',
  clause: '4.3/confirm-reference-kept-list',
  title: 'the list shows the reference that was sent with confirm',
  uses: ['list'],
  needs: ['operations.confirm.reference'],
  judge: ({ sent, confirmed, listed }, { profile }) => {
    const cannot = withoutReference(profile) ?? unusable(confirmed) ?? unusable(listed?.page)
    if (cannot !== null || !listed?.page) return cannot ?? unjudged(listed?.page)
    const shown = shownIn(listed)
    if (shown === null) return untested('the booking was not found in the list')
    const found = shown.read('reference')
    if (isKept(sent, found)) return pass
    // No document says which fields a list shows.
    if (found === undefined) return notApplicable('the list of this target does not show the reference')
    const message = 'the list does not show the reference that was sent with confirm'
    const restsOn = ['booking.reference']
    return fail(shown.finding('reference', { message, ...wants.value(sent, JSON.stringify(sent)), restsOn }))
  },
})

check(reference, {
  id: 'confirm.persisted-list',
  clause: '3/confirm-persisted-list',
  title: 'after a confirm, the list shows the booking with the status that the confirm answered',
  uses: ['list'],
  judge: ({ confirmed, listed }) => {
    need(confirmed)
    need(listed?.page)
    const { page, index, complete } = listed
    if (index !== null) return sameInList(confirmed, shownIn(listed), ['status'], 'though confirm answered so')
    if (!complete) return untested('the booking was not found in the part of the list that was read')
    return failAt(page, page.itemsPointer, {
      message: 'a confirmed booking is not in the list',
      expected: 'the booking, in one of the pages',
      wanted: { listed: inWords(confirmed.read('id')) },
      received: null,
      restsOn: ['operations.list.request'],
    })
  },
})

check(reference, {
  id: 'confirm.shown-at-once',
  clause: '4.3/read-shows-writes-at-once',
  title: 'get and the list show a confirm at once',
  uses: ['get'],
  judge: ({ confirmed, read, listed, late }) =>
    unusable(confirmed) ?? unusable(read) ?? shownAtOnce(late, listed?.late ?? null),
})

check(reference, {
  id: 'confirm.twice-changes-nothing',
  clause: '3/confirm-twice-changes-nothing',
  title: 'a second confirm is refused, or answers the same booking unchanged',
  judge: ({ confirmed, read, again, readAgain }) => {
    need(confirmed)
    if (again === null) return unseen('there was no second confirm')
    if (again.refused) return pass
    // It may take the reference that it was sent; that it loses the one that there was is another matter.
    const compared = tellingFields.filter((field) => field !== 'reference')
    const fields = toldBy(takesReference(again, again) ? compared : tellingFields, confirmed)
    const because = 'though the booking was confirmed already'
    const answered = sameBooking(confirmed, again, fields, because)
    if (answered.outcome !== 'pass' || read === null) return answered
    return sameBooking(read, readAgain, takesReference(again, readAgain) ? compared : tellingFields, because)
  },
})

function takesReference(confirm: Answer, read: Answer | null): boolean {
  const sent = confirm.exchange.input['reference']
  return typeof sent === 'string' && isKept(sent, read?.read('reference'))
}

check(reference, {
  id: 'confirm.refused-changes-nothing',
  clause: '7/refused-confirm-changes-nothing',
  title: 'a second confirm that is refused leaves the booking as it was',
  uses: ['get'],
  judge: ({ read, again, readAgain }) => {
    // Where a second confirm answers the booking, there is no refusal to judge.
    if (again?.accepted === true) return notApplicable('this target takes a second confirm')
    return unusable(read) ?? sameBooking(read, readAgain, tellingFields, 'though the second confirm was refused')
  },
})

check(reference, {
  id: 'confirm.unknown-id-refused',
  clause: '4.3/confirm-unknown-id-refused',
  title: 'confirm of a booking id that does not exist is refused',
  judge: ({ confirmed, unknown }) => expect(unknown).toBeRefused(confirmed, 'for an id that no booking has'),
})

observe(reference, {
  id: 'confirm.reference-name',
  clause: '4.3/confirm-reference-name',
  observe: ({ sent, confirmed, read }, { profile }) => {
    if (!confirmed.accepted) return null
    const place = placeOf(profile, 'reference')
    if (place === null) return 'none that the profile names'
    const seen = [confirmed, read].some((answer) => isKept(sent, answer?.read('reference')))
    return seen ? `${place}, shown in the booking` : `${place}, not shown in the booking`
  },
})

export default suite
