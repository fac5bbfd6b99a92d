import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type Answering, type PlainAnswer, type TestServer } from './answering.test.data.js'
import { tryMain } from './testIo.test.data.js'

/** What is wrong at a first contact, and what the one page must say of it. */
interface Contact {
  readonly what: string
  /** What the server answers in place of the reference service; undefined: what that answers. */
  readonly server?: (answered: () => Promise<PlainAnswer>, asked: Asked) => PlainAnswer | Promise<PlainAnswer>
  /** Lines of the profile beside target and bookable. */
  readonly profile?: string
  readonly target?: string
  readonly scheme?: 'https'
  readonly bookable?: string
  readonly headers?: string
  readonly env?: Readonly<Record<string, string>>
  readonly exit: number
  /** Holds that the profile gives no way to cancel: they are named. */
  readonly left?: number
  readonly says: readonly string[]
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: string
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): PlainAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const page = (status: number, body: string): PlainAnswer => ({ status, headers: { 'content-type': 'text/html' }, body })

/** Rewrites what an answer of the reference service holds. */
const rewritten =
  (
    is: (asked: Asked) => boolean,
    rewrite: (items: readonly Record<string, unknown>[]) => unknown,
  ): NonNullable<Contact['server']> =>
  async (answered, asked) => {
    const answer = await answered()
    if (!is(asked) || answer.status > 299) return answer
    return { ...answer, body: JSON.stringify(rewrite(JSON.parse(answer.body.toString()))) }
  }
/** Answers some requests by itself. */
const instead =
  (is: (asked: Asked) => boolean, answer: PlainAnswer): NonNullable<Contact['server']> =>
  (answered, asked) =>
    is(asked) ? answer : answered()

const isAvailability = ({ path }: Asked): boolean => path === '/availability'
const isReserve = ({ method, path }: Asked): boolean => method === 'POST' && path === '/bookings'
const isList = ({ method, path }: Asked): boolean => method === 'GET' && path === '/bookings'
const isBooking = ({ path }: Asked): boolean => path.startsWith('/bookings')

