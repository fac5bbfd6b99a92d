import { isDeepStrictEqual } from 'node:util'
import { placesIn, readAddress, readPointer, recordedKind, type Exchange, type Json } from '../../src/suite/index.js'
import { openAccounts, type Accounts } from '../booking/keptRules.js'
import type { Effect, Fields, Held, Shown, Situation, Step } from '../booking/step.js'
import type { TransferAnswer } from './answer.js'
import { bookingFields, bookingPointer, type BookingField, type ShownBooking } from './bookingFields.js'
import { askedForPricing } from './contract/contractErrors.js'
import { answersBooking, operationNames, writes } from './operations.js'
import { openFields, operationOf } from './profile.js'
import type { TransferProfile } from './transferProfile.js'
import { isCut, isKept, isKeptIn } from './vocabulary/keptText.js'
import { showsNothing } from './vocabulary/reads.js'
import { unknownAvailability } from './vocabulary/slots.js'
import { isPending, isUnderWay, passesThrough, statesAgree, statesContradict } from './vocabulary/states.js'
import { answeredAt, holdTime } from './vocabulary/times.js'

/** Fields that the account follows. */
export type KeptField = Exclude<BookingField, 'id' | 'pricing' | 'taxes'> | What

const whats = ['availabilityId', 'productId', 'optionId'] as const
/** The documents do not say that a booking shows these: they count where it shows what was reserved. */
type What = (typeof whats)[number]

const names: readonly KeptField[] = [
  'status',
  'reference',
  'notes',
  'emailReceipt',
  'expirationMinutes',
  'cancellable',
  'holdEnd',
  'total',
  'net',
  'currency',
  'currencyPrecision',
  ...whats,
]
const texts: readonly KeptField[] = ['reference', 'notes']
/** A booking keeps these when its hold is over: no document shows others that it keeps. */
const lasting: readonly KeptField[] = ['reference', 'notes', 'emailReceipt']
/** The price of a booking, but for its currency, which it keeps. */
const amounts: readonly KeptField[] = ['total', 'net', 'currencyPrecision']

/** How the account reads the bookings of this service. */
export const accounts: Accounts<KeptField, TransferAnswer, TransferProfile> = openAccounts({
  stepOf,
  fieldsOf,
  placeOf,
  pendingKey: 'booking.settleSeconds',
  keysOf: (field, writtenBy) => {
    const shownAt = isWhat(field) ? null : bookingFields[field]
    const operation = operationNames.find((name) => name === writtenBy)
    // An input that the documents name needs no place of its own in the profile.
    const isOpen = operation !== undefined && openFields(operation).includes(field)
    return [...(shownAt === null ? [] : [shownAt]), ...(isOpen ? [`operations.${operation}.${field}`] : [])]
  },
})

function isWhat(field: KeptField): field is What {
  return whats.some((what) => what === field)
}

function placeOf(profile: TransferProfile, field: KeptField): string | null {
  return isWhat(field) ? `/${field}` : bookingPointer(profile, field)
}

function stepOf(answer: TransferAnswer): Step<KeptField> | null {
  const { exchange, outcome, status } = answer
  const { purpose, bookingId } = exchange
  const isWrite = purpose === 'reserve' || purpose === 'redeem' || writes.some((write) => write === purpose)
  const movesClock = purpose === 'clock'
  if (!isWrite && !movesClock && purpose !== 'get' && purpose !== 'list') return null
  return {
    n: answer.n,
    operation: purpose,
    channel: isWrite || movesClock ? 'answer' : purpose === 'list' ? 'list' : 'get',
    caller: exchange.as,
    id: bookingId ?? (answer.accepted && answersBooking.has(purpose) ? (answer.bookings[0]?.id ?? null) : null),
    // Nobody asked the place that a redirect leads to.
    outcome: answer.redirected && !isWrite ? 'none' : outcome,
    isServerError: Number(status) >= 500 && answer.json !== undefined,
    ...otherwise(answer),
    from: exchange.startedAt,
    to: answeredAt(answer),
    clock: exchange.clockMinutes,
    ...(movesClock && { movesClock }),
    isRecorded: recordedKind(exchange) !== null,
    effect: isWrite ? effectOf(answer) : null,
    shown: answer.bookings.slice(0, mostShown).flatMap((booking): readonly Shown<KeptField>[] => {
      const id = bookingId !== undefined && purpose !== 'list' ? bookingId : booking.id
      const told = booking.id === undefined || booking.id === id ? {} : { told: booking.id }
      return id === undefined ? [] : [{ id, values: valuesOf(booking), pointer: booking.pointer, ...told }]
    }),
  }
}

