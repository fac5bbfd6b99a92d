import { expect, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type Answering } from './answering.test.data.js'
import { everyOutput } from './everyOutput.test.data.js'

const person = {
  fullName: 'Erika Mustermann-Ypsilon',
  emailAddress: 'erika.private@people.example',
  phoneNumber: '+49 170 5550199',
}

/** A booking of somebody else, as a live account has them: with names wherever there is room for one. */
function bookingOf(somebody: typeof person, at: number): object {
  return {
    uuid: `foreign-${somebody.emailAddress}-${at}`,
    status: 'CONFIRMED',
    cancellable: true,
    expirationMinutes: 60,
    resellerReference: somebody.fullName,
    notes: `call ${somebody.phoneNumber}`,
    contact: somebody,
    unitItems: [{ contact: somebody, ticket: { deliveryValue: somebody.emailAddress } }],
    pricing: {
      retail: 4200 + at,
      net: 4000,
      currency: 'EUR',
      currencyPrecision: 2,
      includedTaxes: [{ name: somebody.fullName, retail: 1, net: 1 }],
    },
  }
}

/** A service with old bookings of others: they fill the first page of every list, and any unknown id is one of them. */
function crowded(answer: Answering): Answering {
  return async (request, body) => {
    const plain = await answer(request, body)
    const url = request.url ?? ''
    if (request.method === 'GET' && /^\/bookings(\?|$)/.test(url) && plain.status === 200) {
      const items: unknown = JSON.parse(plain.body.toString())
      if (!Array.isArray(items) || /[?&]page=(?!1(&|$))/.test(url)) return plain
      return { ...plain, body: JSON.stringify([...items, bookingOf(person, 1), bookingOf(person, 2)]) }
    }
    if (request.method === 'GET' && plain.status === 404)
      return { ...plain, status: 200, body: JSON.stringify(bookingOf(person, 3)) }
    return plain
  }
}

function profile(url: string): string {
  return `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
otherReseller: { headers: { Authorization: Bearer reference-token-b } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
}

test('names, addresses and numbers in bookings of others reach no file and no screen', async () => {
  const reference = await startReference()
  const server = await startAnswering(crowded(forwardTo(reference.url)))
  try {
    const only = ['list*', 'read*', 'isolation*', 'reserve*'].flatMap((pattern) => ['--only', pattern])
    const { texts } = await everyOutput(profile(server.url), {}, only)
    expect(texts.get('exchanges.ndjson')).toContain('masked-')
    const found = [...texts].flatMap(([name, text]) =>
      Object.values(person)
        .filter((detail) => text.includes(detail))
        .map((detail) => `${name}: ${text.slice(Math.max(0, text.indexOf(detail) - 200), text.indexOf(detail) + 40)}`),
    )
    expect(found).toEqual([])
    expect(texts.get('the screen')).toContain('holds: the report follows')
  } finally {
    await server.close()
    await reference.close()
  }
})
