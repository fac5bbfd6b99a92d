import {
  map,
  maybeText,
  operation,
  optional,
  place,
  payloads,
  pointer,
  pointerOrHeader,
  text,
  textOf,
  texts,
} from '../../src/suite/index.js'
import type { JsonMap, Key, Keys, Meanings, Operation, Place } from '../../src/suite/index.js'
import { contract } from './contract/contract.js'
import { operationNames, type OperationName } from './operations.js'
import type { TransferProfile } from './transferProfile.js'

/** Where most defaults come from that the documents do not state. */
const octo = 'public OCTO'

const bookingId = place('Where the booking id is written, for a target whose path has no {id}.', null, {
  examples: ['body:/bookingId'],
})

/** Where inputs may well be written otherwise than the contract has them. */
const elsewhere: Readonly<Record<string, { readonly examples: readonly string[] }>> = {
  idempotencyKey: { examples: ['body:/uuid', 'header:Idempotency-Key'] },
  reason: { examples: ['body:/reason', 'query:reason'] },
}

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

type Places = Readonly<Record<string, Key<Place | null>>>

/** An operation as a profile says it: what the contract has of it, and `more`. What `body` says by itself needs no place. */
function said<More extends Keys>(
  name: OperationName,
  more: More,
  { others = {}, body = {} }: { readonly others?: Places; readonly body?: JsonMap } = {},
): Key<(Operation & Meanings<More>) | null> {
  const found = contract.operations.find(({ id }) => id === name)
  if (found === undefined) throw new Error(`the contract has no operation ${name}`)
  const { summary, clause, isOpen, request, inputs } = found
  const [section = ''] = clause.split('/')
  const places = inputs
    .filter((input) => !Object.hasOwn(body, input.name))
    .map((input) => {
      const from = input.place.startsWith('query:') ? 'our own' : octo
      const options = { ...(input.isOpen && { from }), ...elsewhere[input.name] }
      return [input.name, place(`Where this is written: ${input.description}`, input.place, options)] as const
    })
  return operation(
    `${summary} (${section}).`,
    request,
    { ...(request.includes('{id}') && { id: bookingId }), ...Object.fromEntries(places), ...others },
    more,
    { from: isOpen ? octo : `documents, ${section}`, body },
  )
}

/** The operations of section 4 as a profile says them. What the documents do not show is as public OCTO has it. */
export const operationKeys: { readonly [Name in OperationName]: Key<TransferProfile['operations'][Name]> } = {
  // Most need nothing that the contract does not say. The names are all that there are.
  ...(Object.fromEntries(operationNames.map((name) => [name, said(name, {})])) as Record<
    OperationName,
    Key<Operation | null>
  >),
  transfers: said('transfers', {
    at: pointer('JSON Pointer, in the answer, to the Transfer; empty: the answer is one.', '', {
      examples: ['', '/data'],
    }),
    routes: optional(
      payloads('Further routes: members of the body, in place of those of body, each for a quote of its own.'),
    ),
  }),
  availability: said(
    'availability',
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
            texts('What stands there where it is full, in place of 0 and false.', {
              examples: [['FULL', 'CLOSED']],
              compared: true,
            }),
          ),
        }),
      ),
    },
    {
      others: {
        currency: place('Where the currency is written, if the target wants one here.', null, {
          examples: ['body:/currency'],
        }),
      },
      body: { localDateStart: '{today+30}', localDateEnd: '{today+30}' },
    },
  ),
  update: said(
    'update',
    {},
    {
      others: {
        notes: place('Where the notes are written, if the target takes them here.', null, {
          examples: ['body:/notes'],
        }),
      },
    },
  ),
  list: said(
    'list',
    {
      items: pointer(
        'JSON Pointer, in the answer, to the array of bookings; `*` stands for each element, or member.',
        '',
        { examples: ['', '/data', '/edges/*/node'] },
      ),
      total: pointerOrHeader(
        'JSON Pointer, in the answer, to how many bookings there are in all, or the header that says it. null: it does not say.',
        { examples: ['/total', '/page/total', 'header:X-Total-Count'] },
      ),
      values: map('How the target spells the values of these inputs.', {
        price: text('Sort field: by price.', { fallback: 'PRICE' }),
        ascending: text('Sort order: lowest to highest.', { fallback: 'ASCENDING' }),
        descending: text('Sort order: highest to lowest.', { fallback: 'DESCENDING' }),
        product: text('Booking type: product.', { fallback: 'Product', compared: true }),
        otherType: optional(
          maybeText(
            'A booking type that the target knows and of which nothing is booked here; null: it has one type alone.',
            { examples: ['Transfer'], compared: true },
          ),
        ),
      }),
    },
    {
      others: {
        reference: place(
          "Where a reseller's reference is written, for a target that looks bookings up by it: the second account is not to find those of the first.",
          null,
          { examples: ['query:resellerReference', 'body:/voucherNo'] },
        ),
      },
    },
  ),
}
