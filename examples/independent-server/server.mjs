#!/usr/bin/env node
// Northgate Rides: a small supplier written from the documents alone, by someone who had not seen octospec.
// Everything lives in memory. `--defect NAME` breaks one thing; `--list-defects` prints what can be broken.
import { createServer } from 'node:http'
import { randomBytes, createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const DEFECTS = {
  'sorted-list-leaks': 'a list sorted by price comes from an index over all accounts (1.4, 5)',
  'extend-from-creation': 'extend counts from the creation of the booking, so it can shorten the hold (3)',
  'confirm-after-lapse':
    'confirm looks at the stored status, so a hold nobody has read since it ran out is confirmed (1.3)',
  'idempotency-race': 'car and key are taken after a slow step, so two requests at once book twice (4.2)',
  'idempotency-across-accounts': "keys are shared by all accounts: another reseller gets the first one's booking (5)",
  'half-applied-update': 'a refused update has already stored the reference (7.2)',
  'stale-cancellable': 'cancellable is worked out once, when the booking is made (2.5)',
  'update-resets-currency': 'any update prices the booking again in the default currency of the option (4.2)',
  'fx-rounds-apart': 'in USD and GBP original is rounded down and retail up, so original can be below retail (2.4)',
  'sort-after-paging': 'the page is cut before it is sorted (4.3)',
  'unstable-pages': 'equal prices come in another order each time, so pages repeat and omit bookings (4.3)',
  'refused-reserve-keeps-car': 'a reservation refused for its minutes has already taken the car (3)',
  'lapsed-hold-keeps-car': 'a hold that has run out never frees its car (3)',
  'local-time-as-utc': 'the UTC times of a transfer are local times with a Z behind them (2.1)',
  'stale-read': 'a booking is served from a cache for some seconds after it was changed (1.3)',
  'update-overwrites-confirm':
    'an update writes back what it read earlier, status included, over a confirm made meanwhile (3)',
}

const flags = process.argv.slice(2)
const valuesOf = (name) => flags.flatMap((flag, at) => (flag === name ? [flags[at + 1]] : []))
if (flags.includes('--list-defects')) {
  for (const [name, text] of Object.entries(DEFECTS)) console.log(`${name.padEnd(30)}${text}`)
  process.exit(0)
}
const chosen = new Set([...valuesOf('--defect'), ...(process.env.DEFECTS ?? '').split(',').filter(Boolean)])
for (const name of chosen) {
  if (Object.hasOwn(DEFECTS, name)) continue
  console.error(`No such defect: ${name}. --list-defects prints them.`)
  process.exit(2)
}
const broken = (name) => chosen.has(name)

const ACCOUNTS = new Map([
  [process.env.RIDES_KEY_A ?? 'key-alpha-travel', 'alpha-travel'],
  [process.env.RIDES_KEY_B ?? 'key-bravo-tours', 'bravo-tours'],
])

// The fleet

const MINUTE = 60_000
const RATES = { EUR: 1, USD: 1.0837, GBP: 0.8561 }
const ZONE = 'Europe/Paris'
const START_HOURS = [8, 12, 16, 20]

const hours = (amount, type, description) => ({ type, cutoffAmount: amount, cutoffUnit: 'HOURS', description })
const OPTIONS = {
  '5b0d6f0e-8f0c-4a52-9d5e-0c1c4b9d7a01': {
    product: 'airport-ride',
    code: 'sedan',
    fleet: 60,
    base: 8_450,
    discount: 0,
    defaultCurrency: 'GBP',
    cutoffs: [hours(48, 'FULL_REFUND', 'All money back'), hours(24, 'PARTIAL_REFUND', 'Half of the money back')],
    vehicle: {
      seats: 3,
      suitcases: 3,
      type: 'CAR',
      category: 'STANDARD',
      name: 'Skoda Superb',
      image: 'https://img.northgate.example/sedan.png',
    },
  },
  '5b0d6f0e-8f0c-4a52-9d5e-0c1c4b9d7a02': {
    product: 'airport-ride',
    code: 'van',
    fleet: 40,
    base: 13_275,
    discount: 0.15,
    defaultCurrency: 'EUR',
    cutoffs: [hours(72, 'FULL_REFUND', 'All money back'), hours(72, 'CHANGES', 'Changes are free')],
    vehicle: {
      seats: 7,
      suitcases: 8,
      type: 'VAN',
      category: 'FAMILY',
      name: 'VW Caravelle',
      image: 'https://img.northgate.example/van.png',
    },
  },
  '5b0d6f0e-8f0c-4a52-9d5e-0c1c4b9d7a03': {
    product: 'coach-charter',
    code: 'coach',
    fleet: 30,
    base: 91_990,
    discount: 0.05,
    defaultCurrency: 'USD',
    cutoffs: [hours(24 * 90, 'NO_REFUND', 'No money back within 90 days of the ride')],
    vehicle: {
      seats: 48,
      suitcases: 60,
      type: 'COACH',
      category: 'GROUP',
      name: 'Setra 515',
      image: 'https://img.northgate.example/coach.png',
    },
  },
}

// The clock

let ahead = 0
const now = () => Date.now() + ahead
const utc = (ms) => new Date(ms).toISOString()

/** Milliseconds by which the wall clock of the depot is ahead of UTC. */
function offsetAt(ms) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).formatToParts(ms)
  const part = (type) => Number(parts.find((each) => each.type === type).value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(ms / 1000) * 1000
}

