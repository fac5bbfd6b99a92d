import { expect, test } from 'vitest'
import type { Exchange } from '../wire/exchange.js'
import { booking, exchange, profile } from '../suite/answer.test.data.js'
import { pack } from '../pack.js'
import { type Lost, watch } from './watch.js'

const ok = { status: 200, headers: {}, json: [{ id: 'a1' }] }
const answered = (status: number, more: Partial<Exchange> = {}): Exchange =>
  exchange({ response: { status, headers: {}, json: { error: 'x' } }, ...more })
const availability = (more: Partial<Exchange> = {}): Exchange =>
  exchange({ purpose: 'availability', response: ok, ...more })

/** What the watch says of the last of these. */
function seen(...exchanges: readonly Exchange[]): Lost | null {
  const look = watch(profile, pack)
  return exchanges.map(look).at(-1) ?? null
}

test('credentials that were good and are refused everywhere from some request on are lost', () => {
  const refused = (): Exchange[] => [answered(401), answered(401, { purpose: 'availability' }), answered(401)]
  const first = answered(401)
  const lost = seen(availability(), first, ...refused(), answered(401), answered(401, { purpose: 'availability' }))
  expect(lost).toMatchObject({
    since: first.n,
    why: expect.stringContaining('the credentials are good no longer'),
    remedy: expect.stringContaining('target.headers'),
  })
})

test('one operation that is refused wrongly is not, be it ever so often', () => {
  const many = Array.from({ length: 30 }, () => answered(403, { purpose: 'extend' }))
  expect(seen(availability(), ...many)).toBeNull()
  const between = many.flatMap((each) => [each, answered(403, { purpose: 'availability' }), availability()])
  expect(seen(availability(), ...between)).toBeNull()
})

test('nor is what was never accepted, nor what strangers are refused', () => {
  expect(seen(...Array.from({ length: 9 }, () => answered(403, { purpose: 'availability' })))).toBeNull()
  const stranger = (): Exchange => answered(401, { purpose: 'availability', as: 'nobody' })
  expect(seen(availability(), ...Array.from({ length: 9 }, stranger))).toBeNull()
})

test('a service that is gone leaves its gateway', () => {
  const gone = Array.from({ length: 6 }, () => answered(503, { purpose: 'availability' }))
  expect(seen(availability(), ...gone)).toMatchObject({ since: gone[0]?.n, why: expect.stringContaining('HTTP 503') })
  expect(seen(availability(), ...gone.slice(1), exchange({ response: { ...ok, json: booking } }))).toBeNull()
})

test('a target that is silent six times in a row is gone, one that answers anything in between is not', () => {
  const silent = (): Exchange => exchange({ response: null, failure: { kind: 'timeout', message: 'too late' } })
  expect(seen(...Array.from({ length: 6 }, silent))).toMatchObject({ why: expect.stringContaining('too late') })
  const five = Array.from({ length: 5 }, silent)
  expect(seen(...five, answered(400), ...five)).toBeNull()
})

const limited = (second: number, status = 429): Exchange =>
  answered(status, { startedAt: second * 1000, durationMs: 0 })

test('a target that puts off everything for three minutes is given up, in its own words', () => {
  const every = (seconds: number): Exchange[] => Array.from({ length: 8 }, (_, at) => limited(at * seconds))
  const row = every(30)
  expect(seen(...row.slice(0, -1))).toMatchObject({
    since: row[0]?.n,
    why: expect.stringContaining('HTTP 429 x'),
    remedy: expect.stringContaining('limits.requestsPerSecond'),
  })
  expect(seen(...row.slice(0, -2))).toBeNull()
  expect(seen(...every(20))).toBeNull()
  const mixed = row
    .slice(0, -1)
    .map(({ n, startedAt }, at) => ({ ...limited(startedAt / 1000, 429 + (at % 2) * 74), n }))
  expect(seen(...mixed)).toMatchObject({ since: row[0]?.n })
})

test('one that lets a request through now and then is not, nor does a wait of our own count', () => {
  const minutes = Array.from({ length: 10 }, (_, minute) => [
    availability({ startedAt: minute * 60_000 }),
    ...Array.from({ length: 6 }, (_, at) => limited(minute * 60 + at * 10)),
  ])
  expect(seen(...minutes.flat())).toBeNull()
  const afterHours = [0, 1, 7200, 7201, 7202, 7203, 7204, 14_400].map((second) => limited(second))
  expect(seen(...afterHours)).toBeNull()
})

test('a run that takes too long ends, by the time that it is given', () => {
  const slow = Array.from({ length: 4 }, (_, minute) =>
    availability({ startedAt: minute * 60_000, durationMs: 59_000 }),
  )
  const look = watch(profile, pack, 200_000)
  expect(slow.map(look)).toEqual([
    null,
    null,
    null,
    { since: slow[3]?.n, why: expect.stringContaining('minutes'), remedy: expect.stringContaining('--time-limit') },
  ])
})
