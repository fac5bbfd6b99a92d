import { editOptionPricing, editOptions, editTransfer } from '../edit.js'
import type { Context } from '../context.js'
import { isObject, type JsonObject } from '../json.js'
import type { Rules } from '../rules.js'
import type { Variant } from '../variant.js'
import { textOf } from '../textOf.js'

/** Other legal transfers (sections 2.1 to 2.4 and 4.1). */
export const transferVariants: readonly Variant[] = [
  {
    name: 'transfer-status-on-request',
    title: 'the status of a transfer is ON_REQUEST',
    rules: onTransfer((transfer) => void (transfer['status'] = 'ON_REQUEST')),
  },
  {
    name: 'cutoff-in-days',
    title: 'cancellation cut-offs are in days',
    rules: onOptions(({ cancellationPolicy }) => {
      if (!Array.isArray(cancellationPolicy)) return
      for (const entry of cancellationPolicy)
        if (isObject(entry)) Object.assign(entry, { cutoffAmount: 2, cutoffUnit: 'DAYS' })
    }),
  },
  {
    name: 'no-cancellation-policy',
    title: 'the cancellation policy of an option is empty',
    rules: onOptions((option) => void (option['cancellationPolicy'] = [])),
  },
  {
    name: 'vehicle-images-inline',
    title: 'the image of a vehicle is a data URL',
    rules: onOptions((option) => {
      if (isObject(option['vehicle'])) option['vehicle']['image'] = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
    }),
  },
  {
    name: 'google-place-ids-null',
    title: 'no place of a transfer has a googlePlaceId',
    rules: onLocations((location) => void (location['googlePlaceId'] = null)),
  },
  {
    name: 'whole-coordinates-in-lower-case-country',
    title: 'coordinates are whole numbers, at the edge of the globe, and country codes are in lower case',
    rules: onLocations((location) => void Object.assign(location, { latitude: -90, longitude: 180, country: 'pt' })),
  },
  {
    name: 'one-option-only',
    title: 'a transfer has a single option',
    rules: (base) => ({ vehicleOptions: (...input) => base.vehicleOptions(...input).slice(0, 1) }),
  },
  {
    name: 'transfer-without-options-at-times',
    title: 'every third transfer has no options',
    rules: (base) => ({
      vehicleOptions: (number, ctx) => (number % 3 === 0 ? [] : base.vehicleOptions(number, ctx)),
    }),
  },
  {
    name: 'default-currency-all-alike',
    title: 'the default currency of every vehicle is GBP',
    rules: (base) => ({
      vehicleOptions: (...input) =>
        base.vehicleOptions(...input).map((option) => ({ ...option, defaultCurrency: 'GBP' })),
    }),
  },
  {
    name: 'currencies-in-another-order',
    title: 'availableCurrencies come in another order on every option',
    rules: onOptions((option, position) => {
      if ('availableCurrencies' in option)
        option['availableCurrencies'] = position % 2 === 0 ? ['GBP', 'USD', 'EUR'] : ['EUR', 'GBP', 'USD']
    }),
  },
  {
    name: 'net-above-retail',
    title: 'the net price of an option is above its retail price',
    rules: onPricing((pricing) => void (pricing['net'] = Number(pricing['retail']) + 1000)),
  },
  {
    name: 'no-discounts',
    title: 'original and retail are always the same',
    rules: onPricing((pricing) => void (pricing['original'] = pricing['retail'] ?? 0)),
  },
  {
    name: 'free-of-charge',
    title: 'options cost nothing',
    rules: onPricing((pricing) => void Object.assign(pricing, { retail: 0, net: 0 })),
  },
  {
    name: 'taxes-empty',
    title: 'no taxes are named in the prices of options',
    rules: onPricing((pricing) => void (pricing['includedTaxes'] = [])),
  },
  {
    name: 'taxes-as-texts',
    title: 'taxes of options are texts and numbers',
    rules: onPricing((pricing) => void (pricing['includedTaxes'] = ['VAT 10 %', 0.1])),
  },
  {
    name: 'taxes-as-other-objects',
    title: 'taxes of options are objects with rates in fractions',
    rules: onPricing((pricing) => void (pricing['includedTaxes'] = [{ code: 'IVA', rate: 0.065, amount: 12.5 }])),
  },
  {
    name: 'prices-change-on-every-call',
    title: 'no two prices are the same',
    rules: (base) => ({
      quote: (name, start, currency, ctx) => {
        const price = base.quote(name, start, currency, ctx)
        const more = ctx.state.count('prices-change-on-every-call') * 7
        return { ...price, original: price.original + more, total: price.total + more, net: price.net + more }
      },
    }),
  },
  {
    name: 'transfer-times-in-full-seconds',
    title: 'times of transfers have no fraction of a second',
    rules: onTimes((time) => time.replace(/\.\d+Z$/, 'Z')),
  },
  {
    name: 'transfer-times-in-microseconds',
    title: 'times of transfers have six digits of fraction',
    rules: onTimes((time) => time.replace('Z', '123Z')),
  },
  {
    name: 'transfer-times-with-offset-zero',
    title: 'times of transfers end in +00:00',
    rules: onTimes((time) => time.replace('Z', '+00:00')),
  },
  {
    name: 'transfer-times-in-basic-form',
    title: 'times of transfers are in the basic form of ISO 8601',
    rules: onTimes((time) => time.replace(/[-:]|\.\d+/g, '')),
  },
  {
    name: 'option-ids-in-upper-case',
    title: 'ids of transfer options are UUIDs in upper case',
    rules: onOptions((option) => void (option['id'] = textOf(option['id']).toUpperCase())),
  },
  {
    name: 'extra-fields-in-transfers',
    title: 'transfers, places, options, vehicles and prices have fields that nobody knows',
    rules: (base) => ({
      afterReply: (sent, ctx) => {
        const reply = editTransfer(base.afterReply(sent, ctx), (transfer) => {
          transfer['pickupNotes'] = null
          if (isObject(transfer['pickUp'])) transfer['pickUp']['terminal'] = 1
        })
        editOptions(reply, (option) => {
          option['tags'] = ['eco']
          if (isObject(option['vehicle'])) option['vehicle']['doors'] = '4'
        })
        return editOptionPricing(reply, (pricing) => {
          pricing['unit'] = { subtotal: 1.5 }
        })
      },
    }),
  },
  {
    name: 'transfers-answer-201',
    title: 'transfers answers with status 201',
    wire: (base) => ({
      successStatus: (status, exchange) =>
        exchange.operation === 'transfers' ? 201 : base.successStatus(status, exchange),
    }),
  },
  {
    name: 'transfers-fall-back-on-default-currency',
    title: 'a currency that transfers do not know, or that is no text, counts as none',
    warns: ['4.1/currency-unavailable-refused', '4.1/currency-mistyped-refused'],
    rules: (base) => ({
      acceptsCurrency: (value, ctx) => ctx.operation === 'transfers' || base.acceptsCurrency(value, ctx),
      currency: (asked, option, ctx) =>
        base.currency(
          ctx.operation === 'transfers' && !base.acceptsCurrency(asked, ctx) ? undefined : asked,
          option,
          ctx,
        ),
    }),
  },
]

function onTransfer(edit: (transfer: JsonObject) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({ afterReply: (reply, ctx) => editTransfer(base.afterReply(reply, ctx), edit) })
}

function onLocations(edit: (location: JsonObject) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({
    showLocation: (which, ctx: Context) => {
      const location = base.showLocation(which, ctx)
      edit(location)
      return location
    },
  })
}

function onOptions(edit: (option: JsonObject, position: number) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({ afterReply: (reply, ctx) => editOptions(base.afterReply(reply, ctx), edit) })
}

function onPricing(edit: (pricing: JsonObject) => void): (base: Rules) => Partial<Rules> {
  return (base) => ({ afterReply: (reply, ctx) => editOptionPricing(base.afterReply(reply, ctx), edit) })
}

function onTimes(write: (time: string) => string): (base: Rules) => Partial<Rules> {
  return onTransfer((transfer) => {
    for (const name of ['utcCreatedAt', 'utcExpiresAt']) transfer[name] = write(textOf(transfer[name]))
  })
}