function startOf(date, hour) {
  const wall = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  return wall - offsetAt(wall - offsetAt(wall))
}

const documentTime = (ms) => utc(broken('local-time-as-utc') ? ms + offsetAt(ms) : ms)

// Money

function quote(option, date, currency) {
  const demand =
    createHash('sha256')
      .update(option.code + date)
      .digest()[0] % 9
  const list = option.base + demand * 125
  const retail = Math.round(list * (1 - option.discount))
  const net = Math.round(retail * 0.82)
  const rate = RATES[currency]
  const apart = broken('fx-rounds-apart') && currency !== 'EUR'
  const converted = Math.round(net * rate)
  return {
    original: apart ? Math.floor(list * rate) : Math.round(list * rate),
    retail: apart ? Math.ceil(retail * rate) : Math.round(retail * rate),
    net: converted,
    taxes: [{ label: 'VAT 10%', minor: Math.round(converted / 11) }],
    currency,
  }
}

const inEuro = (booking) => Math.round(booking.quote.retail / RATES[booking.quote.currency])

// Bookings

const bookings = new Map()
const keys = new Map()
const taken = new Map() // availabilityId to booking id
const replica = new Map() // for stale-read

class Problem extends Error {
  constructor(status, kind, detail) {
    super(detail)
    Object.assign(this, { status, kind })
  }
}
const refuse = (status, kind, detail) => {
  throw new Problem(status, kind, detail)
}

const lastCutoff = (booking) =>
  booking.startsAt - Math.min(...OPTIONS[booking.optionId].cutoffs.map((each) => each.cutoffAmount)) * 60 * MINUTE

function cancellable(booking) {
  if (broken('stale-cancellable')) return (booking.cancellableThen ??= now() < lastCutoff(booking))
  return mayChange(booking)
}
const mayChange = (booking) => ['ON_HOLD', 'ISSUED'].includes(booking.status) && now() < lastCutoff(booking)

function lapse(booking) {
  if (booking.status !== 'ON_HOLD' || now() < booking.holdUntil) return booking
  booking.status = 'LAPSED'
  if (!broken('lapsed-hold-keeps-car')) free(booking)
  return booking
}

function free(booking) {
  if (taken.get(booking.availabilityId) === booking.id) taken.delete(booking.availabilityId)
}

function isFree(availabilityId) {
  const holder = bookings.get(taken.get(availabilityId))
  if (holder) lapse(holder)
  return !taken.has(availabilityId)
}

