import {
  bookablesOf,
  contract,
  expect,
  isOfOneProduct,
  listWide,
  openFlaws,
  openSuite,
  unknownFromStart,
  unknownThroughout,
  unknownId,
  untested,
} from '../vocabulary/index.js'
import type { Answer, Context, Flawed, Flaws, Suite, Trials } from '../vocabulary/index.js'
import { refusedRule } from '../../booking/refusedRule.js'
import { accounts } from '../bookingReading.js'
import { keys } from './keys.js'
import { giveBack, reserveFlawed, reserveSoldOut, type FreeSlot } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

export const flaws: Flaws = openFlaws('reserve', {
  availabilityId: {
    unknown: '7/reserve-unknown-availability-refused',
    missing: '4.2/availability-id-missing-refused',
    outside: '4.2/availability-id-empty-refused',
  },
  optionId: {
    missing: '4.2/option-id-missing-refused',
    mistyped: '4.2/option-id-mistyped-refused',
    foreign: {
      clause: '4.2/option-of-other-product-refused',
      lacking: untested(
        'the profile names no option of another product, by an id that no other product has for one of its own',
        'give bookable.other: an option of another product than bookable.standard',
      ),
    },
  },
  productId: { missing: '4.2/product-id-missing-refused', mistyped: '4.2/product-id-mistyped-refused' },
  notes: { mistyped: '4.2/notes-mistyped-refused' },
  idempotencyKey: {
    malformed: { clause: '4.2/idempotency-key-not-uuid-refused', tries: { low: 1, normal: 1, high: 2 } },
    missing: {},
  },
  expirationMinutes: { outside: {}, missing: {} },
})

/** An availabilityId that does not exist; and one that may be another name of a real one: see `nearMissed`. */
const [unknown, nearMiss] = ['availability-id-unknown', 'availability-id-near']

interface FlawedReserves {
  readonly control: Answer
  readonly flawed: readonly Flawed[]
  /** Of bookable.soldOut; null: there is none, or the availability check does not name it. */
  readonly soldOut: Answer | null
  /** One that was refused for its availability, sent again as it was; null: there was none. */
  readonly repeated: Answer | null
}

/**
 * A valid reservation with one thing wrong at a time, and reads that show what these may leave behind. The key of the
 * first makes a booking after all: that is the control of them all.
 */
const flawed: Trials<FlawedReserves> = scenario(
  'reserve.flawed',
  async (context) => {
    const { hold, slot, key, marker, random, offers } = context
    const { standard } = context.profile.bookable
    const fields = { expirationMinutes: 61, notes: marker('flawed') }
    const availabilityId = await slot()
    const wanted = { free: availabilityId }
    // In the form of a real one.
    const near = unknownId(availabilityId, random)
    const given = {
      [unknown]: [`octospec-${near}`, near],
      'option-id-mistyped': [standard.optionId],
      'option-id-foreign': foreignOptions(context),
      'product-id-mistyped': [standard.productId],
      'idempotency-key-malformed': [key()],
    }
    const another = async (): Promise<Answer> => (await hold({ ...fields, notes: marker('control') })).reserved
    let control: Answer | null = null
    const sent = await flaws.send(context, given, async (flaw) => {
      const answer = await reserveFlawed(context, wanted, { ...fields, ...flaw })
      control ??= (await useAgain(context, wanted, answer)) ?? (await another())
      await giveBack(context, answer)
      return { answer }
    })
    const tried = await nearMissed(sent, near, [unknownFromStart, unknownThroughout], async (make) => {
      const value = make(availabilityId, random)
      return { value, answer: await reserveFlawed(context, wanted, { ...fields, availabilityId: value }) }
    })
    const soldOut = await reserveSoldOut(context, fields)
    if (tried[0]?.answer.refused === true && offers('list')) await listWide(context)
    const repeated = await repeatRefused(context, tried, soldOut)
    return { control: control ?? (await another()), flawed: tried, soldOut, repeated }
  },
  { bookings: 17 },
)

/**
 * An id may name its start at one end, and something new at each check at the other. An id made up at that end names
 * the same start, on offer. So if one is taken, the next is made up elsewhere and tried, and the last one is judged.
 */