/** What tells by whom a request is, and what others are told. */
function otherwise(
  answer: TransferAnswer,
): Pick<Step<KeptField>, 'key' | 'content' | 'text' | 'refusal' | 'isEmpty' | 'isAsOwner'> {
  const { as, input, request, response } = answer.exchange
  const key = input['idempotencyKey']
  const { notes } = sentBy(answer)
  // Whether a key is the same without the capability is left open.
  const content = `${String(askedForPricing(answer.exchange))} ${request.url} ${request.body ?? ''}`
  return {
    ...(typeof key === 'string' && key !== '' && { key, content: content.slice(0, longestMessage) }),
    ...(typeof notes === 'string' && notes !== '' && { text: notes }),
    ...(as !== 'reseller' && answer.refused && { refusal: refusalOf(response).slice(0, longestMessage) }),
    ...(showsNothing(answer) && { isEmpty: true as const }),
    ...(as === 'nobody' && !leavesOut(answer) && { isAsOwner: true as const }),
  }
}

function refusalOf(response: Exchange['response']): string {
  const texts = placesIn(response?.json ?? null).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  return response?.text ?? texts.join('\n')
}

/** Whether a request lacks a header or an input of the query that the profile has. */
function leavesOut({ exchange, profile }: TransferAnswer): boolean {
  const { headers, url } = exchange.request
  const operation = operationOf(exchange)
  const own = operation === null ? null : profile.operations[operation]
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const query = readAddress(url).searchParams
  return (
    Object.keys({ ...profile.target.headers, ...own?.headers }).some((name) => !names.includes(name.toLowerCase())) ||
    Object.keys({ ...profile.target.query, ...own?.query }).some((name) => !query.has(name))
  )
}

function valuesOf({ answer, json }: ShownBooking): ReadonlyMap<KeptField, Json> {
  const { profile } = answer
  const silent = silentIn(answer)
  return new Map(
    names.flatMap((name): readonly [KeptField, Json][] => {
      const place = silent.includes(name) ? null : placeOf(profile, name)
      const value = place === null ? undefined : readPointer<Json>(json, place)
      return value === undefined || !isPlain(value) ? [] : [[name, value]]
    }),
  )
}

/** Fields of which an answer tells nothing: it may show the state before, or one of its own. */
function silentIn(answer: TransferAnswer): readonly KeptField[] {
  const { accepted, exchange, profile } = answer
  const { confirmed, cancelled, expired, rejected } = profile.booking.statuses
  const status = answer.read('status')
  // A booking that was turned down tells its state alone.
  if (status !== undefined && status === rejected) return names.filter((name) => name !== 'status')
  if (!accepted || isPending(status, profile)) return []
  const isBefore = isUnderWay(answer)
  if (exchange.purpose === 'cancel') return isBefore ? ['status', 'cancellable'] : []
  if (exchange.purpose === 'update') return passesThrough(answer) ? ['status'] : []
  if (exchange.purpose !== 'confirm') return []
  // How many receipts were mailed may be none as yet.
  const isCounted = typeof answer.read('emailReceipt') === 'number'
  const isNamed = [confirmed, cancelled, expired].some((name) => name === status)
  return [
    ...(isBefore ? (['reference', 'emailReceipt'] as const) : []),
    ...(isCounted ? (['emailReceipt'] as const) : []),
    ...(isNamed ? [] : (['cancellable', 'expirationMinutes'] as const)),
  ]
}

/** The most bookings kept of an answer, and letters of a value and a message: a server may show as much as it likes. */
const [mostShown, longest, longestMessage] = [1000, 2000, 20_000]

/** Other values have not the form of the contract, which other checks tell. */
function isPlain(value: Json): boolean {
  return typeof value === 'string' ? value.length <= longest : value === null || typeof value !== 'object'
}

const none: Effect<KeptField> = { writes: new Map(), implied: [], defaults: [], opens: [], drops: [] }

/** Inputs that were sent: one for which the profile has no place was not. */
function sentBy({ exchange, profile }: TransferAnswer): Readonly<Record<string, Json>> {
  const operation = operationOf(exchange)
  const { fields = {} } = (operation === null ? null : profile.operations[operation]) ?? {}
  return Object.fromEntries(Object.entries(exchange.input).filter(([name]) => Object.hasOwn(fields, name)))
}