function show(booking, priced) {
  const { quote: price } = booking
  return {
    ref: { id: booking.id, made: utc(booking.madeAt) },
    status: booking.status,
    cancellable: cancellable(booking),
    expirationMinutes: booking.expirationMinutes,
    hold: booking.status === 'ON_HOLD' ? { until: utc(booking.holdUntil) } : null,
    ride: {
      productId: booking.productId,
      optionId: booking.optionId,
      availabilityId: booking.availabilityId,
      startsAt: utc(booking.startsAt),
    },
    texts: { remarks: booking.remarks, voucher: booking.voucher, whyCancelled: booking.why },
    ...(priced && {
      pricing: {
        payable: { minor: price.retail, currency: price.currency, decimals: 2 },
        net: { minor: price.net },
        taxesInNet: price.taxes,
      },
    }),
  }
}

function owned(account, id) {
  const booking = bookings.get(id)
  if (!booking || booking.account !== account) refuse(404, 'unknown-booking', `No booking ${id} in your account`)
  return booking
}

// Reading what was sent

const minutesOf = (value) =>
  Number.isInteger(value) && value >= 20 && value <= 200
    ? value
    : refuse(422, 'bad-minutes', 'expirationMinutes is a whole number from 20 to 200')
const textOf = (value, what) => (typeof value === 'string' ? value : refuse(422, 'bad-text', `${what} is a text`))
const currencyOf = (value) =>
  typeof value === 'string' && Object.hasOwn(RATES, value)
    ? value
    : refuse(422, 'bad-currency', `currency is one of ${Object.keys(RATES).join(', ')}`)
const flagOf = (value, what) =>
  typeof value === 'boolean' ? value : refuse(422, 'bad-flag', `${what} is true or false`)

function rideOf(availabilityId, productId, optionId) {
  const option = OPTIONS[textOf(optionId, 'optionId')] ?? refuse(422, 'unknown-option', `No option ${optionId}`)
  if (option.product !== productId) refuse(422, 'unknown-product', `The option is not one of product ${productId}`)
  const [, code, car, date, hour] =
    /^([a-z]+)#(\d+)@(\d{4}-\d\d-\d\d)\+(\d+)h$/.exec(textOf(availabilityId, 'availabilityId')) ?? []
  const known = code === option.code && Number(car) < option.fleet && START_HOURS.includes(Number(hour))
  const startsAt = known && !Number.isNaN(Date.parse(date)) ? startOf(date, Number(hour)) : NaN
  if (!(startsAt > now())) refuse(409, 'not-available', `Nothing available under ${availabilityId}`)
  return { option, date, startsAt }
}

// Operations

function transfers({ body, priced }) {
  const wanted = body.currency === undefined ? undefined : currencyOf(body.currency)
  const day = utc(now() + 24 * 60 * MINUTE).slice(0, 10)
  const place = (name, googlePlaceId, latitude, longitude) => ({
    name,
    googlePlaceId,
    latitude,
    longitude,
    country: 'FR',
  })
  return {
    id: `tr-${randomBytes(6).toString('hex')}`,
    utcCreatedAt: documentTime(now()),
    utcExpiresAt: documentTime(now() + 45 * MINUTE),
    status: 'AVAILABLE',
    pickUp: place('Lyon Airport', 'ChIJPXZ2UnrK9EcRwkaLEcS1GbM', 45.7256, 5.0811),
    dropOff: place('Place Bellecour', null, 45.7578, 4.832),
    distanceUnit: 'KM',
    distanceInclude: 31.5,
    options: Object.entries(OPTIONS).map(([id, option]) => {
      const base = { id, reference: option.code, vehicle: option.vehicle, cancellationPolicy: option.cutoffs }
      if (!priced) return base
      const { original, retail, net, taxes, currency } = quote(option, day, wanted ?? option.defaultCurrency)
      return {
        ...base,
        defaultCurrency: option.defaultCurrency,
        availableCurrencies: ['USD', 'EUR', 'GBP'],
        pricing: { original, retail, net, currency, currencyPrecision: 2, includedTaxes: taxes },
      }
    }),
  }
}

