import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startAnswering, type PlainAnswer, type TestServer } from '../answering.test.data.js'
import { init, json, leftAt, reference } from './initOnReference.test.data.js'
import type { Reference } from '../../../suites/transfers/reference/startReference.js'

/** A path of the stranger, and what the reference service has in its place. */
const paths: readonly (readonly [method: string, path: RegExp, to: string, as: string])[] = [
  ['POST', /^\/availability$/, '/availability', 'POST'],
  ['POST', /^\/transfers$/, '/transfers', 'POST'],
  ['POST', /^\/bookings$/, '/bookings', 'POST'],
  ['GET', /^\/bookings$/, '/bookings', 'GET'],
  ['GET', /^(\/bookings\/[^/]+)$/, '$1', 'GET'],
  ['PATCH', /^(\/bookings\/[^/]+)$/, '$1', 'PATCH'],
  ['POST', /^(\/bookings\/[^/]+\/extend)$/, '$1', 'POST'],
  ['PUT', /^(\/bookings\/[^/]+)\/confirmation$/, '$1/confirm', 'POST'],
  ['POST', /^(\/bookings\/[^/]+)\/call-off$/, '$1/cancel', 'POST'],
]
/** What its requests and its bookings call fields. */
const names: Readonly<Record<string, string>> = {
  onceKey: 'uuid',
  mailSlip: 'emailReceipt',
  fromDay: 'localDateStart',
  toDay: 'localDateEnd',
  reasonText: 'reason',
}
/** What it calls as the documents and public OCTO do; it ignores all else. */
const plainNames = /^(productId|optionId|availabilityId|expirationMinutes|currency|notes|resellerReference)$/
const listNames: Readonly<Record<string, string>> = {
  sheet: 'page',
  perSheet: 'pageSize',
  orderBy: 'sortField',
  order: 'sortOrder',
  bookingType: 'bookingType',
}
const refused = (status: number, code: string, say: string): PlainAnswer =>
  json(status, { status: 'REFUSED', fault: { code, say } })

/** The reference service as a stranger who describes nothing, has paths and names of its own, and refuses names that it does not know. */
async function stranger(real: Reference): Promise<TestServer & { readonly asked: string[] }> {
  const asked: string[] = []
  const server = await startAnswering(async ({ method = '', url: path = '', headers }, body) => {
    asked.push(`${method} ${path}`)
    const url = new URL(path, real.url)
    const found = paths.filter(([, known]) => known.test(url.pathname))
    const own = found.find(([known]) => known === method)
    if (found.length === 0) return refused(404, 'PATH_UNKNOWN', 'there is nothing here')
    if (own === undefined) return refused(405, 'METHOD_WRONG', 'not by this method')
    const sent: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    if (sent['onceKey'] !== undefined && !/^[0-9a-f-]{36}$/.test(String(sent['onceKey'])))
      return refused(422, 'FIELD_WRONG', 'onceKey must be a UUID')
    const [, pattern, to, as] = own
    const query = [...url.searchParams].map(([name, value]) => [listNames[name], value])
    const unknown = [...url.searchParams.keys()].find((name) => listNames[name] === undefined)
    if (unknown !== undefined) return refused(422, 'QUERY_UNKNOWN', `parameter ${unknown} is not known`)
    const known = Object.entries(sent).filter(([name]) => plainNames.test(name) || names[name] !== undefined)
    const got = await fetch(
      `${real.url}${url.pathname.replace(pattern, to)}?${query.map((each) => each.join('=')).join('&')}`,
      {
        method: as,
        headers: {
          authorization: headers.authorization ?? '',
          'octo-capabilities': 'octo/pricing',
          'content-type': 'application/json',
        },
        ...(method !== 'GET' && {
          body: JSON.stringify(Object.fromEntries(known.map(([name, value]) => [names[name] ?? name, value]))),
        }),
      },
    )
    const answer: unknown = await got.json()
    if (got.status > 299) {
      const { error = '', errorMessage = '' } = answer as Record<string, string>
      return refused(got.status, error, errorMessage)
    }
    const load: unknown = JSON.parse(
      JSON.stringify(answer).replaceAll('"emailReceipt":', '"reasonText":null,"mailSlip":'),
    )
    const page = { number: 1, size: 20 }
    if (to === '/availability') return json(200, { status: 'DONE', load: { slots: load } })
    return json(200, {
      status: 'DONE',
      load: method === 'GET' && url.pathname === '/bookings' ? { rows: load, sheet: page } : load,
    })
  })
  onTestFinished(() => server.close())
  return { ...server, asked }
}

test('of a stranger with paths and names of its own, who tells methods and UUIDs from others, the whole profile is found', async () => {
  const real = await reference()
  const server = await stranger(real)
  const { exit, io, profile } = await init(server.url, 'default', ['--option', 'opt-sedan', '--allow-confirm'])
  expect(exit, io.both()).toBe(0)
  expect(server.asked.length).toBeLessThan(60)
  expect(leftAt(real)).toEqual([])
  expect(parse(profile)).toMatchObject({
    booking: { at: '/load', id: '/uuid', emailReceipt: '/mailSlip', statuses: { cancelled: 'CANCELLED' } },
    operations: {
      transfers: { at: '/load' },
      availability: { items: '/load/slots', body: { fromDay: '{today+30}', toDay: '{today+36}' } },
      reserve: { idempotencyKey: 'body:/onceKey' },
      confirm: { request: 'PUT /bookings/{id}/confirmation', emailReceipt: 'body:/mailSlip' },
      update: { emailReceipt: 'body:/mailSlip' },
      cancel: { request: 'POST /bookings/{id}/call-off', reason: 'body:/reasonText' },
      list: {
        items: '/load/rows',
        page: 'query:sheet',
        pageSize: 'query:perSheet',
        sortField: 'query:orderBy',
        sortOrder: 'query:order',
        bookingType: 'query:bookingType',
      },
    },
  })
}, 60_000)

test('where nothing is to be confirmed, the path of confirm is found by the id of no booking', async () => {
  const real = await reference()
  const server = await stranger(real)
  const { exit, io, profile } = await init(server.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(parse(profile)).toMatchObject({ operations: { confirm: { request: 'PUT /bookings/{id}/confirmation' } } })
  const statuses = real.service.store.serials().flatMap((serial) => real.service.store.versions(serial))
  expect(statuses.some(({ status }) => status === 'CONFIRMED')).toBe(false)
}, 60_000)
