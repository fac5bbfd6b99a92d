import { keyRules, type Keys } from '../../booking/keyRules.js'
import { accounts, type KeptField } from '../bookingReading.js'
import { isPriced } from '../capability/prices.js'
import { isUuid } from '../contract/formats.js'
import { contract, expect, idText, listWide, openSuite, orNone, pass, withRoom } from '../vocabulary/index.js'
import type { Answer, Fields, Suite, TargetOptions, Trials } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

const place = 'operations.reserve.idempotencyKey'

/** How reserve is sent keys. */
export const keys: Keys<KeptField> = {
  operation: 'reserve',
  place,
  isKey: isUuid,
  telling: 'notes',
  shown: ['expirationMinutes', 'notes'],
}

keyRules(suite, accounts, contract, keys, {
  'reserve.same-key-makes-one-booking': { clause: '4.2/same-key-one-booking', says: 'again' },
  'reserve.same-key-many-times-makes-one-booking': { clause: '4.2/same-key-many-times-one-booking', says: 'often' },
  'reserve.later-key-makes-one-booking': { clause: '4.2/later-key-one-booking', says: 'later' },
  'reserve.earlier-key-makes-one-booking': { clause: '4.2/earlier-key-one-booking', says: 'earlier' },
  'reserve.same-key-at-once-makes-one-booking': {
    clause: '4.2/same-key-concurrent-one-booking',
    says: 'atOnce',
    needs: ['atOnce'],
  },
  'reserve.same-key-answers-its-booking': { clause: '4.2/same-key-same-booking', says: 'same' },
  'reserve.same-key-is-no-server-error': { clause: '4.2/same-key-no-server-error', says: 'unbroken' },
  'reserve.different-keys-make-different-bookings': { clause: '4.2/different-keys-different-bookings', says: 'apart' },
})

interface Used {
  readonly first: Answer
  /** `first` sent again, and once without the capability. */
  readonly again: Answer
  readonly bare: Answer
  /** Another key for the availability of `first`; null: it is exclusive. */
  readonly shared: Answer | null
  /** A key that only ends otherwise than that of `first` was refused though there was room; null: none was. */
  readonly alikeRefused: Answer | null
  /** The key of `first` with other minutes. */
  readonly otherContent: Answer
}

/** Two keys, each used several times with the same request: one by one, and the first again after the second. */
const used: Trials<Used> = scenario(
  'reserve.keys',
  async (context) => {
    const { target, hold, slot, marker, profile, key, offers } = context
    const notes = marker('second key')
    const { availabilityId, reserved: first } = await hold({ notes: marker('first key') })
    first.need()
    const repeat = (of: Answer, options?: TargetOptions): Promise<Answer> => target.reserve(of.exchange.input, options)
    const again = await repeat(first)
    await repeat(first)
    const bare = await repeat(first, { capabilities: null })
    // Alike up to their last twelve characters, they are other keys all the same.
    const begin = (idText(first.exchange.input['idempotencyKey']) ?? '').slice(0, -12)
    const alike = (): Fields => ({ notes, idempotencyKey: `${begin}${key().slice(-12)}` })
    // Another key wants the same availability where that may be, which shows whether it may.
    const shared = profile.availability.exclusive
      ? null
      : await target.reserve({ availabilityId, expirationMinutes: 60, ...alike() })
    let second = shared?.accepted === true ? shared : (await hold(alike())).reserved
    // A key that was refused once may stay refused.
    const another = async (): Promise<Answer> =>
      target.reserve({ availabilityId: await slot(), expirationMinutes: 60, ...alike() })
    const proven = second.refused ? await withRoom(context, another) : null
    if (proven !== null) second = proven
    const alikeRefused = proven?.refused === true ? proven : null
    if (second.refused) second = (await hold({ notes })).reserved
    if (second.accepted) await repeat(second)
    await repeat(first)
    if (offers('list')) await listWide(context)
    const otherContent = await target.reserve({ ...first.exchange.input, expirationMinutes: 90 })
    return { first, again, bare, shared, alikeRefused, otherContent }
  },
  { bookings: 3 },
)