async function nearMissed<Make>(
  sent: readonly Flawed[],
  near: Flawed['value'],
  [make, ...others]: readonly Make[],
  send: (make: Make) => Promise<Pick<Flawed, 'value' | 'answer'>>,
): Promise<readonly Flawed[]> {
  const taken = sent.find(({ flaw, value, answer }) => flaw === unknown && value === near && answer.accepted)
  if (taken === undefined || make === undefined) return sent
  const next: Flawed = { flaw: unknown, ...(await send(make)) }
  const tried = sent.map((each) => (each === taken ? { ...each, flaw: nearMiss } : each))
  return nearMissed([...tried, next], next.value, others, send)
}

function foreignOptions({ profile }: Context): readonly string[] {
  const { productId } = profile.bookable.standard
  // What several products call one of theirs, the standard one may, too.
  const foreign = [...profile.bookable.late, ...bookablesOf(profile)].find(
    (each) => each.productId !== productId && isOfOneProduct(each.optionId, profile),
  )
  return foreign === undefined ? [] : [foreign.optionId]
}

/** Insists on what there is not: what is sold out, or does not exist under a key that was not used again by then. */
async function repeatRefused(
  { target, profile }: Context,
  tried: readonly Flawed[],
  soldOut: Answer | null,
): Promise<Answer | null> {
  const [, ...unknown] = tried.filter(({ flaw }) => flaw === 'availability-id-unknown').map(({ answer }) => answer)
  const refused = [soldOut, ...unknown].find((answer) => answer?.refused === true)
  const { standard, soldOut: full } = profile.bookable
  const bookable = refused === soldOut ? (full ?? standard) : standard
  return refused ? target.reserve(refused.exchange.input, { bookable }) : null
}

/** Looks for a booking under the key of a refused reservation, and reuses the key; null: the reuse was not accepted. */
async function useAgain(context: Context, wanted: FreeSlot, refused: Answer): Promise<Answer | null> {
  const { target, offers, marker } = context
  const key = refused.exchange.input['idempotencyKey']
  if (!refused.refused || typeof key !== 'string') return null
  if (offers('get')) await target.get(key)
  // With all that the flawed ones say: a target that takes no notes at all would refuse them for these.
  const again = { idempotencyKey: key, expirationMinutes: 67, notes: marker('control') }
  const answer = await reserveFlawed(context, wanted, again)
  return answer.accepted ? answer : null
}

flaws.refused(suite, flawed, (data) => data)

refusedRule(suite, accounts, contract, keys, {
  id: 'reserve.refused-leaves-no-booking',
  clause: '7/refused-reserve-leaves-no-booking',
})

check(flawed, {
  id: 'reserve.refuses-what-is-sold-out',
  clause: '7/reserve-sold-out-refused',
  title: 'reserve of an availability that exists and is sold out is refused',
  needs: ['soldOut'],
  judge: ({ control, soldOut }) =>
    soldOut === null
      ? untested(
          'the availability check names no availabilityId of bookable.soldOut, or says that all of them are on offer',
          'give bookable.soldOut.availability: dates of which it names what is sold out',
        )
      : expect(soldOut).toBeRefused(control, 'although bookable.soldOut is sold out'),
})

check(flawed, {
  id: 'reserve.refused-again',
  clause: '7/reserve-again-refused',
  title: 'a reserve that was refused since its availability is not available is refused again when it is sent again',
  judge: ({ control, repeated }) =>
    expect(repeated).toBeRefused(control, 'although the same with the same key was refused right before'),
})

observe(flawed, {
  id: 'reserve.without-minutes',
  clause: '4.2/expiration-minutes-missing',
  observe: (data) =>
    toldOf(
      data,
      'expiration-minutes-missing',
      (answer) => `accepted, held for ${JSON.stringify(answer.read('expirationMinutes') ?? null)} minutes`,
    ),
})

observe(flawed, {
  id: 'reserve.without-key',
  clause: '4.2/idempotency-key-missing',
  observe: (data) => toldOf(data, 'idempotency-key-missing', () => 'accepted'),
})

/** What a target does with a flaw, in words; null where no answer came. */
function toldOf({ flawed }: FlawedReserves, flaw: string, accepted: (answer: Answer) => string): string | null {
  const answer = flawed.find((each) => each.flaw === flaw)?.answer
  if (answer?.accepted === true) return accepted(answer)
  return answer?.refused === true ? `refused: ${answer.describe()}` : null
}

export default suite
