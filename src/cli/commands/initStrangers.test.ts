import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startAnswering, type PlainAnswer } from '../answering.test.data.js'
import { init, json, leftAt, reference, entriesAs } from './initOnReference.test.data.js'

/** What the list of a stranger calls its inputs, and what they are for the reference service. */
const listNames: Readonly<Record<string, string>> = {
  sheet: 'page',
  page_len: 'pageSize',
  order_by: 'sortField',
  order_dir: 'sortOrder',
  kind: 'bookingType',
}
const products = [
  ['prod-transfer', 'opt-sedan', 'EUR'],
  ['prod-full', 'opt-full', 'EUR'],
  ['prod-tour', 'opt-tour', 'JPY'],
  ['prod-solo', 'opt-van', 'GBP'],
].map(([id = '', optionId = '', defaultCurrency = '']) => ({ id, options: [{ id: optionId, defaultCurrency }] }))

function parsed({ body }: PlainAnswer): readonly Readonly<Record<string, unknown>>[] {
  const items: readonly Readonly<Record<string, unknown>>[] = JSON.parse(String(body))
  return items
}

test('of a stranger who describes nothing, catalogue, names of the list and what else can be booked are found', async () => {
  const real = await reference()
  const confirmed = new Set<string>()
  const asReference = async (method: string, url: URL, body: string): Promise<PlainAnswer> => {
    const headers = { authorization: 'Bearer reference-token-a', 'content-type': 'application/json' }
    const got = await fetch(`${real.url}${url.pathname}${url.search}`, {
      method,
      headers,
      ...(body !== '' && { body }),
    })
    return json(got.status, await got.json())
  }
  const server = await startAnswering(async ({ method = '', url: path = '' }, body) => {
    const url = new URL(path, real.url)
    const id = url.pathname.split('/')[2] ?? ''
    if (/openapi|swagger|api-docs|supplier|products/.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path === '/catalogue') return json(200, { rows: products })
    if (path.endsWith('/confirm')) confirmed.add(id)
    // As the documents have it: cancel is for what is confirmed.
    if (path.endsWith('/cancel') && !confirmed.has(id)) return json(409, { error: 'NOT_CONFIRMED' })
    if (method === 'GET' && url.pathname === '/bookings') return listed(url)
    if (path === '/availability')
      return withPlaces(await asReference(method, url, body.replace('prod-solo', 'prod-transfer')), body)
    return asReference(method, url, body)
  })
  onTestFinished(() => server.close())
  const listed = async (url: URL): Promise<PlainAnswer> => {
    const own = Object.entries(listNames).flatMap(([name, usual]): [string, string][] => {
      const value = url.searchParams.get(name)
      return value === null ? [] : [[usual, value]]
    })
    for (const [name, value] of own)
      if (name !== 'page' && name !== 'pageSize' && value === 'octospec')
        return json(422, { error: `${name} is no such word` })
    const known = own.map(([name, value]) => `${name}=${value}`).join('&')
    const page = await asReference('GET', new URL(`/bookings${known === '' ? '' : `?${known}`}`, real.url), '')
    const said = Object.fromEntries(own)
    const paging = { sheet: Number(said['page'] ?? 1), page_len: Number(said['pageSize'] ?? 20) }
    return json(200, { bookings: parsed(page), paging })
  }
  /** Says how much room there is, and until when it can be cancelled. */
  const withPlaces = (answer: PlainAnswer, body: string): PlainAnswer => {
    const left = body.includes('prod-full') ? 0 : body.includes('prod-solo') ? 1 : 60
    const shown = parsed(answer).map((item) => {
      const start = Object.values(item).find((value) => typeof value === 'string' && /^\d{4}-.*T/.test(value))
      const utcCutOff = new Date(Date.parse(String(start)) - 43_200_000).toISOString()
      return { ...item, placesLeft: left, utcCutOff }
    })
    return json(200, { slots: shown })
  }
  const { exit, io, profile } = await init(server.url, 'default', ['--option', 'opt-sedan', '--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  const [, requests = ''] = /wrote p\.yaml: (\d+) requests, 2 bookings/.exec(io.out()) ?? []
  expect(Number(requests)).toBeLessThan(60)
  // The hold that may not be cancelled ends by itself, and is named.
  expect(leftAt(real).length).toBe(1)
  expect(io.out()).toMatch(/^left: booking .*NOT_CONFIRMED; its hold ends by itself$/m)
  const one = (productId: string, optionId: string, defaultCurrency: string): object => ({
    productId,
    optionId,
    defaultCurrency,
  })
  for (const [word, entry] of Object.entries({
    standard: one('prod-transfer', 'opt-sedan', 'EUR'),
    soldOut: one('prod-full', 'opt-full', 'EUR'),
    other: one('prod-tour', 'opt-tour', 'JPY'),
    exclusive: one('prod-solo', 'opt-van', 'GBP'),
  }))
    expect(entriesAs(profile, word)).toMatchObject([entry])
  expect(parse(profile)).toMatchObject({
    booking: { statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } },
    operations: {
      list: {
        items: '/bookings',
        page: 'query:sheet',
        pageSize: 'query:page_len',
        sortField: 'query:order_by',
        sortOrder: 'query:order_dir',
        bookingType: 'query:kind',
      },
    },
  })
  // A run takes many of what is taken whole.
  expect(entriesAs(profile, 'exclusive')[0]?.['availability']).toEqual({
    localDateStart: '{today+7}',
    localDateEnd: '{today+34}',
  })
  // What starts at the right time of the day closes soon enough to be seen without a test clock.
  expect(profile).toMatch(
    /# - \{ as: closing, productId: prod-t.*, cutOffAt: \/utcCutOff(, availability: .*)? \} # not found: .*it takes a test clock| - \{ as: closing, productId: prod-t.*cutOffAt: \/utcCutOff, availability: .*# seen/,
  )
}, 60_000)
