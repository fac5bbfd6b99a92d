import {
  map,
  maybePointer,
  maybeText,
  operation,
  optional,
  place,
  payloads,
  pointer,
  text,
  textOf,
  texts,
  type Key,
} from '../../src/suite/index.js'
import { contract } from './contract/contract.js'
import type { OperationName } from './operations.js'
import type { TransferProfile } from './profile.js'

/** Where the defaults come from that the documents do not state. */
const octo = 'public OCTO'
const ourOwn = 'our own'

const bookingId = place('Where the booking id is written, for a target whose path has no {id}.', null, {
  examples: ['body:/bookingId'],
})

/** One place or several, of which the first that leads to a text is taken. */
const availabilityPlaces: Key<readonly string[]> = {
  fallback: ['/availabilityId', '/id'],
  from: "the documents' name, then public OCTO's",
  form: 'pointer',
  items: pointer('One of them.', ''),
  schema: {
    description:
      'JSON Pointer, inside one item, to the availabilityId; or several, of which the first that leads to a text is taken.',
    type: ['string', 'array'],
    minItems: 1,
    items: { type: 'string' },
    default: ['/availabilityId', '/id'],
    examples: ['/availabilityId', '/id'],
  },
  recorded: { type: 'array', items: { type: 'string' } },
  meaning: (value) => (Array.isArray(value) ? value.map(textOf) : [textOf(value)]),
}

/** Where an operation is found unless a profile says otherwise: as the contract has it. */
function requestOf(name: OperationName): string {
  return contract.operations.find(({ id }) => id === name)?.request ?? ''
}

