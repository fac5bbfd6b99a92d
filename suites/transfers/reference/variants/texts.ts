import { editBookings } from '../edit.js'
import type { Rules } from '../rules.js'
import type { Variant } from '../variant.js'

const voucher = /^[A-Za-z0-9]{1,20}$/

/** Other legal ways to take and to keep what the reseller writes: references, notes, reasons. */
export const textVariants: readonly Variant[] = [
  {
    name: 'confirm-needs-a-reference',
    title: 'confirm without a reference is refused',
    rules: (base) => ({
      required: (ctx) => [...base.required(ctx), ...(ctx.operation === 'confirm' ? (['reference'] as const) : [])],
    }),
  },
  {
    name: 'short-vouchers',
    title: 'a reference has at most 20 characters, all of them letters and digits',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        base.accepts(field, value, ctx) && (field !== 'reference' || typeof value !== 'string' || voucher.test(value)),
    }),
  },
  {
    name: 'short-texts',
    title: 'notes and reasons have at most 20 characters, all of them letters and digits',
    rules: (base) => ({
      accepts: (field, value, ctx) =>
        base.accepts(field, value, ctx) &&
        ((field !== 'notes' && field !== 'reason') || typeof value !== 'string' || voucher.test(value)),
    }),
  },
  {
    name: 'references-in-upper-case',
    title: 'references are kept in upper case, without spaces',
    rules: keptAs((reference) => reference.toUpperCase().replaceAll(' ', '')),
  },
  {
    name: 'references-trimmed',
    title: 'references are kept with a space in front and behind, and in lower case',
    rules: keptAs((reference) => ` ${reference.toLowerCase()} `),
  },
  {
    name: 'notes-prefixed',
    title: 'notes are shown with a word in front that says whose they are',
    rules: (base) => ({
      showBooking: (booking, ctx) =>
        base.showBooking(booking.notes === null ? booking : { ...booking, notes: `Agent: ${booking.notes}` }, ctx),
    }),
  },
  {
    name: 'empty-texts-or-null',
    title: 'where there are no notes and no reference, a write answers empty texts and a read null',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'get' || ctx.operation === 'list') return
          booking['notes'] ??= ''
          booking['reference'] ??= ''
        }),
    }),
  },
  {
    name: 'second-confirm-takes-its-reference',
    title: 'a second confirm is accepted and takes another reference',
    rules: (base) => ({
      mayConfirm: (booking, ctx) => booking.status === 'CONFIRMED' || base.mayConfirm(booking, ctx),
    }),
  },
  {
    name: 'cancel-appends-to-notes',
    title: 'cancel writes its reason behind the notes',
    warns: ['3/cancel-changes-nothing-else'],
    rules: (base) => ({
      applyCancel: (booking, reason, ctx) => ({
        ...base.applyCancel(booking, reason, ctx),
        notes: `${booking.notes ?? ''} cancelled: ${reason ?? 'no reason'}`,
      }),
    }),
  },
  {
    name: 'cancel-clears-texts',
    title: 'a cancelled booking has no notes and no reference any more',
    warns: ['3/cancel-changes-nothing-else'],
    rules: (base) => ({
      applyCancel: (booking, reason, ctx) => ({
        ...base.applyCancel(booking, reason, ctx),
        notes: null,
        reference: null,
      }),
    }),
  },
]

function keptAs(make: (reference: string) => string): (base: Rules) => Partial<Rules> {
  return (base) => ({
    applyConfirm: (booking, input, ctx) => {
      const kept = typeof input.reference === 'string' ? { ...input, reference: make(input.reference) } : input
      return base.applyConfirm(booking, kept, ctx)
    },
    applyUpdate: (booking, input, ctx) => {
      const kept = typeof input.reference === 'string' ? { ...input, reference: make(input.reference) } : input
      return base.applyUpdate(booking, kept, ctx)
    },
  })
}
