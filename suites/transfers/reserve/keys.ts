import { idText, listWide, openSuite, orNone, withRoom } from '../vocabulary/index.js'
import type { Answer, Context, Fields, Suite, TargetOptions, Trials } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** The list after all of it, and those of its bookings that the run made with other keys. */
interface ListedKeys {
  readonly listed: Answer | null
  readonly ofOthers: readonly string[]
}

export interface Keys extends ListedKeys {
  readonly notes: { readonly first: string; readonly second: string }
  readonly first: Answer
  /** `first` sent again, then once more, and once without the capability. */
  readonly again: Answer
  readonly thrice: Answer
  readonly bare: Answer
  /** Another key for the availability of `first`; null: it is exclusive. */
  readonly shared: Answer | null
  /** A key that only ends otherwise than that of `first` was refused though there was room; null: none was. */
  readonly alikeRefused: Answer | null
  /** Under another key. */
  readonly second: Answer
  readonly secondAgain: Answer | null
  /** `first` sent once more after `second`. */
  readonly firstAgain: Answer
  /** The key of `first` with other minutes. */
  readonly otherContent: Answer
}

export interface AtOnce extends ListedKeys {
  readonly notes: string
  readonly answers: readonly Answer[]
  /** Where one was accepted and the others were refused: another key for the same place, which shows whether it had room for a second booking. */
  readonly control: Answer | null
}

/** Two keys, each used several times with the same request: one after the other, and the first once more after the second. */
export const keys: Trials<Keys> = scenario(
  'reserve.keys',
  async (context) => {
    const { target, hold, slot, marker, profile, key } = context
    const notes = { first: marker('first key'), second: marker('second key') }
    const { availabilityId, reserved: first } = await hold({ notes: notes.first })
    first.need()
    const repeat = (of: Answer, options?: TargetOptions): Promise<Answer> => target.reserve(of.exchange.input, options)
    const again = await repeat(first)
    const thrice = await repeat(first)
    const bare = await repeat(first, { capabilities: null })
    // Alike up to their last twelve characters, they are other keys all the same.
    const begin = (idText(first.exchange.input['idempotencyKey']) ?? '').slice(0, -12)
    const alike = (): Fields => ({ notes: notes.second, idempotencyKey: `${begin}${key().slice(-12)}` })
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
    if (second.refused) second = (await hold({ notes: notes.second })).reserved
    const secondAgain = second.accepted ? await repeat(second) : null
    const firstAgain = await repeat(first)
    const listed = await listAfter(context, [first, second])
    const otherContent = await target.reserve({ ...first.exchange.input, expirationMinutes: 90 })
    const repeated = { again, thrice, bare, secondAgain, firstAgain }
    return { notes, first, ...repeated, shared, alikeRefused, second, ...listed, otherContent }
  },
  { bookings: 3 },
)

/** One key, four times at once. */
export const atOnce: Trials<AtOnce> = scenario(
  'reserve.key-at-once',
  async (context) => {
    const { target, hold, slot, key, marker, offers, profile, release, alone, atOnce: together } = context
    let races = 0
    const race = async (): Promise<Pick<AtOnce, 'notes' | 'answers' | 'control'>> => {
      races += 1
      const notes = marker(races === 1 ? 'key at once' : `key at once, race ${races}`)
      // Where there are few places, that nobody in this run had any is what speaks for a second one.
      const availabilityId = await slot('standard', { unused: !profile.availability.exclusive })
      const same = { availabilityId, idempotencyKey: key(), notes, expirationMinutes: 60 }
      const answers = await together([1, 2, 3, 4].map(() => () => target.reserve(same)))
      const [made, ...others] = answers.filter(({ accepted }) => accepted)
      const isTold = made === undefined || others.length > 0 || profile.availability.exclusive
      const control = isTold ? null : await target.reserve({ availabilityId, expirationMinutes: 20 })
      if (control !== null) await release(control)
      return { notes, answers, control }
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
    if (last.control?.refused === true) last = (await race().catch(orNone)) ?? last
    return { ...last, ...(await listAfter(context, last.answers)) }
  },
  { bookings: 5 },
)

/** The list, beside the bookings that the run made with other keys than these requests have. */
async function listAfter(context: Context, own: readonly Answer[]): Promise<ListedKeys> {
  const listed = context.offers('list') ? await listWide(context) : null
  const keys = new Set(own.map(({ exchange }) => exchange.input['idempotencyKey']))
  const others = new Set(context.made().flatMap(({ id, key }) => (key === null || keys.has(key) ? [] : [id])))
  const ofOthers = (listed?.bookings ?? []).flatMap(({ id }) => (id !== undefined && others.has(id) ? [id] : []))
  return { listed, ofOthers }
}

export default suite
