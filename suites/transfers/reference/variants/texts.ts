import type { Change, Variant } from '../change.js'
import { on, put } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules } from '../changes/shown.js'
import { allows, of } from '../changes/writes.js'
import type { Field } from '../model.js'
import type { Rules } from '../rules.js'

const voucher = /^[A-Za-z0-9]{1,20}$/

/** Of what is accepted otherwise, only such texts in these fields. */
function only(fields: readonly Field[], isTaken: (text: string) => boolean): Change {
  return rule(
    'accepts',
    (usual, field, value, ctx) =>
      usual(field, value, ctx) && (!fields.includes(field) || typeof value !== 'string' || isTaken(value)),
  )
}

/** Other legal ways to take and to keep what the reseller writes: references, notes, reasons. */
export const textVariants: readonly Variant[] = variants({
  'vouchers-of-twelve': [
    'a reference has at most twelve characters, all of them letters and digits',
    only(['reference'], (text) => voucher.test(text) && text.length <= 12),
  ],
  'confirm-needs-a-voucher-of-twelve': [
    'confirm without a reference is refused, as is a reference of more than twelve characters',
    rules((base) => ({
      required: (ctx) => [...base.required(ctx), ...(ctx.operation === 'confirm' ? (['reference'] as const) : [])],
      accepts: (field, value, ctx) =>
        base.accepts(field, value, ctx) && (field !== 'reference' || typeof value !== 'string' || value.length <= 12),
    })),
  ],
  'vouchers-with-letters': [
    'a reference has letters and digits, and at least one letter',
    only(['reference'], (text) => voucher.test(text) && /[A-Za-z]/.test(text)),
  ],
  'short-texts': [
    'notes and reasons have at most 20 characters, all of them letters and digits',
    only(['notes', 'reason'], (text) => voucher.test(text)),
  ],
  'references-in-upper-case': [
    'references are kept in upper case, without spaces',
    rules(keptAs((reference) => reference.toUpperCase().replaceAll(' ', ''))),
  ],
  'references-decomposed': [
    'references are kept with letters and their accents as two characters',
    rules(keptAs((reference) => reference.normalize('NFD'))),
  ],
  'texts-in-ascii': [
    'notes, references and reasons with anything but ASCII are refused',
    rule(
      'accepts',
      (usual, field, value, ctx) =>
        usual(field, value, ctx) && (typeof value !== 'string' || !isText(field) || /^[ -~]*$/.test(value)),
    ),
  ],
  'notes-prefixed': [
    'notes are shown with a word in front that says whose they are',
    showing((notes) => `Agent: ${notes}`),
  ],
  'notes-cut-at-24': [
    'of notes the first 24 characters are kept',
    showing((notes) => notes.slice(0, 24)),
    { warns: ['4.2/long-notes-kept'] },
  ],
  'notes-cut-at-40': [
    'of notes the first 40 characters are kept',
    showing((notes) => notes.slice(0, 40)),
    { warns: ['4.2/long-notes-kept'] },
  ],
  'notes-of-120': ['notes have at most 120 characters', only(['notes'], (text) => text.length <= 120)],
  'notes-tidied': [
    'notes are kept without spaces in front and behind, and with one where there were several',
    showing((notes) => notes.trim().replaceAll(/\s+/g, ' ')),
  ],
  'empty-texts-or-null': [
    'where there are no notes and no reference, a write answers empty texts and a read null',
    on('reserve', 'extend', 'confirm', 'update', 'cancel').answers(
      put('/notes', (was) => was ?? ''),
      put('/reference', (was) => was ?? ''),
    ),
  ],
  'second-confirm-takes-its-reference': [
    'a second confirm is accepted and takes another reference',
    allows('confirm', of('CONFIRMED')),
  ],
  'cancel-clears-texts': [
    'a cancelled booking has no notes and no reference any more',
    rule('applyCancel', (usual, booking, reason, ctx) => ({
      ...usual(booking, reason, ctx),
      notes: null,
      reference: null,
    })),
    { warns: ['3/cancel-changes-nothing-else'] },
  ],
})

function showing(make: (notes: string) => string): Change {
  return rule('showBooking', (usual, booking, ctx) =>
    usual(booking.notes === null ? booking : { ...booking, notes: make(booking.notes) }, ctx),
  )
}

function isText(field: Field): boolean {
  return field === 'notes' || field === 'reference' || field === 'reason'
}

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
