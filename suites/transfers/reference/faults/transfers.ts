import { is, refuses } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen, wire } from '../changes/shown.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import { isObject, type Json, type JsonObject } from '../json.js'

/** Sections 2.1 to 2.3 and 4.1: the transfer as a whole. Its fields have a table of their own. */
export const transferFaults: readonly Fault[] = faults({
  '2.2/country': {
    'another-route-has-a-country-of-three-letters': [
      'the country of a place on another route has three letters',
      given(
        'quotes-another-route',
        seen(
          'transfers',
          ['/pickUp/country', '/dropOff/country'],
          rule('showLocation', (usual, which, ctx) => {
            const shown = usual(which, ctx)
            return shown['country'] === 'IS' ? { ...shown, country: 'ISL' } : shown
          }),
        ),
      ),
    ],
  },
  '4.1/transfers-accepted': {
    'transfers-in-eur-refused-every-other-two-days': [
      'for two days of four, transfers asked for in EUR are refused',
      saysRefused(
        'transfers',
        ({ call, now }) => call.input.currency === 'EUR' && Math.floor(now / (2 * 86_400_000)) % 2 === 0,
      ),
      'transfers',
    ],
    'transfers-refuse-gbp': ['transfers cannot be asked for in GBP', refuses('transfers', 'currency', is('GBP'))],
  },
  '4.1/answer-is-transfer': {
    'transfers-answer-an-id': inAnother((transfer) => ({ id: isObject(transfer) ? (transfer['id'] ?? null) : null })),
    'transfer-in-a-list': ['transfers answers a list of transfers', inAnother((transfer) => [transfer])],
  },
  '2.3/option-ids-unique': {
    'last-option-id-repeated': [
      'the last option has the id of the first',
      on('transfers').answers(put('/options/last/id', (was, _option, { item }) => firstId(item) ?? was)),
    ],
  },
  '2.2/latitude-in-range': {
    'drop-off-latitude-off-the-globe': on('transfers').answers(put('/dropOff/latitude', 90.5)),
    'pick-up-latitude-below-the-globe': on('transfers').answers(put('/pickUp/latitude', -91)),
  },
  '2.2/longitude-in-range': {
    'coordinates-in-millionths': [
      'longitudes are in millionths of a degree',
      on('transfers').answers(
        ...['pickUp', 'dropOff'].map((place) => put(`/${place}/longitude`, (was) => Math.round(Number(was) * 1e6))),
      ),
    ],
    'drop-off-longitude-once-around': on('transfers').answers(put('/dropOff/longitude', (was) => Number(was) + 360)),
  },
})

function firstId({ options }: JsonObject): Json | undefined {
  const [first] = Array.isArray(options) ? options : []
  return isObject(first) ? first['id'] : undefined
}

/** On the wire, since no transfer is left. */
function inAnother(shape: (transfer: Json) => Json): Break {
  return seen(
    'transfers',
    '',
    wire((base) => ({
      finish: (answer, exchange) =>
        base.finish(
          exchange.reply?.kind === 'transfer' && answer.body !== undefined
            ? { ...answer, body: shape(answer.body) }
            : answer,
          exchange,
        ),
    })),
  )
}