let turn = 0
function availability({ body }) {
  const option =
    OPTIONS[textOf(body.optionId, 'optionId')] ?? refuse(422, 'unknown-option', `No option ${body.optionId}`)
  if (option.product !== body.productId) refuse(422, 'unknown-product', 'The option is not one of that product')
  const { first, last = first } = body.travel ?? {}
  if (
    !/^\d{4}-\d\d-\d\d$/.test(first) ||
    !/^\d{4}-\d\d-\d\d$/.test(last) ||
    Number.isNaN(Date.parse(first) + Date.parse(last))
  )
    refuse(422, 'bad-dates', 'travel.first and travel.last are dates, as in 2031-05-17')
  const rides = []
  for (let day = Date.parse(first); day <= Date.parse(last) && rides.length < 2_000; day += 24 * 60 * MINUTE) {
    const date = utc(day).slice(0, 10)
    for (let car = 0; car < option.fleet; car++) {
      for (const hour of START_HOURS) {
        const availabilityId = `${option.code}#${car}@${date}+${hour}h`
        const startsAt = startOf(date, hour)
        if (startsAt > now() && isFree(availabilityId)) rides.push({ car: { availabilityId }, startsAt: utc(startsAt) })
      }
    }
  }
  // Each caller starts with another car, so that the fleet wears evenly.
  const from = rides.length ? (turn += 7) % rides.length : 0
  return { travel: { first, last }, rides: [...rides.slice(from), ...rides.slice(0, from)].slice(0, 10) }
}

async function reserve({ account, body, headers, priced }) {
  const key = headers['idempotency-key'] ?? ''
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key)) refuse(400, 'bad-key', 'Idempotency-Key is a UUID')
  const slot = broken('idempotency-across-accounts') ? key : `${account} ${key}`
  const print = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const earlier = keys.get(slot)
  if (earlier && earlier.print !== print)
    refuse(409, 'key-used', 'This Idempotency-Key was used for another reservation')
  if (earlier) return show(lapse(bookings.get(earlier.id)), priced)

  const { availabilityId, productId, optionId } = body
  const { option, date, startsAt } = rideOf(availabilityId, productId, optionId)
  const currency = body.currency === undefined ? option.defaultCurrency : currencyOf(body.currency)
  const remarks = body.texts?.remarks === undefined ? '' : textOf(body.texts.remarks, 'texts.remarks')
  if (!isFree(availabilityId)) refuse(409, 'not-available', `Nothing available under ${availabilityId}`)
  if (broken('idempotency-race')) await sleep(60)
  const id = `NR:${randomBytes(9).toString('base64url')}`
  if (broken('refused-reserve-keeps-car')) taken.set(availabilityId, id)
  const expirationMinutes = body.expirationMinutes === undefined ? 30 : minutesOf(body.expirationMinutes)

  const madeAt = now()
  const booking = {
    id,
    account,
    status: 'ON_HOLD',
    productId,
    optionId,
    availabilityId,
    startsAt,
    date,
    madeAt,
    holdUntil: madeAt + expirationMinutes * MINUTE,
    expirationMinutes,
    remarks,
    voucher: null,
    why: null,
    quote: quote(option, date, currency),
  }
  taken.set(availabilityId, id)
  bookings.set(id, booking)
  keys.set(slot, { id, print })
  return show(booking, priced)
}

function extend({ account, id, body, priced }) {
  const booking = lapse(owned(account, id))
  const minutes = minutesOf(body.expirationMinutes)
  if (booking.status !== 'ON_HOLD') refuse(409, 'not-on-hold', `The booking is ${booking.status}`)
  // So many minutes on top of what is left.
  booking.holdUntil = (broken('extend-from-creation') ? booking.madeAt : booking.holdUntil) + minutes * MINUTE
  booking.expirationMinutes = minutes
  return show(lapse(booking), priced)
}