/** One key, four times at once. */
scenario(
  'reserve.key-at-once',
  async (context) => {
    const { target, hold, slot, key, marker, offers, profile, release, alone, atOnce: together } = context
    let races = 0
    const race = async (): Promise<{ readonly answers: readonly Answer[]; readonly control: Answer | null }> => {
      races += 1
      const notes = marker(races === 1 ? 'key at once' : `key at once, race ${races}`)
      // Where there are few places, that nobody in this run had any is what speaks for a second one.
      const availabilityId = await slot('standard', { unused: !profile.availability.exclusive })
      const same = { availabilityId, idempotencyKey: key(), notes, expirationMinutes: 60 }
      const answers = await together([1, 2, 3, 4].map(() => () => target.reserve(same)))
      const [made, ...others] = answers.filter(({ accepted }) => accepted)
      const isTold = made === undefined || others.length > 0 || profile.availability.exclusive
      // Another key shows whether there was room for a second booking.
      const control = isTold ? null : await target.reserve({ availabilityId, expirationMinutes: 20 })
      if (control !== null) await release(control)
      return { answers, control }
    }
    let last = await race()
    if (last.answers.every(({ refused }) => refused)) {
      // There may have been no room for any: once more in that of another hold, which waits for it.
      await alone()
      const { reserved } = await hold()
      if (reserved.accepted && offers('cancel')) await target.cancel(reserved.bookingId)
      last = await race()
    }
    // The last place of a start shows no second booking.
    if (last.control?.refused === true) await race().catch(orNone)
    if (offers('list')) await listWide(context)
  },
  { bookings: 5 },
)

check(used, {
  id: 'reserve.takes-a-key-that-ends-otherwise',
  clause: '4.2/different-keys-different-bookings',
  title: 'a key that only ends otherwise than one that was used before is accepted',
  needs: [place],
  judge: ({ alikeRefused }) => (alikeRefused === null ? pass : expect(alikeRefused).toBeAccepted('under another key')),
})

observe(used, {
  id: 'reserve.same-key-answer',
  clause: '4.2/same-key-answer',
  observe: ({ first, again }) => {
    if (!first.accepted || again.outcome === 'none') return null
    return again.accepted ? `accepted with ${again.describe()}` : `refused: ${again.describe()}`
  },
})

observe(used, {
  id: 'reserve.same-key-other-capability',
  clause: '4.2/same-key-other-capability',
  observe: ({ first, bare }) => {
    if (!isPriced(first) || bare.outcome === 'none') return null
    if (bare.refused) return `refused: ${bare.describe()}`
    return isPriced(bare) ? 'price data, as the first time, though without octo/pricing' : 'no price data'
  },
})

observe(used, {
  id: 'reserve.same-key-other-content',
  clause: '4.2/same-key-other-content',
  observe: ({ first, otherContent }) => {
    if (!first.accepted || otherContent.outcome === 'none') return null
    if (otherContent.refused) return `refused: ${otherContent.describe()}`
    if (otherContent.read('id') !== first.read('id')) return 'another booking'
    const minutes = otherContent.read('expirationMinutes')
    return minutes === 90 ? 'the booking, with the new content' : 'the booking as it was'
  },
})

observe(used, {
  id: 'reserve.key-name',
  clause: '4.3/idempotency-key-name',
  observe: ({ first, again }, { profile }) => {
    const sentAt = profile.operations.reserve?.fields['idempotencyKey']
    const works =
      first.accepted &&
      (first.read('id') === first.exchange.input['idempotencyKey'] || again.read('id') === first.read('id'))
    return sentAt === undefined || !works ? null : `${sentAt.in}:${sentAt.in === 'body' ? sentAt.pointer : sentAt.name}`
  },
})

observe(used, {
  id: 'reserve.availability-shared',
  clause: '3/availability-exclusive',
  observe: ({ first, shared }) => {
    if (shared === null || !first.accepted || shared.outcome === 'none') return null
    return shared.accepted ? 'a second hold is accepted' : `a second hold is refused: ${shared.describe()}`
  },
})

export default suite
