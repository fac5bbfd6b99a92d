import type { Context } from '../context.js'
import { faults } from '../changes/rows.js'
import { ofStatus, on, put } from '../changes/on.js'
import { rule, rules } from '../changes/shown.js'
import { keeps, makes } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import { Refused } from '../refused.js'
import type { Rules } from '../rules.js'

/** Values that are not what they were when they are read again. */
export const keptValueFaults: readonly Fault[] = faults({
  '4.3/update-reference-kept': {
    'reference-kept-as-a-number': [
      'a reference of digits loses the zeros that it begins with',
      rules(keeping('reference', (text) => (/^\d+$/.test(text) ? text.replace(/^0+/, '') : text))),
      'get /reference',
    ],
    'reference-kept-in-ascii': [rules(keeping('reference', (text) => text.replace(/[^ -~]/g, ''))), 'get /reference'],
  },
  '4.2/notes-kept': {
    'notes-lose-what-is-beyond-16-bits': [
      'notes lose emoji',
      rules(keeping('notes', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
      'get /notes',
    ],
  },
  '4.2/long-notes-kept': {
    'get-shows-50-of-the-notes': [
      'get shows the first 50 characters of the notes',
      on('get').answers(put('/notes', (was) => (typeof was === 'string' ? was.slice(0, 50) : was))),
    ],
  },
  '4.3/texts-of-its-own': {
    'notes-left-in-the-form': [
      'a booking that is made without notes keeps those of the booking before it',
      keeps('reserve', (booking, _before, ctx) =>
        booking.notes === null ? { notes: lastText('notes', booking.serial, ctx) } : {},
      ),
      ['get /notes', 'list /notes'],
    ],
    'get-fills-in-the-notes-of-another': [
      'get shows, of a booking without notes, those of the booking before it, whosever it is',
      on('get').answers(
        put(
          '/notes',
          (was, _holder, { ctx }) => was ?? lastText('notes', ctx.store.withId(ctx.call.id ?? '')[0] ?? 0, ctx),
        ),
      ),
    ],
    'reference-left-in-the-form': [
      'a booking that is confirmed without a reference keeps the one that was sent last for another',
      keeps('confirm', (booking, _before, ctx) =>
        booking.reference === null ? { reference: lastText('reference', booking.serial, ctx) } : {},
      ),
      ['get /reference', 'list /reference'],
    ],
  },
  '4.2/notes-accepted': { 'reserve-breaks-on-markup': [rules(breakingOn((notes) => notes.includes('<'))), 'reserve'] },
  '4.3/cancel-with-reason-accepted': {
    'cancel-breaks-on-a-quote': [rules(failing((reason) => reason.includes("'"))), 'cancel'],
  },
  '4.2/currency-kept': {
    'move-prices-in-the-default-currency': [
      'an update to another availability prices the booking in the default currency',
      rule('applyUpdate', (usual, booking, input, ctx) =>
        usual(
          booking,
          input.slot === undefined
            ? input
            : { ...input, price: ctx.rules.quote(input.slot.optionId, input.slot.start, 'EUR', ctx) },
          ctx,
        ),
      ),
      'update /pricing/currency',
    ],
    'move-forgets-the-currency': [
      'a booking that was moved is shown in the default currency by get, with the amounts of its own',
      rule('bookingPrice', (usual, booking, ctx) => {
        const price = usual(booking, ctx)
        const first = ctx.store.versions(booking.serial)[0]
        const moved = first !== undefined && first.availabilityId !== booking.availabilityId
        return moved && ctx.operation === 'get' ? { ...price, currency: 'EUR' } : price
      }),
      'get /pricing/currency',
    ],
  },
  '4.2/currency-omitted-default': {
    'refused-currency-becomes-the-default': [rules(remembering((currency) => currency)), 'reserve /pricing/currency'],
  },
  '4.3/update-leaves-the-rest': {
    'update-without-a-reference-clears-it': [
      'an update of the minutes clears the reference',
      rule('applyUpdate', (usual, booking, input, ctx) => {
        const { reference, expirationMinutes, slot } = input
        const clears = reference === undefined && expirationMinutes !== undefined && slot === undefined
        return { ...usual(booking, input, ctx), ...(clears && { reference: null }) }
      }),
      'update /reference',
    ],
  },
  '4.3/confirm-reference-kept-answer': {
    'confirm-keeps-references-as-markup': [
      'confirm takes a reference with <, & and quotes as entities',
      makes('confirm', ({ reference }) => ({ reference: reference === null ? null : asMarkup(reference) })),
      'confirm /reference',
    ],
  },
  '4.3/confirm-reference-kept-get': {
    'confirm-leaves-the-reference-of-an-update': [
      'confirm takes no reference where an update has given one',
      rule('applyConfirm', (usual, booking, input, ctx) =>
        usual(booking, booking.reference === null ? input : { ...input, reference: booking.reference }, ctx),
      ),
      'get /reference',
    ],
    'confirm-of-an-extended-hold-leaves-its-reference': [
      'confirm answers its reference, and keeps the one before where the hold was extended',
      rule('save', (usual, booking, before, ctx) => {
        const extended = ctx.state.history(booking.id).includes('extend')
        const keeps = ctx.operation === 'confirm' && extended && before?.reference != null
        usual(keeps ? { ...booking, reference: before.reference } : booking, before, ctx)
      }),
      'get /reference',
    ],
    'confirm-keeps-its-reference-in-latin': [
      'a reference that confirm is sent loses what Latin-1 does not have',
      rules(
        keeping(
          'reference',
          (text) => text.replace(/[^ -\xff]/g, '?'),
          ({ operation }) => operation === 'confirm',
        ),
      ),
      'get /reference',
    ],
  },
  '4.3/confirm-receipt-default-shown': {
    'confirm-mails-receipts-unless-told-not-to': [
      'the receipt option of confirm is true by default',
      makes('confirm', (_made, _before, { call }) => ({ emailReceipt: call.input.emailReceipt !== false })),
      ['confirm /emailReceipt', 'get /emailReceipt'],
    ],
    'confirm-with-a-reference-mails-a-receipt': [
      'the receipt option of a confirm that carries a reference is true by default',
      makes('confirm', ({ emailReceipt }, _before, { call: { input } }) => ({
        emailReceipt: emailReceipt || (input.reference !== undefined && input.emailReceipt === undefined),
      })),
      ['confirm /emailReceipt', 'get /emailReceipt'],
    ],
    'get-shows-receipts-of-all': on('get').answers(put('/emailReceipt', true, ofStatus('CONFIRMED'))),
  },
  '4.3/update-receipt-default-shown': {
    'update-mails-receipts-unless-told-not-to': [
      'the receipt option of update is true by default',
      makes('update', ({ emailReceipt }, _before, { call }) => ({
        emailReceipt: call.input.emailReceipt === undefined || emailReceipt,
      })),
      ['update /emailReceipt', 'get /emailReceipt'],
    ],
    'get-shows-receipts-of-what-was-updated': [
      'get shows of every hold that was updated that a receipt is mailed',
      on('get').answers(
        put('/emailReceipt', true, ({ ctx }) => ctx.state.history(ctx.call.id ?? '').includes('update')),
      ),
    ],
  },
  '4.3/confirm-receipt-kept': {
    'confirm-forgets-the-receipt-option': [keeps('confirm', () => ({ emailReceipt: false })), 'get /emailReceipt'],
    'confirm-answers-no-receipt': on('confirm').answers(put('/emailReceipt', false)),
  },
})

function breakingOn(breaks: (notes: string) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({
    accepts: (field, value, ctx) => {
      if (field === 'notes' && typeof value === 'string' && breaks(value))
        throw new Refused('INTERNAL', 'the service failed')
      return base.accepts(field, value, ctx)
    },
  })
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

/** What is kept of a text when it is saved first. */
function keeping(
  field: 'notes' | 'reference',
  kept: (text: string) => string,
  when: (ctx: Context) => boolean = () => true,
): (base: Rules) => Partial<Rules> {
  return (base) => ({
    save: (booking, before, ctx) => {
      const text = booking[field]
      const asSent = text === null || text === before?.[field] || !when(ctx)
      base.save(asSent ? booking : { ...booking, [field]: kept(text) }, before, ctx)
    },
  })
}

function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A text of the youngest booking before this one that has one. */
function lastText(field: 'notes' | 'reference', serial: number, { store }: Context): string | null {
  const before = store.serials().filter((other) => other < serial)
  return before.map((other) => store.versions(other).at(-1)?.[field] ?? null).findLast((text) => text !== null) ?? null
}
