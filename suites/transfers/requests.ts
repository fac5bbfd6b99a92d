import { idText, isJsonObject, recallsFrom, readPointer, Stop } from '../../src/suite/index.js'
import type { Answer, Fields, Json, Remembered, Requests } from '../../src/suite/index.js'
import { TransferAnswer } from './answer.js'
import { operationNames, writes, type Write } from './operations.js'
import { bookablesOf, checksOf, routesOf } from './bookable.js'
import { fieldNames } from './profile.js'
import type { TransferProfile } from './transferProfile.js'
import type { TransferOptions } from './target.js'

/** What requests of this service carry besides what a scenario says. */
export const requests: Requests = {
  fields: fieldNames,
  helpers: ['redeem'],

  headers({ capabilities = 'octo/pricing', headerCase }: TransferOptions) {
    return capabilities === null ? {} : { [inCase('Octo-Capabilities', headerCase)]: capabilities }
  },

  /** The bookable's ids, and a fresh key. */
  complete(operation, fields, { bookable }: TransferOptions, profile: TransferProfile, key): Fields {
    if (!isOfBookable(operation)) return fields
    const { productId, optionId } = bookable ?? profile.bookable.standard
    const isKeyed = operation === 'reserve' && !Object.hasOwn(fields, 'idempotencyKey')
    return { productId, optionId, ...(isKeyed ? { idempotencyKey: key() } : {}), ...fields }
  },

  /** The target's own words for the values of a list that the documents name (`operations.list.values`). */
  spell(operation, fields, { operations }: TransferProfile) {
    if (operation !== 'list' || operations.list === null) return fields
    const { values } = operations.list
    const spelled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      sortField: { price: values.price },
      sortOrder: { ascending: values.ascending, descending: values.descending },
      bookingType: { product: values.product },
    }
    const inOwnWords = ([field, value]: [string, Json]): [string, Json] => {
      const words = spelled[field]
      if (typeof value !== 'string' || words === undefined || !Object.hasOwn(words, value)) return [field, value]
      return [field, words[value] ?? value]
    }
    return Object.fromEntries(Object.entries(fields).map(inOwnWords))
  },

  extras(operation, { bookable, route }: TransferOptions, profile: TransferProfile) {
    if (operation === 'transfers') return route ?? {}
    if (!isOfBookable(operation)) return {}
    const asked = bookable ?? profile.bookable.standard
    return (operation === 'availability' ? checksOf(asked)[0] : asked.reserve) ?? {}
  },

  bodies(operation, profile: TransferProfile) {
    const own = operationNames.flatMap((name) => (name === operation ? (profile.operations[name]?.body ?? []) : []))
    const extras = isOfBookable(operation)
      ? bookablesOf(profile).flatMap((each) => (operation === 'availability' ? checksOf(each) : (each.reserve ?? [])))
      : []
    const routes = operation === 'transfers' ? routesOf(profile) : []
    return [...own, ...extras, ...routes]
  },

  remembers: (answer: Answer) => (answer instanceof TransferAnswer ? [...offered(answer), ...idsShown(answer)] : []),

  about: (of, { availabilityId }) => (of === 'availability' ? availabilityId : undefined),

  before: (operation, options, profile: TransferProfile) => asksBefore(operation, options, profile),

  /** `{quote:/id}`: the transfer; `{option:/id}`: that option of it which the profile books, or else the first. */
  within(of, before: Answer, { bookable }: TransferOptions) {
    if (!(before instanceof TransferAnswer) || !ofQuote.includes(of)) return undefined
    const { optionId } = bookable ?? before.profile.bookable.standard
    return (of === 'quote' ? before.json : optionQuoted(before, optionId)) ?? null
  },

  idOf: (operation, { booking }: TransferProfile) =>
    isWrite(operation) && booking.ids[operation] !== null ? `id of ${operation}` : null,

  helper(name, { redeem }: TransferProfile) {
    if (name === 'redeem' && redeem !== null) {
      const { id, headers = {}, ...asked } = redeem
      return { ...asked, fields: id === undefined ? {} : { id }, headers, query: {}, body: {} }
    }
    throw new Stop(
      'how a booking is redeemed on the target is not known',
      'declare redeem in the profile, if that can be done',
      null,
      'redeem',
    )
  },
}

/** The items of an availability check, where the profile writes anything of them into a request. */
function offered(answer: TransferAnswer): readonly Remembered[] {
  const { exchange, profile } = answer
  if (exchange.purpose !== 'availability' || !answer.accepted || !recallsOffers(profile)) return []
  return answer.items.flatMap((value): Remembered[] => {
    const id = answer.availabilityIdOf(value)
    return id === undefined ? [] : [{ of: 'availability', id, value }]
  })
}

function recallsOffers(profile: TransferProfile): boolean {
  const said = operationNames.flatMap((name) => [...saidOf(name, profile), ...requests.bodies(name, profile)])
  return said.some((each) => recallsFrom(each, 'availability'))
}

/** The operation that is asked just before a request which says something of a quote; null: it does not. */
export function asksBefore(operation: string, options: TransferOptions, profile: TransferProfile): 'transfers' | null {
  if (operation === 'transfers' || profile.operations.transfers === null) return null
  const said = [...saidOf(operation, profile), requests.extras(operation, options, profile)]
  return said.some((each) => ofQuote.some((name) => recallsFrom(each, name))) ? 'transfers' : null
}

/** What requests of an operation carry, whatever is booked. */
function saidOf(operation: string, { operations }: TransferProfile): readonly Json[] {
  return operationNames.flatMap((name) => {
    const { headers = {}, query = {}, body = {} } = (name === operation ? operations[name] : null) ?? {}
    return [headers, query, body]
  })
}

/** What templates call the answer to transfers, and one of its options. */
const ofQuote: readonly string[] = ['quote', 'option']

/** Its id is made anew by each quote: the reference may be what names it. */
function optionQuoted(quote: TransferAnswer, wanted: string): Json | undefined {
  const options = quote.at('/options')
  if (!Array.isArray(options)) return undefined
  const isWanted = (option: Json): boolean =>
    isJsonObject(option) && (option['reference'] === wanted || option['id'] === wanted)
  return options.find(isWanted) ?? options[0]
}

/** The ids of a booking that single operations take in place of its own. */
function idsShown(answer: TransferAnswer): readonly Remembered[] {
  const { profile, accepted } = answer
  const id = accepted ? idText(answer.read('id')) : undefined
  if (id === undefined) return []
  return Object.entries(profile.booking.ids).flatMap(([operation, pointer]): Remembered[] => {
    const other = pointer === null ? undefined : idText(readPointer<Json>(answer.json ?? null, pointer))
    return other === undefined ? [] : [{ of: `id of ${operation}`, id, value: other }]
  })
}

function isWrite(operation: string): operation is Write {
  return writes.some((name) => name === operation)
}

/** Whether requests of an operation say what is to be booked. */
function isOfBookable(operation: string): operation is 'availability' | 'reserve' {
  return operation === 'availability' || operation === 'reserve'
}

function inCase(name: string, headerCase: TransferOptions['headerCase']): string {
  if (headerCase === 'lower') return name.toLowerCase()
  return headerCase === 'upper' ? name.toUpperCase() : name
}
