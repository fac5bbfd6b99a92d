import { editOptions, editTransfer } from '../edit.js'
import type { Fault } from '../fault.js'
import { isObject, type JsonObject } from '../json.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** Sections 2.1 to 2.3 and 4.1: the transfer as a whole. Its fields have a table of their own. */
export const transferFaults: readonly Fault[] = [
  {
    name: 'transfers-refuse-gbp',
    clause: '4.1/transfers-accepted',
    title: 'transfers cannot be asked for in GBP',
    rules: (base) => ({
      acceptsCurrency: (value, ctx) =>
        base.acceptsCurrency(value, ctx) && !(ctx.operation === 'transfers' && value === 'GBP'),
    }),
  },
  {
    name: 'transfer-in-an-envelope',
    clause: '4.1/answer-is-transfer',
    title: 'the transfer is wrapped in an envelope',
    rules: (base) => ({
      afterReply: (sent, ctx) => {
        const reply = base.afterReply(sent, ctx)
        return reply.kind === 'transfer' ? { ...reply, transfer: { data: reply.transfer } } : reply
      },
    }),
  },
  {
    name: 'transfer-in-a-list',
    clause: '4.1/answer-is-transfer',
    title: 'transfers answers a list of transfers',
    wire: (base) => ({
      finish: (answer, exchange) =>
        base.finish(
          exchange.reply?.kind === 'transfer' && answer.body !== undefined
            ? { ...answer, body: [answer.body] }
            : answer,
          exchange,
        ),
    }),
  },
  {
    name: 'last-option-id-repeated',
    clause: '2.3/option-ids-unique',
    title: 'the last option has the id of the first',
    rules: onOptions((option, options) => {
      const [first] = options
      if (option === options.at(-1) && first !== undefined) option['id'] = first['id'] ?? null
    }),
  },
  {
    name: 'option-ids-differ-in-case-only',
    clause: '2.3/option-ids-unique',
    title: 'the second option has the id of the first in upper case',
    rules: onOptions((option, options) => {
      if (option === options[1]) option['id'] = textOf(options[0]?.['id']).toUpperCase()
    }),
  },
  {
    name: 'transfer-expires-before-created',
    clause: '2.1/created-not-after-expires',
    title: 'a transfer expires a second before it is created',
    rules: onTransfer((transfer) => {
      transfer['utcExpiresAt'] = new Date(Date.parse(textOf(transfer['utcCreatedAt'])) - 1000).toISOString()
    }),
  },
  {
    name: 'drop-off-latitude-off-the-globe',
    clause: '2.2/latitude-in-range',
    title: 'the latitude of the drop-off place is 90.5',
    rules: onTransfer(({ dropOff }) => {
      if (isObject(dropOff)) dropOff['latitude'] = 90.5
    }),
  },
  {
    name: 'coordinates-in-millionths',
    clause: '2.2/longitude-in-range',
    title: 'longitudes are in millionths of a degree',
    rules: onTransfer(({ pickUp, dropOff }) => {
      for (const place of [pickUp, dropOff])
        if (isObject(place)) place['longitude'] = Math.round(Number(place['longitude']) * 1e6)
    }),
  },
]

function onTransfer(edit: (transfer: JsonObject) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({ afterReply: (reply, ctx) => editTransfer(base.afterReply(reply, ctx), edit) })
}

function onOptions(edit: (option: JsonObject, all: readonly JsonObject[]) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({
    afterReply: (sent, ctx) => {
      const reply = base.afterReply(sent, ctx)
      const all: JsonObject[] = []
      editOptions(reply, (option) => void all.push(option))
      for (const option of all) edit(option, all)
      return reply
    },
  })
}
