import type { Change, Fault } from '../change.js'
import { breaksOn, saying } from '../changes/inputs.js'
import { ofStatus, on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { rule, rules } from '../changes/shown.js'
import { after, keeps, makes } from '../changes/writes.js'
import type { Context } from '../context.js'
import { inLatin } from '../json.js'

/** A currency that was refused is that of the next reservation of the same account without one. */
const remembersRefused = rules((base) => {
  const nameOf = ({ reseller }: Context): string => `refused currency ${reseller ?? ''}`
  return {
    acceptsCurrency: (value, ctx) => {
      const accepted = base.acceptsCurrency(value, ctx)
      if (!accepted && ctx.operation === 'reserve' && typeof value === 'string')
        ctx.state.memory.set(nameOf(ctx), value)
      return accepted
    },
    currency: (asked, option, ctx) => {
      const kept = ctx.operation === 'reserve' ? ctx.state.memory.get(nameOf(ctx)) : undefined
      return base.currency(asked ?? kept, option, ctx)
    },
  }
})

/** Values that are not what they were when they are read again. */
export const textFaults: readonly Fault[] = faults({
  '4.3/update-reference-kept': {
    'reference-kept-as-a-number': [
      'a reference of digits loses the zeros that it begins with',
      keeping('reference', (text) => (/^\d+$/.test(text) ? text.replace(/^0+/, '') : text)),
      'get /reference',
    ],
    'reference-kept-in-ascii': [keeping('reference', (text) => text.replace(/[^ -~]/g, '')), 'get /reference'],
  },
  '4.2/notes-kept': {
    'notes-lose-what-is-beyond-16-bits': [
      keeping('notes', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
      'get /notes',
    ],
  },
  '4.2/long-notes-kept': {
    'get-shows-50-of-the-notes': on('get').answers(
      put('/notes', (was) => (typeof was === 'string' ? was.slice(0, 50) : was)),
    ),
  },
  '4.3/texts-of-its-own': {
    'notes-left-in-the-form': [
      'a booking that is made without notes keeps those of the booking before it',
      keeps('reserve', ({ notes, serial }, _before, ctx) => ({ notes: notes ?? lastText('notes', serial, ctx) })),
      ['get /notes', 'list /notes'],
    ],
    'get-fills-in-the-notes-of-another': [
      'get shows, of a booking without notes, those of the booking before it, whosever it is',
      on('get').answers(
        put('/notes', (was, _booking, { ctx }) => {
          return was ?? lastText('notes', ctx.store.withId(ctx.call.id ?? '')[0] ?? 0, ctx)
        }),
      ),
    ],
    'reference-left-in-the-form': [
      'a booking that is confirmed without a reference keeps the one that was sent last for another',
      keeps('confirm', ({ reference, serial }, _before, ctx) => ({
        reference: reference ?? lastText('reference', serial, ctx),
      })),
      ['get /reference', 'list /reference'],
    ],
  },
  '4.2/notes-accepted': { 'reserve-breaks-on-markup': breaksOn('reserve', 'notes', saying(/</)) },
  '4.3/cancel-with-reason-accepted': { 'cancel-breaks-on-a-quote': breaksOn('cancel', 'reason', saying(/'/)) },
  '4.2/currency-kept': {
    'move-prices-in-the-default-currency': [
      makes('update', ({ availabilityId, optionId, start }, before, ctx) =>
        availabilityId === before.availabilityId ? {} : { price: ctx.rules.quote(optionId, start, 'EUR', ctx) },
      ),
      'update /pricing/currency',
    ],
  },
  '4.2/currency-omitted-default': {
    'refused-currency-becomes-the-default': [remembersRefused, 'reserve /pricing/currency'],
  },
  '4.3/update-leaves-the-rest': {
    'update-without-a-reference-clears-it': [
      'an update of the minutes clears the reference',
      rule('applyUpdate', (usual, booking, input, ctx) => {
        const { expirationMinutes, slot } = input
        const clears = expirationMinutes !== undefined && slot === undefined
        return usual(booking, { ...(clears && { reference: null }), ...input }, ctx)
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
      keeps('confirm', (booking, before, ctx) => {
        return after('extend')(booking, ctx) && before?.reference ? { reference: before.reference } : {}
      }),
      'get /reference',
    ],
    'confirm-keeps-its-reference-in-latin': [
      'a reference that confirm is sent loses what Latin-1 does not have',
      keeping('reference', inLatin, ({ operation }) => operation === 'confirm'),
      'get /reference',
    ],
  },
  '4.3/confirm-receipt-default-shown': {
    'confirm-mails-receipts-unless-told-not-to': [
      'the receipt option of confirm is true by default',
      makes('confirm', (_made, _before, { call }) => ({ emailReceipt: call.input.emailReceipt !== false })),
      ['confirm /emailReceipt', 'get /emailReceipt'],
    ],
    'get-shows-receipts-of-all': on('get').answers(put('/emailReceipt', true, ofStatus('CONFIRMED'))),
  },
  '4.3/update-receipt-default-shown': {
    'update-mails-receipts-unless-told-not-to': [
      rule('applyUpdate', (usual, booking, input, ctx) => usual(booking, { emailReceipt: true, ...input }, ctx)),
      ['update /emailReceipt', 'get /emailReceipt'],
    ],
    'get-shows-receipts-of-what-was-updated': on('get').answers(
      put('/emailReceipt', true, ({ ctx }) => ctx.state.history(ctx.call.id ?? '').includes('update')),
    ),
  },
  '4.3/confirm-receipt-kept': {
    'confirm-forgets-the-receipt-option': [keeps('confirm', () => ({ emailReceipt: false })), 'get /emailReceipt'],
    'confirm-answers-no-receipt': on('confirm').answers(put('/emailReceipt', false)),
  },
})

/** What is kept of a text when it is saved first. */
function keeping(
  field: 'notes' | 'reference',
  kept: (text: string) => string,
  when: (ctx: Context) => boolean = () => true,
): Change {
  return rule('save', (usual, booking, before, ctx) => {
    const text = booking[field]
    const asSent = text === null || text === before?.[field] || !when(ctx)
    usual(asSent ? booking : { ...booking, [field]: kept(text) }, before, ctx)
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
