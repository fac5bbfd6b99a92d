// A server that refuses all of one operation, and does what it was asked all the same: nothing may pass for that.
import { expect, test } from 'vitest'
import type { Transport, WireResult } from '../wire/transport.js'
import { runOnReference } from './runOnReference.js'

/** A wire on which requests like these are answered by a refusal. */
function refusing(meant: RegExp): (wire: Transport) => Transport {
  const refused: WireResult = {
    response: {
      status: 400,
      headers: { 'content-type': 'application/json' },
      json: { error: 'NO' },
      text: '{"error":"NO"}',
    },
    sent: true,
  }
  return (wire) => ({
    close: () => wire.close(),
    async send(request, signal) {
      const result = await wire.send(request, signal)
      return meant.test(`${request.method} ${request.path}`) ? refused : result
    },
  })
}

test.each([
  ['confirm', /\/confirm$/, ['hold.over-not-confirmed', 'confirm.cancelled-refused']],
  [
    'get',
    /^GET \/bookings\/[^/?]+$/,
    [
      'hold.over-by-get',
      'hold.over-stays-over',
      'hold.same-key-starts-nothing-anew',
      'hold.extended-ends',
      'hold.over-not-revived',
      'hold.over-not-revived-by-update',
      'hold.updated-ends',
      'isolation.get-of-foreign-booking',
      'isolation.get-without-credentials',
    ],
  ],
])('where every %s is refused, none that should be refused is taken for refused', async (_, meant, only) => {
  const { report } = await runOnReference({ through: refusing(meant), plan: { only } })
  expect(report.checks.map(({ id, outcome }) => [id, outcome])).toEqual(report.checks.map(({ id }) => [id, 'untested']))
  expect(report.checks).toHaveLength(only.length)
})