function issue({ account, id, body, priced }) {
  const booking = owned(account, id)
  if (!broken('confirm-after-lapse')) lapse(booking)
  if (body.guest?.mailReceipt !== undefined) flagOf(body.guest.mailReceipt, 'guest.mailReceipt')
  const voucher = body.voucher?.number === undefined ? booking.voucher : textOf(body.voucher.number, 'voucher.number')
  if (booking.status !== 'ON_HOLD') refuse(409, 'not-on-hold', `The booking is ${booking.status}`)
  Object.assign(booking, { status: 'ISSUED', voucher })
  return show(booking, priced)
}

async function change({ account, id, body, priced }) {
  const stored = lapse(owned(account, id))
  if (!mayChange(stored)) refuse(409, 'not-changeable', 'The booking can no longer be changed')
  const booking = { ...stored }
  if (body.guest?.mailReceipt !== undefined) flagOf(body.guest.mailReceipt, 'guest.mailReceipt')
  if (body.voucher?.number !== undefined) booking.voucher = textOf(body.voucher.number, 'voucher.number')
  if (broken('half-applied-update')) stored.voucher = booking.voucher
  if (body.expirationMinutes !== undefined) {
    const minutes = minutesOf(body.expirationMinutes)
    if (booking.status === 'ON_HOLD') {
      booking.expirationMinutes = minutes
      booking.holdUntil = now() + minutes * MINUTE
    }
  }
  const { availabilityId = booking.availabilityId, productId = booking.productId, optionId = booking.optionId } = body
  const moved =
    availabilityId !== booking.availabilityId || optionId !== booking.optionId || productId !== booking.productId
  if (moved) {
    const { option, date, startsAt } = rideOf(availabilityId, productId, optionId)
    if (!isFree(availabilityId)) refuse(409, 'not-available', `Nothing available under ${availabilityId}`)
    free(stored)
    Object.assign(booking, { availabilityId, productId, optionId, startsAt, date })
    booking.quote = quote(option, date, booking.quote.currency)
    taken.set(availabilityId, id)
  }
  if (broken('update-resets-currency')) {
    const option = OPTIONS[booking.optionId]
    booking.quote = quote(option, booking.date, option.defaultCurrency)
  }
  if (broken('update-overwrites-confirm')) await sleep(60)
  Object.assign(stored, booking)
  return show(stored, priced)
}

function cancel({ account, id, query, priced }) {
  const booking = lapse(owned(account, id))
  if (booking.status !== 'ISSUED')
    refuse(409, 'not-issued', 'Only an issued booking can be cancelled; a hold runs out by itself')
  if (!mayChange(booking)) refuse(409, 'too-late', 'The cancellation window has passed')
  Object.assign(booking, { status: 'VOID', why: query.get('why') })
  free(booking)
  return show(booking, priced)
}

function getOne({ account, id, priced }) {
  const fresh = show(lapse(owned(account, id)), priced)
  if (!broken('stale-read')) return fresh
  const slot = `${id} ${priced}`
  if (!(replica.get(slot)?.until > Date.now())) replica.set(slot, { until: Date.now() + 3_000, fresh })
  return replica.get(slot).fresh
}

function getMany({ account, query, priced }) {
  const whole = (name, byDefault) => {
    const text = query.get(name) ?? String(byDefault)
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(400, 'bad-page', `${name} is a whole number from 1`)
  }
  const page = whole('p[number]', 1)
  const size = Math.min(whole('p[size]', 10), 50)
  const by = query.get('by') ?? 'MADE'
  const direction = (query.get('dir') ?? 'DESCENDING').toUpperCase()
  if (!['MADE', 'PRICE'].includes(by)) refuse(400, 'bad-order', 'by is MADE or PRICE')
  if (!['ASCENDING', 'DESCENDING'].includes(direction)) refuse(400, 'bad-order', 'dir is Ascending or Descending')
  if ((query.get('kind') ?? 'Product') !== 'Product') refuse(400, 'bad-kind', 'kind is Product')

  const everyone = broken('sorted-list-leaks') && by === 'PRICE'
  const mine = [...bookings.values()].filter((each) => everyone || each.account === account)
  const tie = broken('unstable-pages') ? new Map(mine.map((each) => [each, Math.random()])) : undefined
  const order = (a, b) =>
    (by === 'PRICE' ? inEuro(a) - inEuro(b) : a.madeAt - b.madeAt) * (direction === 'ASCENDING' ? 1 : -1) ||
    (tie ? tie.get(a) - tie.get(b) : a.id < b.id ? -1 : 1)
  const cut = (all) => all.slice((page - 1) * size, page * size)
  const shown = broken('sort-after-paging') ? cut(mine).sort(order) : cut(mine.sort(order))
  return {
    result: { bookings: shown.map((each) => show(lapse(each), priced)) },
    pages: { number: page, size, of: Math.ceil(mine.length / size), bookings: mine.length },
  }
}

