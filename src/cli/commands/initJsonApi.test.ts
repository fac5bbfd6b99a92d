import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { behind, init, json, reference } from './initOnReference.test.data.js'

type Members = Readonly<Record<string, unknown>>

const catalogue = [
  ['prod-transfer', 'opt-sedan', 'EUR'],
  ['prod-full', 'opt-full', 'EUR'],
  ['prod-tour', 'opt-tour', 'JPY'],
].map(([id = '', optionId = '', defaultCurrency = '']) => ({
  type: 'product',
  id,
  attributes: { id, name: `About ${id}`, options: [{ id: optionId, defaultCurrency }] },
}))

test('a server that wraps what it lists, and pages by page[number] and page[size], is read as one that does not', async () => {
  const real = await reference()
  const server = await behind(real, async (path, method, _body, _answered, { authorization }) => {
    const url = new URL(path, real.url)
    if (url.pathname === '/products') return json(200, { data: catalogue, meta: { total: catalogue.length } })
    if (method !== 'GET' || url.pathname !== '/bookings') return null
    const got = await fetch(new URL('/bookings?pageSize=50', real.url), {
      headers: { authorization: String(authorization) },
    })
    const all: readonly Members[] = JSON.parse(await got.text())
    const [number, size] = [['number', 1] as const, ['size', 20] as const].map(([name, usual]) =>
      Number(url.searchParams.get(`page[${name}]`) ?? usual),
    )
    const shown = all.slice(((number ?? 1) - 1) * (size ?? 20), (number ?? 1) * (size ?? 20))
    return json(200, {
      // Each goes by its id twice, and has its status once.
      data: shown.map((attributes) => ({ type: 'booking', uuid: attributes['uuid'], attributes })),
      meta: { pagination: { number, size, totalItems: all.length } },
    })
  })
  const { exit, io, profile } = await init(server.url, 'default', ['--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({
    bookable: expect.arrayContaining([
      { as: 'standard', productId: 'prod-transfer', optionId: 'opt-sedan', defaultCurrency: 'EUR' },
      { as: 'other', productId: 'prod-tour', optionId: 'opt-tour', defaultCurrency: 'JPY' },
    ]),
    operations: {
      list: { items: '/data/*/attributes', page: 'query:page[number]', pageSize: 'query:page[size]' },
    },
  })
  expect(profile).not.toContain('lists nothing else')
}, 60_000)
