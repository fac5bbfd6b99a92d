import { placesIn, type Json } from '../vocabulary/index.js'
import { availabilitiesIn } from './availabilitiesIn.js'
import type { Learning } from './learning.js'
import { plainName } from './lexicon.js'
import { questionOf } from './plan.js'

const key = ['operations', 'availability', 'currency']
/** The currencies of the documents (8). */
const known = ['USD', 'EUR', 'GBP']

/** Whether an availability check that shows prices shows them in the currency that it is asked for. */
export async function learnCheckCurrency({ interview, plans, sold, offered }: Learning): Promise<void> {
  const plan = plans.get('availability')
  const shown = currenciesIn([...offered.values()])
  const other = known.find((each) => !shown.has(each))
  if (plan === undefined || interview.draft.read(key) !== undefined || shown.size === 0 || other === undefined) return
  const { productId, optionId } = sold
  const question = questionOf(plan, { productId, optionId })
  const isRead = plan.method === 'GET'
  const heard = await interview.ask(
    isRead
      ? { ...question, query: { ...question.query, currency: other } }
      : { ...question, body: { ...question.body, currency: other } },
  )
  const found = heard.accepted ? availabilitiesIn(heard.json ?? null, sold) : null
  if ([...currenciesIn([...(found?.items.values() ?? [])])].join() !== other) return
  const place = isRead ? 'query:currency' : 'body:/currency'
  interview.draft.write(key, place, 'seen', `request ${heard.n} shows prices in the currency that it asks for there`)
}

/** Every currency in which something of these is priced. */
function currenciesIn(items: readonly Json[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) =>
      placesIn<Json>(item).flatMap(({ pointer, value }) =>
        typeof value === 'string' && /^[A-Z]{3}$/.test(value) && /^currency(code)?$/.test(plainName(nameAt(pointer)))
          ? [value]
          : [],
      ),
    ),
  )
}

function nameAt(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}