const contacts: readonly Contact[] = [
  {
    what: 'JSON 404 on everything',
    server: () => json(404, { error: 'NOT_FOUND', errorMessage: 'nothing here' }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'NOT_FOUND: nothing here', 'target: { url:'],
  },
  {
    what: 'JSON 404 that repeats the path',
    server: (_, { path }) => json(404, { message: `no route for ${path}`, requestId: Math.random() }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'no route for /availability'],
  },
  {
    what: '500 on everything',
    server: () => json(500, { error: 'INTERNAL_SERVER_ERROR' }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'HTTP 500', 'INTERNAL_SERVER_ERROR'],
  },
  {
    what: 'a redirect on everything',
    server: (_, { path }) => json(301, {}, { location: `https://api.supplier.example/octo${path}` }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', "target: { url: 'https://api.supplier.example/octo' }"],
  },
  {
    what: 'a redirect to a login page',
    server: () => ({ status: 302, headers: { location: '/login' }, body: '' }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'location /login'],
  },
  {
    what: '200 {} on everything',
    server: () => json(200, {}),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'HTTP 200', 'the body has no members'],
  },
  {
    what: '200 [] on everything',
    server: () => json(200, []),
    exit: 2,
    says: ['nothing in it can be booked', 'an empty list'],
  },
  {
    what: '200 with text on everything',
    server: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }),
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'its body is no JSON'],
  },
  {
    what: 'an HTML 404',
    server: () => page(404, '<!doctype html><title>Not found | Shop</title>'),
    exit: 2,
    says: ['OCTOSPEC_NOT_AN_API', 'Not found | Shop'],
  },
  {
    what: 'an HTML home page',
    server: () => page(200, '<html><h1>Welcome</h1>'),
    exit: 2,
    says: ['OCTOSPEC_NOT_AN_API', 'Welcome'],
  },
  {
    what: 'a wrong base path',
    target: '/api/v1',
    exit: 2,
    says: ['OCTOSPEC_WRONG_ADDRESS', 'there is nothing here'],
  },
  {
    what: 'a wrong token',
    headers: '{ Authorization: Bearer wrong }',
    exit: 2,
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'Authorization'],
  },
  {
    what: 'no token at all',
    headers: '{}',
    exit: 2,
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'none is sent now'],
  },
  {
    what: 'a token of an empty variable',
    headers: "{ Authorization: 'Bearer ${OCTO_TOKEN}' }",
    env: { OCTO_TOKEN: '' },
    exit: 2,
    says: ['OCTOSPEC_PROFILE', 'OCTO_TOKEN', 'empty'],
  },
  {
    what: '403 with a reason',
    server: () => json(403, { error: 'FORBIDDEN', errorMessage: 'this key is for production' }),
    exit: 2,
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'this key is for production'],
  },
  {
    what: 'an unknown product',
    bookable: '{ productId: nothing, optionId: opt-sedan }',
    exit: 2,
    says: ['has no such option', 'bookable: { standard: { productId:'],
  },
  {
    what: 'an unknown option',
    bookable: '{ productId: prod-transfer, optionId: nothing }',
    exit: 2,
    says: ['INVALID_OPTION_ID', 'bookable: { standard:'],
  },
  {
    what: 'a product that only reserve knows not',
    server: instead(
      isReserve,
      json(400, { error: 'INVALID_PRODUCT_ID', errorMessage: 'The productId was missing or invalid' }),
    ),
    exit: 2,
    says: ['reserve was refused: INVALID_PRODUCT_ID', 'bookable: { standard:'],
  },
  {
    what: 'a reservation that wants units',
    server: instead(isReserve, json(422, { title: 'Unprocessable', detail: 'unitItems is required' })),
    exit: 2,
    says: ['unitItems is required', 'operations: { reserve: { body: { unitItems: ... } } }'],
  },
  {
    what: 'an availability check that wants other members',
    server: instead(isAvailability, json(400, { errors: [{ code: 'E1', message: 'missing field localDate' }] })),
    exit: 2,
    says: ['missing field localDate', 'operations: { availability: { body: { localDate: ... } } }'],
  },
  {
    what: 'a calendar with nothing in it',
    server: instead(isAvailability, json(200, [])),
    exit: 2,
    says: ['nothing in it can be booked', '{today+60}'],
  },
  {
    what: 'a calendar that is closed',
    server: rewritten(isAvailability, (items) =>
      items.map((item) => ({ ...item, available: false, status: 'CLOSED' })),
    ),
    exit: 2,
    says: ['closed or sold out', 'operations.availability'.slice(0, 10)],
  },
  {
    what: 'availabilities in an envelope',
    server: rewritten(isAvailability, (items) => ({ data: { slots: items } })),
    exit: 2,
    says: ['items: /data/slots', 'a list at /data/slots'],
  },
  {
    what: 'an availabilityId of another name',
    server: rewritten(isAvailability, (items) =>
      items.map(({ id, availabilityId: _, ...rest }) => ({ ...rest, slot: { uuid: id } })),
    ),
    exit: 2,
    says: ['availabilityId: /slot/uuid', 'there is   a list at the top'],
  },
  {
    what: 'a wrong pointer for the id of a booking',
    profile: 'booking: { id: /bookingId }',
    exit: 2,
    says: ['booking: { id: /uuid }', 'no text at /bookingId; the answer has /uuid', 'was cancelled'],
  },
  {
    what: 'a booking in an envelope',
    server: rewritten(isReserve, (booking) => ({ data: booking, ok: true })),
    exit: 2,
    says: ['no text at /uuid; the answer has /data/uuid', 'booking: { at: /data, id: /uuid }, if', 'was cancelled'],
  },
  {
    what: 'a list in an envelope',
    server: rewritten(isList, (items) => ({ results: items, total: items.length })),
    exit: 2,
    says: ["operations: { list: { items: '/results' } }", "no list at ''"],
  },
  {
    what: 'a wrong path of get',
    profile: "operations: { get: { request: 'GET /reservation/{id}' } }",
    exit: 2,
    says: ["get: { request: 'GET /bookings/{id}' }", 'operations.get.request', 'there is nothing here'],
  },
  {
    what: 'a wrong path of list',
    profile: "operations: { list: { request: 'GET /reservations' } }",
    exit: 2,
    says: ["list: { request: 'GET /bookings' }", 'operations.list.request'],
  },
  {
    what: 'a wrong prefix of all that is about bookings',
    server: async (answered) => {
      const answer = await answered()
      return answer.status === 404 ? json(404, { code: 'NOT_FOUND', message: 'not found' }) : answer
    },
    profile: `operations:
  reserve: { request: POST /v1/bookings }
  extend: { request: 'POST /v1/bookings/{id}/extend' }
  get: { request: 'GET /v1/bookings/{id}' }
  cancel: { request: 'DELETE /v1/bookings/{id}' }`,
    exit: 2,
    says: ["reserve: { request: 'POST /bookings' }", 'operations.reserve.request', 'NOT_FOUND: not found'],
  },
  {
    what: 'a wrong prefix where the target says so in a code',
    server: async (answered, { path }) =>
      path.startsWith('/v1/') || /^\/[^/]*-/.test(path)
        ? json(404, { code: 'no-such-path', message: 'nothing' })
        : answered(),
    profile: `operations: { get: { request: 'GET /v1/bookings/{id}' }, extend: null }`,
    exit: 2,
    says: ["get: { request: 'GET /bookings/{id}' }", 'no-such-path: nothing'],
  },
  {
    what: 'a wrong method of cancel',
    profile: "operations: { cancel: { request: 'DELETE /bookings/{id}/cancel' } }",
    exit: 2,
    says: ["cancel: { request: 'POST /bookings/{id}/cancel' }", 'last seen ON_HOLD; a hold ends by itself'],
    left: 1,
  },
  {
    what: 'a wrong path of confirm',
    profile: "operations: { confirm: { request: 'PUT /bookings/{id}/confirmation' } }",
    exit: 2,
    says: ["confirm: { request: 'POST /bookings/{id}/confirm' }", 'was cancelled'],
  },
  {
    what: 'a wrong path of the availability check',
    profile: "operations: { availability: { request: 'POST /availability/calendar' } }",
    exit: 2,
    says: ["availability: { request: 'POST /availability' }"],
  },
  {
    what: 'a clock that is not there',
    profile: 'clock: { request: POST /__time, minutes: body:/advanceMinutes }',
    exit: 2,
    says: ['the clock of the profile cannot be moved: HTTP 404', 'clock: { request:'],
  },
  {
    what: 'the same account twice',
    profile: 'otherReseller: { headers: { Authorization: Bearer reference-token-a } }',
    exit: 2,
    says: ['OCTOSPEC_PROFILE', 'otherReseller.headers', 'credentials'],
  },
  {
    what: 'what starts late is what starts at any time',
    bookable:
      '{ productId: prod-transfer, optionId: opt-sedan }, lateStart: { productId: prod-transfer, optionId: opt-sedan }',
    exit: 2,
    says: ['OCTOSPEC_PROFILE', 'bookable.lateStart'],
  },
  {
    what: 'a gateway with nothing behind it',
    server: () => page(502, '<html><title>502 Bad Gateway</title>'),
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'HTTP 502', '502 Bad Gateway'],
  },
  {
    what: 'a gateway in place of the bookings alone',
    server: instead(isBooking, json(503, { message: 'no healthy upstream' })),
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'no healthy upstream'],
  },
  {
    what: 'https where the server speaks http',
    scheme: 'https',
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'a server that does not speak https there'],
  },
  {
    what: 'a wrong method of the availability check',
    profile: "operations: { availability: { request: 'GET /availability' } }",
    exit: 2,
    says: ["availability: { request: 'POST /availability' }"],
  },
  {
    what: 'nobody there',
    target: 'http://127.0.0.1:1',
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'ECONNREFUSED'],
  },
]