function effectOf(answer: TransferAnswer): Effect<KeptField> {
  const { purpose } = answer.exchange
  const input = sentBy(answer)
  // A redeemed booking is known not to be cancellable, and nothing else is known of it.
  if (purpose === 'redeem') {
    const opens = names.filter((name) => name !== 'cancellable')
    return {
      ...none,
      writes: new Map([['cancellable', false]]),
      implied: ['cancellable'],
      opens,
      holds: null,
      becomes: 'redeemed',
    }
  }
  // Nobody knows what a flawed request does that is accepted.
  if (isFlawed(input)) return { ...none, opens: names, holds: { how: 'sets', least: 0, most: null } }
  const sent = names.flatMap((name): readonly [KeptField, Json][] => {
    const value = name === 'currency' ? undefined : input[name]
    return value === undefined ? [] : [[name, value]]
  })
  switch (purpose) {
    case 'reserve':
      return { ...none, writes: new Map(sent), holds: heldBy(answer, 'begins'), makes: true }
    case 'extend':
      // Whether it counts from now or from the end of the hold is left open.
      return { ...none, opens: ['expirationMinutes', 'holdEnd'], holds: heldBy(answer, 'lengthens') }
    case 'update': {
      const isMoved = whats.some((what) => input[what] !== undefined)
      // The documents leave open what minutes do to a booking that is no hold any more.
      const status = answer.accepted ? answer.read('status') : undefined
      const isTimed = input['expirationMinutes'] !== undefined
      const isHeld = status === undefined || status === 'ON_HOLD'
      const isAsked = input['emailReceipt'] !== undefined || hasReceipt(answer)
      const written = sent.filter(([name]) => isHeld || name !== 'expirationMinutes')
      return {
        ...none,
        // Without the option it may leave what it is, or make it false.
        writes: new Map([...(isAsked ? [] : ([['emailReceipt', false]] as const)), ...written]),
        implied: isAsked ? [] : ['emailReceipt'],
        maybe: isAsked ? [] : ['emailReceipt'],
        opens: [
          'status',
          ...(hasReceipt(answer) ? (['emailReceipt'] as const) : []),
          ...(isTimed || isMoved ? (['holdEnd'] as const) : []),
          ...(isTimed && !isHeld ? (['expirationMinutes'] as const) : []),
          ...(isMoved ? (['cancellable', ...amounts] as const) : []),
          ...(input['currency'] === undefined ? [] : (['currency'] as const)),
        ],
        ...(isTimed && { holds: heldBy(answer, 'sets') }),
        asks: new Map(sent),
      }
    }
    case 'confirm': {
      const isAsked = input['emailReceipt'] !== undefined
      const isAskedByProfile = !isAsked && hasReceipt(answer)
      const status = stateAfter(answer, answer.profile.booking.statuses.confirmed)
      const receipt: readonly [KeptField, Json][] = isAsked || isAskedByProfile ? [] : [['emailReceipt', false]]
      return {
        writes: new Map([['status', status], ...receipt, ...sent]),
        implied: ['status', ...(isAsked ? [] : ['emailReceipt' as const])],
        defaults: isAsked ? [] : ['emailReceipt'],
        opens: ['expirationMinutes', 'cancellable', ...(isAskedByProfile ? ['emailReceipt' as const] : [])],
        drops: ['holdEnd'],
        holds: null,
      }
    }
    default: {
      const status = stateAfter(answer, answer.profile.booking.statuses.cancelled)
      return {
        ...none,
        writes: new Map<KeptField, Json>([
          ['status', status],
          ['cancellable', false],
        ]),
        implied: ['status', 'cancellable'],
        opens: amounts,
        drops: ['expirationMinutes', 'holdEnd'],
        holds: null,
        ...(isUnderWay(answer) && { isLater: true as const }),
      }
    }
  }
}

/** Whether the profile has the receipt option in each body of the operation. */
function hasReceipt({ exchange, profile }: TransferAnswer): boolean {
  const { fields, body } = profile.operations[exchange.purpose === 'update' ? 'update' : 'confirm'] ?? {}
  const place = fields?.['emailReceipt']
  return body !== undefined && place?.in === 'body' && readPointer<Json>(body, place.pointer) !== undefined
}

/** The state that an operation leads to: as its answer shows it, unless that may be the state before. */
function stateAfter(answer: TransferAnswer, named: string): Json {
  const status = answer.accepted ? answer.read('status') : undefined
  return status === undefined || isUnderWay(answer) || isPending(status, answer.profile) ? named : status
}

