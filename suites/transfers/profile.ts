import {
  map,
  maybePointer,
  number,
  optional,
  pointer,
  profileKeys,
  request,
  somePlace,
  text,
  texts,
  truth,
  wordsOf,
} from '../../src/suite/index.js'
import type { Exchange, Json, Key, ProfileKeys } from '../../src/suite/index.js'
import { operationKeys as operations } from './operationKeys.js'
import { contract } from './contract/contract.js'
import { operationNames, writes, type OperationName, type Write } from './operations.js'
import { profileComplaints } from './profileComplaints.js'
import { bookables } from './bookableKeys.js'
import type { TransferProfile } from './transferProfile.js'

const documents = 'documents, 2.5'

// The names are all that there are.
const otherIds = Object.fromEntries(
  writes.map((name) => [
    name,
    maybePointer(`What ${name} takes. null: the id.`, null, { examples: ['/supplierReference'] }),
  ]),
) as Record<Write, Key<string | null>>

/** All that a profile of this service may say. */
export const profile: ProfileKeys<TransferProfile> = profileKeys(
  operations,
  {
    bookable: bookables,
    booking: map(
      'Where a booking of this target carries what the documents name, as JSON Pointers inside one booking.',
      {
        at: pointer(
          'Where an answer that is one booking has it; empty: the answer is the booking. The items of a list have none of this envelope.',
          '',
        ),
        id: pointer('The id that the operations take.', '/uuid'),
        ids: map('Other ids of a booking that single operations take instead.', otherIds),
        status: pointer('The status.', '/status', { from: documents }),
        cancellable: pointer('Whether it can be cancelled and updated.', '/cancellable', { from: documents }),
        notCancellable: maybePointer(
          'Of bookings that say the opposite: whether it can not be cancelled, in place of cancellable.',
          null,
          { examples: ['/locked'] },
        ),
        expirationMinutes: pointer('The hold time in minutes.', '/expirationMinutes', { from: documents }),
        reference: maybePointer("The reseller's reference. null: bookings do not carry it.", '/resellerReference'),
        notes: maybePointer('The notes. null: bookings do not carry them.', '/notes'),
        holdEnd: maybePointer('When the hold ends, a UTC time. null: bookings do not carry it.', '/utcExpiresAt'),
        emailReceipt: maybePointer(
          'The receipt option: whether the guest is mailed a copy of the receipt, a boolean. null: bookings do not carry it.',
          '/emailReceipt',
        ),
        statuses: map('How the target names the states that the documents leave open.', {
          confirmed: text('State after confirm.', { fallback: 'CONFIRMED', compared: true }),
          cancelled: text('State after cancel.', { fallback: 'CANCELLED', compared: true }),
          expired: text('State after the hold ran out.', { fallback: 'EXPIRED', compared: true }),
          pending: texts('States in which a write is still processed: get is asked until the booking has left them.', {
            examples: [['PENDING', 'CANCELLING']],
            compared: true,
          }),
          rejected: optional(
            text('State of a booking whose confirm was accepted, and turned down when it was processed.', {
              examples: ['REJECTED'],
              compared: true,
            }),
          ),
        }),
        settleSeconds: number(
          'For how many seconds at most after a write a booking shows one of booking.statuses.pending.',
          { minimum: 0, maximum: 600 },
          30,
        ),
        pricing: map('The price data of a booking (2.5).', {
          total: pointer('The final price including tax.', '/pricing/retail'),
          net: pointer('The net amount.', '/pricing/net'),
          taxes: maybePointer(
            'The taxes included in the net price. null: bookings do not carry any.',
            '/pricing/includedTaxes',
          ),
          taxAmount: maybePointer(
            'Inside one of the taxes: its amount in the net price, in the smallest unit. null: they do not show it.',
            '/net',
          ),
          currency: maybePointer('The currency of the amounts. null: bookings do not carry it.', '/pricing/currency'),
          currencyPrecision: maybePointer(
            'The number of decimals of the currency. null: bookings do not carry it.',
            '/pricing/currencyPrecision',
          ),
        }),
      },
    ),
    availability: map('How availability behaves here.', {
      exclusive: truth('true: one availabilityId can be held by one booking at a time.', false),
    }),
    hold: map('How holds behave here.', {
      graceSeconds: number('How many seconds after its end a hold may still show.', { minimum: 0 }, 60),
    }),
    redeem: request(
      'How a test booking is redeemed, if that can be done. null: it cannot.',
      { id: 'with id', description: 'Redeems the booking {id}.', examples: ['POST /__redeem/{id}'] },
      {
        id: optional(
          somePlace('Where the booking id is written, for a target whose path has no {id}.', {
            examples: ['body:/uuid'],
          }),
        ),
      },
    ),
  },
  profileComplaints,
  () => wordsOf(contract),
)

/** The operation that a request was for; null: it was none. */
export function operationOf({ purpose }: Pick<Exchange, 'purpose'>): OperationName | null {
  return operationNames.find((name) => name === purpose) ?? null
}

/** The logical fields of each operation: what octospec may have to say in a request, by octospec's own names. */
export const fieldNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(operations).map(([name, { members = {} }]) => [
    name,
    Object.entries(members).flatMap(([field, { form }]) => (form === 'place' ? [field] : [])),
  ]),
)

/** Whether the documents state the default of a key, `operations.reserve.request`. */
export function isStated(key: string): boolean {
  return fromOf(key)?.startsWith('documents') === true
}

/** The fields of an operation whose names the documents leave open. */
export function openFields(name: OperationName): readonly string[] {
  return (fieldNames[name] ?? []).filter((field) => fromOf(`operations.${name}.${field}`) !== undefined)
}

function fromOf(key: string): string | undefined {
  return key.split('.').reduce<Key | undefined>((found, name) => found?.members?.[name], profile.root)?.from
}

/** Where octospec assumes an operation, such as `GET /bookings`. */
export function defaultRequest(name: OperationName): string {
  const { fallback } = operations[name].members?.['request'] ?? {}
  return typeof fallback === 'string' ? fallback : ''
}

/** What octospec assumes of a target until its profile says otherwise. */
export function defaultProfile(): Json {
  return profile.defaults
}