/** The operations of section 4 as a profile says them. What the documents do not show is as public OCTO has it. */
export const operationKeys: { readonly [Name in OperationName]: Key<TransferProfile['operations'][Name]> } = {
  transfers: operation(
    'Pricing transfers (4.1).',
    requestOf('transfers'),
    { currency: place('Where the currency is written.', 'body:/currency') },
    {
      at: pointer('JSON Pointer, in the answer, to the Transfer; empty: the answer is one.', '', {
        examples: ['', '/data'],
      }),
      routes: optional(
        payloads('Further routes: members of the body, in place of those of body, each for a quote of its own.'),
      ),
    },
    { from: 'documents, 4.1' },
  ),
  availability: operation(
    'Check availability (4.3).',
    requestOf('availability'),
    {
      productId: place('Where the product id is written.', 'body:/productId'),
      optionId: place('Where the option id is written.', 'body:/optionId'),
      currency: place('Where the currency is written, if the target wants one here.', null, {
        examples: ['body:/currency'],
      }),
    },
    {
      items: pointer('JSON Pointer, in the answer, to the array of availabilities, or to the only one.', '', {
        examples: ['', '/data'],
      }),
      availabilityId: availabilityPlaces,
      full: optional(
        map('How an item says that it is full or sold out, in words other than public OCTO has for it.', {
          at: text(
            'JSON Pointer, inside one item: full where it leads to 0 or false, or to one of the values below.',
            { examples: ['/places', '/state'] },
            'pointer',
          ),
          values: optional(
            texts('What stands there where it is full, in place of 0 and false.', { examples: [['FULL', 'CLOSED']] }),
          ),
        }),
      ),
    },
    { from: 'documents, 4.3', body: { localDateStart: '{today+30}', localDateEnd: '{today+30}' } },
  ),
  reserve: operation(
    'Booking reservation (4.2).',
    requestOf('reserve'),
    {
      availabilityId: place('Where the availabilityId is written.', 'body:/availabilityId'),
      expirationMinutes: place('Where the hold time, in minutes, is written.', 'body:/expirationMinutes'),
      productId: place('Where the product id is written.', 'body:/productId'),
      optionId: place('Where the option id is written.', 'body:/optionId'),
      currency: place('Where the currency is written.', 'body:/currency'),
      notes: place('Where the notes are written.', 'body:/notes', { from: octo }),
      idempotencyKey: place('Where the idempotency key, a UUID, is written.', 'body:/uuid', {
        from: octo,
        examples: ['body:/uuid', 'header:Idempotency-Key'],
      }),
    },
    {},
    { from: 'documents, 4.2' },
  ),
  extend: operation(
    'Extend reservation (4.3).',
    requestOf('extend'),
    {
      id: bookingId,
      expirationMinutes: place('Where the hold time, in minutes, is written.', 'body:/expirationMinutes'),
    },
    {},
    { from: 'documents, 4.3' },
  ),
  confirm: operation(
    'Confirm booking (4.3).',
    requestOf('confirm'),
    {
      id: bookingId,
      emailReceipt: place('Where the option to email the guest a receipt (boolean) is written.', 'body:/emailReceipt', {
        from: octo,
      }),
      reference: place("Where the reseller's reference (voucher number) is written.", 'body:/resellerReference', {
        from: octo,
      }),
    },
    {},
    { from: octo },
  ),
  update: operation(
    'Update booking (4.3).',
    requestOf('update'),
    {
      id: bookingId,
      availabilityId: place('Where the availabilityId is written.', 'body:/availabilityId'),
      optionId: place('Where the option id is written.', 'body:/optionId'),
      productId: place('Where the product id is written.', 'body:/productId'),
      expirationMinutes: place('Where the hold time, in minutes, is written.', 'body:/expirationMinutes'),
      reference: place("Where the reseller's reference (voucher number) is written.", 'body:/resellerReference', {
        from: octo,
      }),
      emailReceipt: place('Where the option to email the guest a receipt (boolean) is written.', 'body:/emailReceipt', {
        from: octo,
      }),
      notes: place('Where the notes are written, if the target takes them here.', null, { examples: ['body:/notes'] }),
    },
    {},
    { from: octo },
  ),
  cancel: operation(
    'Cancel booking (4.3).',
    requestOf('cancel'),
    {
      id: bookingId,
      reason: place('Where the reason, a text, is written.', 'body:/reason', {
        from: octo,
        examples: ['body:/reason', 'query:reason'],
      }),
    },
    {},
    { from: octo },
  ),
  get: operation('Get booking (4.3).', requestOf('get'), { id: bookingId }, {}, { from: octo }),
  list: operation(
    'Get bookings (4.3).',
    requestOf('list'),
    {
      page: place('Where the page number, from 1, is written.', 'query:page', { from: ourOwn }),
      pageSize: place('Where the page size is written.', 'query:pageSize', { from: ourOwn }),
      sortField: place('Where the sort field is written.', 'query:sortField', { from: ourOwn }),
      sortOrder: place('Where the sort order is written.', 'query:sortOrder', { from: ourOwn }),
      bookingType: place('Where the booking type is written.', 'query:bookingType', { from: ourOwn }),
      reference: place(
        "Where a reseller's reference is written, for a target that looks bookings up by it: the second account is not to find those of the first.",
        null,
        { examples: ['query:resellerReference', 'body:/voucherNo'] },
      ),
    },
    {
      items: pointer('JSON Pointer, in the answer, to the array of bookings.', '', { examples: ['', '/data'] }),
      total: maybePointer(
        'JSON Pointer, in the answer, to how many bookings there are in all. null: it does not say.',
        null,
        { examples: ['/total', '/page/total'] },
      ),
      values: map('How the target spells the values of these inputs.', {
        price: text('Sort field: by price.', { fallback: 'PRICE' }),
        ascending: text('Sort order: lowest to highest.', { fallback: 'ASCENDING' }),
        descending: text('Sort order: highest to lowest.', { fallback: 'DESCENDING' }),
        product: text('Booking type: product.', { fallback: 'Product' }),
        otherType: optional(
          maybeText(
            'A booking type that the target knows and of which nothing is booked here; null: it has one type alone.',
            {
              examples: ['Transfer'],
            },
          ),
        ),
      }),
    },
    { from: octo },
  ),
}