function isFlawed(input: Readonly<Record<string, Json>>): boolean {
  const { availabilityId, emailReceipt, expirationMinutes } = input
  const isText = (name: string): boolean => input[name] === undefined || typeof input[name] === 'string'
  // The documents leave open what a server makes of an availability that does not exist.
  if (typeof availabilityId === 'string' && availabilityId.endsWith(unknownAvailability)) return true
  return !(
    ['reference', 'notes', 'currency', 'availabilityId', 'productId', 'optionId'].every(isText) &&
    (emailReceipt === undefined || typeof emailReceipt === 'boolean') &&
    (expirationMinutes === undefined || minutesOf(expirationMinutes) === expirationMinutes)
  )
}

/** For how long an operation holds the booking: a server may have its own minutes, and shows them. */
function heldBy(answer: TransferAnswer, how: Held['how']): Held {
  const shown = answer.accepted ? answer.read('expirationMinutes') : undefined
  const sent = answer.exchange.input['expirationMinutes']
  const asked = minutesOf(sent)
  // Minutes of extend may be shown added up.
  if (how === 'lengthens') return { how, least: asked, most: sent === asked ? asked : null }
  const isShown = typeof shown === 'number' && shown > 0
  const most = isShown ? Math.max(sent === asked ? asked : 0, shown) : sent === asked ? asked : null
  return {
    how,
    least: isShown ? Math.min(asked, shown) : asked,
    // An update that does not show the minutes may have left them.
    most: how === 'sets' && shown !== sent ? null : most,
  }
}

/** The minutes of a hold, or else the fewest that there may be. */
function minutesOf(minutes: Json | undefined): number {
  const { minimum = 0, maximum = 0 } = holdTime
  const isHoldTime =
    typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= minimum && minutes <= maximum
  return isHoldTime ? minutes : minimum
}

function fieldsOf(profile: TransferProfile): Fields<KeptField> {
  return {
    names,
    idPlace: profile.booking.id,
    state: 'status',
    held: 'ON_HOLD',
    times: ['expirationMinutes', 'holdEnd'],
    situationOf: (state) => situationOf(state, profile),
    // Update and cancel are allowed exactly where cancellable is true (sections 3 and 4.3).
    bars: (operation, field, value) => decides(operation, field) && value === false,
    frees: (operation, field, value) => decides(operation, field) && value === true,
    lasts: (field) =>
      field === 'cancellable' || field === 'expirationMinutes' ? 'minute' : lasting.includes(field) ? 'ever' : 'hold',
    agrees: (field, known, found, isSent) => agrees(field, known, found, isSent, profile),
    isOptional: (field) => field === 'emailReceipt' || isWhat(field),
    isMirror: isWhat,
    isFirst: (field, found) => field === 'status' && found === 'ON_HOLD',
    contradicts: (one, other) => statesContradict(one, other, profile),
    isPending: ({ values }) => isPending(values.get('status'), profile),
    settle: {
      // Times are whole milliseconds, so that what was waited for may seem one shorter.
      read: Math.max(0, profile.reads.settleSeconds * 1000 - 1),
      pending: profile.booking.settleSeconds * 1000,
      end: profile.hold.graceSeconds * 1000,
    },
  }
}

function decides(operation: string, field: KeptField): boolean {
  return (operation === 'update' || operation === 'cancel') && field === 'cancellable'
}

function situationOf(state: Json, { booking: { statuses } }: TransferProfile): Situation | null {
  if (state === 'ON_HOLD') return 'held'
  if (state === statuses.confirmed) return 'confirmed'
  if (state === statuses.cancelled) return 'cancelled'
  return state === statuses.expired ? 'over' : null
}

/** How far apart, in milliseconds, two texts of one end of a hold may lie: a service may count anew, or round. */
const holdEndTolerance = 5_000

function agrees(field: KeptField, known: Json, found: Json, isSent: boolean, profile: TransferProfile): boolean {
  if (isDeepStrictEqual(known, found)) return true
  if (field === 'status') return found === profile.booking.statuses.rejected || statesAgree(known, found, profile)
  if (field === 'emailReceipt') return isMailed(known) === isMailed(found)
  if (field === 'holdEnd')
    return (
      typeof known === 'string' &&
      typeof found === 'string' &&
      Math.abs(Date.parse(known) - Date.parse(found)) <= holdEndTolerance
    )
  if (!texts.includes(field)) return false
  if (typeof known !== 'string' || known === '') return !isSent && (known ?? '') === (found ?? '')
  if (field === 'reference' || !isSent) return isKept(known, found)
  return isKeptIn(known, found) || isCut(known, found)
}

/** The receipt option, or how many receipts were mailed; undefined: neither. */
export function isMailed(shown: Json | undefined): boolean | undefined {
  if (typeof shown === 'number') return shown > 0
  return shown === null ? false : shown === true || shown === false ? shown : undefined
}
