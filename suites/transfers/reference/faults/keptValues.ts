import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import { Refused } from '../refused.js'
import type { Rules } from '../rules.js'

/** Values that are not what they were when they are read again. */
export const keptValueFaults: readonly Fault[] = [
  references('reference-kept-as-a-number', 'a reference of digits loses the zeros that it begins with', (text) =>
    /^\d+$/.test(text) ? text.replace(/^0+/, '') : text,
  ),
  references('reference-kept-in-ascii', 'a reference loses whatever is not ASCII', (text) =>
    text.replace(/[^ -~]/g, ''),
  ),
  notes('notes-kept-as-markup', 'notes are kept with <, & and quotes as entities', (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  ),
  notes('notes-lose-what-is-beyond-16-bits', 'notes lose emoji', (text) =>
    text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ),
  {
    name: 'cancel-breaks-on-an-emoji',
    clause: '4.3/cancel-with-reason-accepted',
    title: 'cancel fails with a server error when its reason has an emoji',
    rules: failing((reason) => /[\u{10000}-\u{10ffff}]/u.test(reason)),
  },
  {
    name: 'cancel-breaks-on-a-quote',
    clause: '4.3/cancel-with-reason-accepted',
    title: 'cancel fails with a server error when its reason has a single quote',
    rules: failing((reason) => reason.includes("'")),
  },
  {
    name: 'move-prices-in-the-default-currency',
    clause: '4.2/currency-kept',
    title: 'an update to another availability prices the booking in the default currency',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) =>
        base.applyUpdate(
          booking,
          input.slot === undefined
            ? input
            : { ...input, price: ctx.rules.quote(input.slot.optionId, input.slot.start, 'EUR', ctx) },
          ctx,
        ),
    }),
  },
  {
    name: 'move-forgets-the-currency',
    clause: '4.2/currency-kept',
    title: 'a booking that was moved is shown in the default currency by get, with the amounts of its own',
    rules: (base) => ({
      bookingPrice: (booking, ctx) => {
        const price = base.bookingPrice(booking, ctx)
        const first = ctx.store.versions(booking.serial)[0]
        const moved = first !== undefined && first.availabilityId !== booking.availabilityId
        return moved && ctx.operation === 'get' ? { ...price, currency: 'EUR' } : price
      },
    }),
  },
  {
    name: 'refused-currency-becomes-the-default',
    clause: '4.2/currency-omitted-default',
    title: 'a currency that was refused is that of the next reservation without one',
    rules: remembering((currency) => currency),
  },
  {
    name: 'refused-currency-changes-the-default',
    clause: '4.2/currency-omitted-default',
    title: 'after a currency that was refused, the default is USD',
    rules: remembering(() => 'USD'),
  },
  {
    name: 'update-without-a-reference-clears-it',
    clause: '4.3/update-leaves-the-rest',
    title: 'an update of the minutes clears the reference',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const { reference, expirationMinutes, slot } = input
        const clears = reference === undefined && expirationMinutes !== undefined && slot === undefined
        return { ...base.applyUpdate(booking, input, ctx), ...(clears && { reference: null }) }
      },
    }),
  },
  {
    name: 'update-of-minutes-brings-the-reference-before-back',
    clause: '4.3/update-leaves-the-rest',
    title: 'an update of the minutes brings back the reference before the last',
    rules: (base) => ({
      applyUpdate: (booking, input, ctx) => {
        const before = ctx.store.versions(booking.serial).findLast(({ reference }) => reference !== booking.reference)
        const { reference, expirationMinutes, slot } = input
        const plain = reference === undefined && expirationMinutes !== undefined && slot === undefined
        const updated = base.applyUpdate(booking, input, ctx)
        return plain && before !== undefined ? { ...updated, reference: before.reference } : updated
      },
    }),
  },
  {
    name: 'confirm-leaves-the-reference-of-an-update',
    clause: '4.3/confirm-reference-kept-get',
    title: 'confirm takes no reference where an update has given one',
    rules: (base) => ({
      applyConfirm: (booking, input, ctx) =>
        base.applyConfirm(
          booking,
          booking.reference === null ? input : { ...input, reference: booking.reference },
          ctx,
        ),
    }),
  },
  {
    name: 'confirm-of-an-extended-hold-leaves-its-reference',
    clause: '4.3/confirm-reference-kept-get',
    title: 'confirm answers its reference, and keeps the one before where the hold was extended',
    rules: (base) => ({
      save: (booking, before, ctx) => {
        const extended = ctx.state.history(booking.id).includes('extend')
        const keeps = ctx.operation === 'confirm' && extended && before?.reference != null
        base.save(keeps ? { ...booking, reference: before.reference } : booking, before, ctx)
      },
    }),
  },
]

function references(name: string, title: string, kept: (text: string) => string): Fault {
  return {
    name,
    clause: '4.3/update-reference-kept',
    title,
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(
          booking.reference === null ? booking : { ...booking, reference: kept(booking.reference) },
          before,
          ctx,
        ),
    }),
  }
}

function notes(name: string, title: string, kept: (text: string) => string): Fault {
  return {
    name,
    clause: '4.2/notes-kept',
    title,
    rules: (base) => ({
      save: (booking, before, ctx) =>
        base.save(
          booking.notes === null || before !== null ? booking : { ...booking, notes: kept(booking.notes) },
          before,
          ctx,
        ),
    }),
  }
}

function failing(breaks: (reason: string) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({
    applyCancel: (booking, reason, ctx) => {
      if (reason !== null && breaks(reason)) throw new Refused('INTERNAL', 'the service failed')
      return base.applyCancel(booking, reason, ctx)
    },
  })
}

const remembered = 'refused currency'

/** What a currency that was refused leaves behind, for the next reservation of the same account without one. */
function remembering(left: (currency: string) => string): (base: Rules) => Partial<Rules> {
  const nameOf = ({ reseller }: Context): string => `${remembered} ${String(reseller)}`
  return (base) => ({
    acceptsCurrency: (value, ctx) => {
      const accepted = base.acceptsCurrency(value, ctx)
      if (!accepted && ctx.operation === 'reserve' && typeof value === 'string')
        ctx.state.memory.set(nameOf(ctx), left(value))
      return accepted
    },
    currency: (asked, option, ctx) => {
      const kept = ctx.state.memory.get(nameOf(ctx))
      return ctx.operation === 'reserve' && asked === undefined && typeof kept === 'string'
        ? kept
        : base.currency(asked, option, ctx)
    },
  })
}
