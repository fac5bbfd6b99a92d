import { orNone, type Answer, type Context } from '../vocabulary/index.js'

/** One request that is unusual, or makes no sense. */
export interface Odd {
  readonly what: string
  readonly answer: Answer
}

const latin = 'application/json; charset=iso-8859-1'
const longId = 'octospec-'.repeat(120)
const oddId = `octospec'";--<\u00e9\u6f22\u{1f600}>%00`

/** Requests that sane clients do not send and tired ones do. `id`: a hold to update; null: there is none. */
export async function sendOdd({ target, slot, offers, profile }: Context, id: string | null): Promise<readonly Odd[]> {
  const odd: Odd[] = []
  const note = async (what: string, sent: Promise<Answer>): Promise<void> => {
    odd.push({ what, answer: await sent })
  }
  const { defaultCurrency = 'EUR' } = profile.bookable.standard
  const currency = defaultCurrency.toLowerCase()
  if (offers('get')) {
    await note('an id of a thousand characters', target.get(longId))
    await note('an id with quotes, markup, an emoji and an escaped NUL', target.get(oddId))
  }
  if (offers('list')) {
    await note('a page that is a word', target.list({ page: 'two', pageSize: 10 }))
    await note('an unknown sort field', target.list({ page: 1, pageSize: 10, sortField: 'octospec-unknown' }))
  }
  if (offers('transfers')) {
    await note('a currency in lower case', target.transfers({ currency }))
    await note('a body in ISO 8859-1', target.transfers({ currency: 'EUR' }, { contentType: latin }))
  }
  // Without one that is free, the others tell all the same.
  const availabilityId = await slot().catch(orNone)
  if (availabilityId !== null)
    await note('a currency in lower case', target.reserve({ availabilityId, expirationMinutes: 30, currency }))
  if (id !== null && offers('update'))
    await note('null for what it changes', target.update(id, { reference: null, emailReceipt: null }))
  return odd
}
