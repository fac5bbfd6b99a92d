import { inWords, isMarker, shortened, orNone } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Json, TargetOptions } from '../vocabulary/index.js'

/** Forms of an update whose reference may be long; the same again have a short one. */
const long = 3

type Fields = Readonly<Record<string, Json | undefined>>

/** The answer to an update that should be accepted, or to its plain form, and all forms that were tried. */
export interface UpdateTries {
  readonly answer: Answer
  readonly tried: readonly Answer[]
}

export interface Updater {
  /** The form of the last accepted control, by which `openUpdater` opens it again: plain data that a trial may hold. */
  readonly form: number
  /**
   * An update that a cancellable booking should take. The documents do not say which inputs may be left out. A refused
   * part is sent whole: first without the receipt option, which has a default, then with it and a reference. Nor do
   * they say how long a reference may be: all of these are then sent with a short one. `send` keeps the accepted form.
   */
  readonly control: (id: string, fields: Fields, options?: TargetOptions) => Promise<UpdateTries>
  readonly send: (id: string, fields: Fields, options?: TargetOptions) => Promise<Answer>
}

/** Something to book, and for how many minutes it was reserved. */
type Booked = Pick<Bookable, 'productId' | 'optionId'> & { readonly minutes?: number }

/** Updates of bookings at this availability: of the standard bookable or another, reserved for 60 minutes or others. */
export function openUpdater(
  { target, profile, marker, forms: accepted }: Context,
  availabilityId: string,
  from = 0,
  { productId, optionId, minutes: expirationMinutes = 60 }: Booked = profile.bookable.standard,
): Updater {
  const whole = { availabilityId, productId, optionId, expirationMinutes }
  const forms: readonly Fields[] = [{}, whole, { ...whole, emailReceipt: false, reference: marker('reference') }]
  let form = from
  const inForm = (fields: Fields): Fields => {
    const filled = { ...forms[form % long], ...fields }
    return form < long && accepted.areShort !== true ? filled : shortened(filled)
  }
  const send: Updater['send'] = (id, fields, options) => target.update(id, inForm(fields), options)
  return {
    get form() {
      return form
    },
    send,
    control: async (id, fields, options) => {
      const plain = form
      const first = await send(id, fields, options)
      const tried = [first]
      // Where all are known to be short, the first forms have been it.
      const wereShort = accepted.areShort === true
      const end = plain < long && wereShort ? long : 2 * long
      for (let next = plain + 1; next < end && tried.at(-1)?.refused === true; next += 1) {
        // Another scenario has found it out meanwhile: the forms so far were refused for that, so that they begin anew.
        if (!wereShort && next < long && accepted.areShort === true) next = long
        form = next
        const { reference = null } = { ...forms[next % long], ...fields }
        if (next < long || isMarker(inWords(reference))) tried.push(await send(id, fields, options))
      }
      const last = tried.at(-1)
      if (last?.accepted === true) {
        accepted.update = form
        if (form >= long) accepted.areShort = true
        return { answer: last, tried }
      }
      // None of them: the plain one is what the others are compared with.
      form = plain
      return { answer: first, tried }
    },
  }
}

/** An update in the form that this run saw taken. If it saw none, as on a later visit, in any form that is taken. */
export async function updateAsTaken(
  context: Context,
  id: string,
  fields: Fields,
  { slot, of }: { readonly slot: string; readonly of?: Booked },
): Promise<Answer> {
  const { update } = context.forms
  const { control, send } = openUpdater(context, slot, update, of)
  return update === undefined ? (await control(id, fields)).answer : send(id, fields)
}

/** The change of an update: a reference or, where this server takes none, the receipt option, which changes nothing. */
export function change(
  { profile, forms }: Pick<Context, 'profile'> & Partial<Pick<Context, 'forms'>>,
  reference: string,
): Fields {
  if (profile.operations.update?.fields['reference'] === undefined) return { emailReceipt: false }
  return forms?.areShort === true ? shortened({ reference }) : { reference }
}

/** Availabilities that are tried, the next one where one is refused: it may be full, and not say so. */
export const mostTried = 3

/**
 * Moves a booking to another availability.
 * @param from the availability that it was reserved at
 * @param options how it is found, see `Context.slot`
 * @returns the last update that was sent, and where it went; null: there was no other availability
 */
export async function moveElsewhere(
  context: Context,
  id: string,
  from: string,
  bookable: Bookable,
  options?: Parameters<Context['slot']>[1],
): Promise<{ readonly move: Answer; readonly to: string } | null> {
  let last = null
  for (let tried = 0; tried < mostTried; tried += 1) {
    const to = await context.slot(bookable, options).catch(orNone)
    if (to === null) break
    const { answer: move } = await openUpdater(context, from, 0, bookable).control(id, { availabilityId: to })
    last = { move, to }
    if (!move.refused) break
  }
  return last
}
