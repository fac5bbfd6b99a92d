import { openSuite, unknownId, type Answer, type Context, type Suite, type Trials } from '../vocabulary/index.js'
import { reserveFlawed, reserveSoldOut } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** Minutes of every flawed reservation: a booking that shows them was made by one of them. */
export const flawedMinutes = 61
/** Minutes of the valid reservation that uses a key again whose first use was refused. */
export const validMinutes = 85

export interface Flawed {
  /** Notes of every flawed reservation. */
  readonly notes: string
  readonly control: Answer
  readonly unknown: Answer
  /** What get and a second use of the key show after `unknown` was refused. */
  readonly byKey: Answer | null
  readonly again: Answer | null
  /** What the list shows after all of them. */
  readonly listed: Answer | null
  /** Unknown too, in the form of a real one. */
  readonly alike: Answer
  readonly withoutAvailability: Answer
  readonly withoutOption: Answer
  readonly withoutProduct: Answer
  /** null: the profile names no option of another product. */
  readonly foreignOption: Answer | null
  /** Of bookable.soldOut; null: there is none, or the availability check does not name it. */
  readonly soldOut: Answer | null
  readonly mistypedNotes: Answer
  readonly notUuid: Answer
  /** With minutes that are not allowed. */
  readonly outside: Answer
  readonly withoutMinutes: Answer
  readonly withoutKey: Answer
}

/** One valid reservation, then the same with one thing wrong with it at a time, and a search for what these may have left behind. */
export const flawed: Trials<Flawed> = scenario(
  'reserve.flawed',
  async (context) => {
    const { target, hold, key, marker, random, profile, offers } = context
    const notes = marker('flawed')
    const { availabilityId, reserved: control } = await hold({
      expirationMinutes: flawedMinutes,
      notes: marker('control'),
    })
    const wrong = (flaw: Parameters<typeof reserveFlawed>[1]): Promise<Answer> =>
      reserveFlawed(context, { expirationMinutes: flawedMinutes, notes, ...flaw })
    const { standard, lateStart } = profile.bookable
    const other = lateStart.find(
      ({ productId, optionId }) => productId !== standard.productId && optionId !== standard.optionId,
    )
    const foreign = other?.optionId ?? null
    const unknown = await wrong({ availabilityId: `octospec-${unknownId(availabilityId, random)}` })
    const probes = await leftBehind(context, unknown)
    const others = {
      alike: await wrong({ availabilityId: unknownId(availabilityId, random) }),
      withoutAvailability: await wrong({ availabilityId: undefined }),
      withoutOption: await wrong({ optionId: undefined }),
      withoutProduct: await wrong({ productId: undefined }),
      foreignOption: foreign === null ? null : await wrong({ optionId: foreign }),
      soldOut: await reserveSoldOut(context, { expirationMinutes: flawedMinutes, notes }),
      mistypedNotes: await wrong({ notes: 12345 }),
      notUuid: await wrong({ idempotencyKey: `no-uuid-${key().slice(0, 18)}` }),
      outside: await wrong({ expirationMinutes: 580 }),
      withoutMinutes: await wrong({ expirationMinutes: undefined, notes: undefined }),
      // Were its answer lost, its marker alone would tell that it is ours.
      withoutKey: await wrong({ idempotencyKey: undefined, notes: marker('no key') }),
    }
    const listed = unknown.refused && offers('list') ? await target.list({ page: 1, pageSize: 100 }) : null
    return { notes, control, unknown, ...probes, ...others, listed }
  },
  { bookings: 12 },
)

/** Looks for a booking that a refused reservation made: under its key, and by using the key once more. */
async function leftBehind(context: Context, refused: Answer): Promise<Pick<Flawed, 'byKey' | 'again'>> {
  const { target, offers } = context
  const key = refused.exchange.input['idempotencyKey']
  if (!refused.refused || typeof key !== 'string') return { byKey: null, again: null }
  return {
    byKey: offers('get') ? await target.get(key) : null,
    again: await reserveFlawed(context, { idempotencyKey: key, expirationMinutes: validMinutes }),
  }
}

export default suite