// For tests: POST /_lab/time moves the clock, POST /_lab/boarding/{id} redeems an issued booking.

function moveClock({ body }) {
  const minutes = body.forward?.minutes
  if (!(minutes >= 0)) refuse(422, 'bad-minutes', 'forward.minutes is a number from 0')
  ahead += minutes * MINUTE
  return { time: utc(now()) }
}

function board({ account, id, priced }) {
  const booking = lapse(owned(account, id))
  if (booking.status !== 'ISSUED') refuse(409, 'not-issued', `The booking is ${booking.status}`)
  booking.status = 'BOARDED'
  return show(booking, priced)
}

// HTTP

const ROUTES = [
  ['POST', /^\/transfers$/, transfers, 200],
  ['POST', /^\/availability$/, availability, 200],
  ['POST', /^\/bookings$/, reserve, 201],
  ['POST', /^\/bookings\/([^/]+)\/extend$/, extend, 200],
  ['PUT', /^\/bookings\/([^/]+)\/issue$/, issue, 200],
  ['POST', /^\/bookings\/([^/]+)\/changes$/, change, 200],
  ['DELETE', /^\/bookings\/([^/]+)$/, cancel, 200],
  ['GET', /^\/my\/bookings\/([^/]+)$/, getOne, 200],
  ['GET', /^\/my\/bookings$/, getMany, 200],
  ['POST', /^\/_lab\/time$/, moveClock, 200],
  ['POST', /^\/_lab\/boarding\/([^/]+)$/, board, 200],
]

async function readBody(request) {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > 100_000) refuse(413, 'too-long', 'At most 100,000 characters')
  }
  if (!text) return {}
  let body
  try {
    body = JSON.parse(text)
  } catch {
    refuse(400, 'bad-json', 'The body is not JSON')
  }
  return body && typeof body === 'object' && !Array.isArray(body)
    ? body
    : refuse(400, 'bad-json', 'The body is not an object')
}

async function answer(request) {
  const url = new URL(request.url, 'http://host')
  const account = ACCOUNTS.get(request.headers['x-partner-key'])
  const body = await readBody(request)
  if (!account) refuse(401, 'who-are-you', 'X-Partner-Key is missing or unknown')
  const priced = (request.headers['octo-capabilities'] ?? '').split(',').some((each) => each.trim() === 'octo/pricing')
  for (const [method, path, run, status] of ROUTES) {
    const match = method === request.method && path.exec(url.pathname)
    if (!match) continue
    let id
    try {
      id = match[1] && decodeURIComponent(match[1])
    } catch {
      refuse(400, 'bad-path', 'The path is not well encoded')
    }
    return [status, await run({ account, id, body, query: url.searchParams, headers: request.headers, priced })]
  }
  return refuse(404, 'no-such-page', `${request.method} ${url.pathname}`)
}

const server = createServer(async (request, response) => {
  let status, body
  try {
    ;[status, body] = await answer(request)
  } catch (error) {
    status = error instanceof Problem ? error.status : 500
    if (status === 500) console.error(error)
    body = { problem: { kind: error.kind ?? 'our-fault', detail: status === 500 ? 'Something broke' : error.message } }
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
})

server.listen(Number(valuesOf('--port')[0] ?? process.env.PORT ?? 4080), '127.0.0.1', () => {
  console.log(`Northgate Rides at http://127.0.0.1:${server.address().port}`)
})