let reference: Reference
let server: TestServer
beforeEach(async () => {
  reference = await startReference()
})
afterEach(async () => {
  await server.close()
  await reference.close()
})

/** The reference service, as somebody would first meet it. */
async function meet({ server: answer }: Pick<Contact, 'server'>): Promise<string> {
  const real: Answering = forwardTo(reference.url)
  server = await startAnswering(async (request, body) => {
    const answered = (): Promise<PlainAnswer> => real(request, body)
    const [path = '/'] = (request.url ?? '/').split('?')
    return answer === undefined ? answered() : answer(answered, { method: request.method ?? 'GET', path, body })
  })
  return server.url
}

/** The bookings at the service that still hold something. */
async function leftThere(): Promise<number> {
  const listed = await fetch(`${reference.url}/bookings?pageSize=100`, {
    headers: { Authorization: 'Bearer reference-token-a' },
  })
  return (await listed.text()).match(/"status":"(ON_HOLD|CONFIRMED)"/g)?.length ?? 0
}

test.each(contacts)('first contact: $what', async (contact) => {
  const url = await meet(contact)
  const { target = '', headers = '{ Authorization: Bearer reference-token-a }' } = contact
  const files = {
    'p.yaml': `target: { url: '${target.startsWith('http') ? target : `${contact.scheme === undefined ? url : url.replace('http:', 'https:')}${target}`}', headers: ${headers} }
bookable: { standard: ${contact.bookable ?? '{ productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }'} }
${contact.profile ?? ''}
`,
  }
  const { exit, out, err } = await tryMain(['run', '--profile', 'p.yaml'], {
    files,
    ...(contact.env && { env: contact.env }),
  })
  for (const words of contact.says) expect(err).toContain(words)
  expect(exit).toBe(contact.exit)
  expect(err).not.toMatch(/\n\s+at /)
  expect(`${out}${err}`.trimEnd().split('\n').length, `${out}${err}`).toBeLessThanOrEqual(25)
  expect(await leftThere(), 'bookings that still hold something').toBe(contact.left ?? 0)
  const [, shown = err] = err.split(/(?=error OCTOSPEC)/)
  expect(plain(shown, url)).toMatchSnapshot()
})

/** A page without what is another each time. */
function plain(shown: string, url: string): string {
  return shown
    .replaceAll(url, 'URL')
    .replaceAll(url.replace('http:', 'https:'), 'URL')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replaceAll(/octospec\/[\d.]+/g, 'octospec/VERSION')
}
