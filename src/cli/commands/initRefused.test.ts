import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { behind, init, json, leftAt, reference, entriesAs } from './initOnReference.test.data.js'

type Members = Readonly<Record<string, unknown>>
const undescribed = /openapi|swagger|api-docs|supplier/
const members = (text: string): Members => (text === '' ? {} : JSON.parse(text))

/** Refusals by a check that gets no `window: { firstDay, lastDay }`, each in the words of another framework. */
const refusals: readonly (readonly [string, number, object])[] = [
  ['in a sentence', 422, { fault: { code: 'BAD', message: 'window must carry firstDay and lastDay as YYYY-MM-DD.' } }],
  [
    'by the place of each',
    422,
    { detail: ['firstDay', 'lastDay'].map((name) => ({ loc: ['body', 'window', name], msg: 'Field required' })) },
  ],
  [
    'by pointers of a problem',
    400,
    {
      type: 'about:blank',
      errors: ['firstDay', 'lastDay'].map((name) => ({ pointer: `#/window/${name}`, detail: 'is missing' })),
    },
  ],
  [
    'by the names of members',
    400,
    { errors: { 'window.firstDay': ['The first day is required.'], 'window.lastDay': ['The last day is required.'] } },
  ],
  [
    'as a validator of schemas',
    400,
    ['firstDay', 'lastDay'].map((name) => ({
      instancePath: '/window',
      params: { missingProperty: name },
      message: `must have required property '${name}'`,
    })),
  ],
]

test.each(refusals)(
  'what the availability check calls the days is learned from its refusal: %s',
  async (_, status, refusal) => {
    const server = await reference()
    const own = await behind(server, (path, _method, body, answered) => {
      if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
      if (path !== '/availability') return null
      const { window, localDateStart: unknown, ...rest } = members(body)
      const { firstDay, lastDay } = members(JSON.stringify(window ?? {}))
      if (typeof firstDay !== 'string' || typeof lastDay !== 'string') return json(status, refusal)
      if (unknown !== undefined) return json(400, { error: 'localDateStart is not known' })
      return answered(JSON.stringify({ ...rest, localDateStart: firstDay, localDateEnd: lastDay }))
    })
    const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
    expect(exit, io.both()).toBe(0)
    expect(parse(profile)).toMatchObject({
      operations: { availability: { body: { window: { firstDay: '{today+30}', lastDay: '{today+36}' } } } },
    })
    expect(profile).not.toContain('localDateStart')
    expect(leftAt(server)).toEqual([])
  },
)

test('a reservation that wants what nobody knows is not sent for the next availability as well', async () => {
  const server = await reference()
  const refused: string[] = []
  const own = await behind(server, (path, method, body) => {
    if (path !== '/bookings' || method !== 'POST') return null
    refused.push(body)
    return json(422, { error: 'FIELD_INVALID', message: 'shoeSize is required' })
  })
  const { exit, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit).toBe(3)
  // Once with what the target describes, and once with what is known beside.
  expect(refused.length).toBeLessThanOrEqual(2)
  expect(profile).toMatch(/# body: .*shoeSize is required/)
})

test('where a check is refused for what nothing is known of, the page names the body to write', async () => {
  const server = await reference()
  const strange = await behind(server, (path) =>
    path === '/availability' ? json(400, { carrier_leg: ['This field is required.'] }) : null,
  )
  const { exit, io } = await init(strange.url, 'default')
  expect(exit).toBe(2)
  expect(io.err()).toMatch(/do: begin a profile .*operations: \{ availability: \{ body: \{ carrier_leg: .*--profile/)
})

test('what the list of products says of cancelling tells what is too late, where no availability does', async () => {
  const server = await reference()
  const option = (id: string, hours: number): object => ({
    id,
    cancellationCutoffAmount: hours,
    cancellationCutoffUnit: 'hour',
  })
  const own = await behind(server, async (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path === '/products')
      return json(200, [
        { id: 'prod-transfer', options: [option('opt-sedan', 24)] },
        { id: 'prod-late', options: [option('opt-late', 9000)] },
      ])
    if (path !== '/availability') return null
    const sent = body.replace('prod-late', 'prod-transfer').replace('opt-late', 'opt-sedan')
    const answer = await answered(sent)
    const items: readonly Members[] = JSON.parse(String(answer.body))
    // When it can be booked no more, in public OCTO.
    return json(
      200,
      items.map((item) => ({ ...item, utcCutoffAt: item['localDateTimeStart'], cancellationPolicy: [] })),
    )
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'late')).toMatchObject([{ productId: 'prod-late', optionId: 'opt-late' }])
  expect(profile).toMatch(/as: closing, .*cutOffAt: \/localDateTimeStart, cutOffBefore: 1440/)
})

test('a booking in an envelope is known by its ref, and notes go where they were taken, whatever bookings call them', async () => {
  const server = await reference()
  const own = await behind(server, async (path, _method, _body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (!/^\/bookings($|\/)/.test(path)) return null
    const answer = await answered()
    const { uuid, id: ref = uuid, notes: remark, ...rest } = members(String(answer.body))
    return answer.status < 300 && ref !== undefined
      ? json(answer.status, { booking: { ref, ...rest, remark } })
      : answer
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  const { booking, operations }: { booking: Members; operations: { reserve: Members } } = parse(profile)
  expect(booking).toMatchObject({ at: '/booking', id: '/ref', notes: '/remark' })
  expect(operations.reserve).toMatchObject({ notes: 'body:/notes' })
})

test('a check that is told a day and how many is not taken for one of a single day', async () => {
  const server = await reference()
  const own = await behind(server, (path, _method, body, answered) => {
    if (undescribed.test(path)) return json(404, { error: 'NO_ROUTE' })
    if (path !== '/availability') return null
    const { localDate, days = 7, productId, optionId } = members(body)
    if (typeof localDate !== 'string') return json(400, { error: 'BAD', errorMessage: 'localDate is required' })
    const last = new Date(Date.parse(localDate) + (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10)
    return answered(JSON.stringify({ productId, optionId, localDateStart: localDate, localDateEnd: last }))
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  expect(entriesAs(profile, 'standard')[0]).not.toHaveProperty('availability')
})
