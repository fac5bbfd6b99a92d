import { expect, test } from 'vitest'
import type { Exchange } from '../client/exchange.js'
import { booking, exchange, profile } from '../suite/answer.test.data.js'
import { pack } from '../pack.js'
import { watch, type Lost } from './watch.js'

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
