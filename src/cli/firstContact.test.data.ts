import type { PlainAnswer } from './answering.test.data.js'

/** What is wrong at a first contact, and what the one page must say of it. */
export interface Contact {
  /** What the server answers in place of the reference service; undefined: what that answers. */
  readonly server?: (answered: () => Promise<PlainAnswer>, asked: Asked) => PlainAnswer | Promise<PlainAnswer>
  /** Lines of the profile beside target and bookable. */
  readonly profile?: string
  readonly target?: string
  readonly scheme?: 'https'
  readonly bookable?: string
  readonly headers?: string
  readonly env?: Readonly<Record<string, string>>
  /** 2 unless given. */
  readonly exit?: number
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
export const page = (status: number, body: string): PlainAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
})

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

export const contacts: Readonly<Record<string, Contact>> = {
  'JSON 404 on everything': {
    server: () => json(404, { error: 'NOT_FOUND', errorMessage: 'nothing here' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'NOT_FOUND: nothing here', 'target: { url:'],
  },
  'JSON 404 that repeats the path': {
    server: (_, { path }) => json(404, { message: `no route for ${path}`, requestId: Math.random() }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'no route for /availability'],
  },
  '500 on everything': {
    server: () => json(500, { error: 'INTERNAL_SERVER_ERROR' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'HTTP 500', 'INTERNAL_SERVER_ERROR', 'see the log of the server first'],
  },
  'a redirect on everything': {
    server: (_, { path }) => json(301, {}, { location: `https://api.supplier.example/octo${path}` }),
    says: [
      'OCTOSPEC_WRONG_ADDRESS',
      "target: { url: 'https://api.supplier.example/octo' }, only if https://api.supplier.example is the supplier's: it is not http://127.0.0.1:",
      'your token would be sent there',
    ],
  },
  'a redirect to another path of the same host': {
    server: (_, { path }) => ({ status: 302, headers: { location: `/octo${path}` }, body: '' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', "/octo' }\n"],
  },
  'a redirect to a login page': {
    server: () => ({ status: 302, headers: { location: '/login' }, body: '' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'location /login'],
  },
  '200 {} on everything': {
    server: () => json(200, {}),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'HTTP 200', 'the body has no members'],
  },
  '200 [] on everything': { server: () => json(200, []), says: ['nothing in it can be booked', 'an empty list'] },
  '200 with text on everything': {
    server: () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'its body is no JSON'],
  },
  'an HTML 404': {
    server: () => page(404, '<!doctype html><title>Not found | Shop</title>'),
    says: ['OCTOSPEC_NOT_AN_API', 'Not found | Shop'],
  },
  'an HTML home page': { server: () => page(200, '<html><h1>Welcome</h1>'), says: ['OCTOSPEC_NOT_AN_API', 'Welcome'] },
  'a header that everything wants': {
    server: () => json(400, { error: 'header Accept-Language is required' }),
    says: ['OCTOSPEC_WRONG_PROFILE', 'target: { headers: { Accept-Language: ... } }', "server's?  no"],
  },
  'a redirect to each path with a slash at its end': {
    server: (_, { path }) => ({ status: 301, headers: { location: `${path}/` }, body: '' }),
    says: ['OCTOSPEC_WRONG_ADDRESS', "operations: { availability: { request: 'POST /availability/' } }"],
  },
  'XML on everything': {
    server: () => ({
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: '<?xml version="1.0"?><error><message>use version 2</message></error>',
    }),
    says: ['OCTOSPEC_WRONG_ADDRESS', 'use version 2'],
  },
  'a wrong base path': { target: '/api/v1', says: ['OCTOSPEC_WRONG_ADDRESS', 'there is nothing here'] },
  'a wrong token': {
    headers: '{ Authorization: Bearer wrong }',
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'Authorization'],
  },
  'no token at all': { headers: '{}', says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'none is sent now'] },
  'a token of an empty variable': {
    headers: "{ Authorization: 'Bearer ${OCTO_TOKEN}' }",
    env: { OCTO_TOKEN: '' },
    says: ['OCTOSPEC_PROFILE', 'OCTO_TOKEN', 'empty'],
  },
  '403 with a reason': {
    server: () => json(403, { error: 'FORBIDDEN', errorMessage: 'this key is for production' }),
    says: ['OCTOSPEC_CREDENTIALS_REFUSED', 'this key is for production'],
  },
  'a limit on requests that is told by 403': {
    server: () => json(403, { message: 'API rate limit exceeded' }, { 'retry-after': '0' }),
    exit: 4,
    says: ['OCTOSPEC_RATE_LIMITED', 'HTTP 403 for a limit on requests, however often', 'API rate limit exceeded'],
  },
  'an unknown product': {
    bookable: '{ as: standard, productId: nothing, optionId: opt-sedan }',
    says: ['has no such option', 'bookable: [{ as: standard, productId:'],
  },
  'an unknown option': {
    bookable: '{ as: standard, productId: prod-transfer, optionId: nothing }',
    says: ['INVALID_OPTION_ID', 'bookable: [{ as: standard,'],
  },
  'a transfer in an envelope that the profile does not say': {
    server: rewritten(
      ({ path }) => path === '/transfers',
      (body) => ({ outcome: 'OK', load: body }),
    ),
    says: ['OCTOSPEC_WRONG_PROFILE', 'operations: { transfers: { at: /load } }'],
  },
  'a product that only reserve knows not': {
    server: instead(
      isReserve,
      json(400, { error: 'INVALID_PRODUCT_ID', errorMessage: 'The productId was missing or invalid' }),
    ),
    says: ['reserve was refused: INVALID_PRODUCT_ID', 'bookable: [{ as: standard,'],
  },
  'a reservation that wants units': {
    server: instead(isReserve, json(422, { title: 'Unprocessable', detail: 'unitItems is required' })),
    says: ['unitItems is required', 'operations: { reserve: { body: { unitItems: ... } } }'],
  },
  'a reservation that wants its key elsewhere': {
    server: instead(isReserve, json(422, { errors: { requestKey: ['must be a UUID'] } })),
    says: ["operations: { reserve: { idempotencyKey: 'body:/requestKey' } }", 'must be a UUID'],
  },
  'a reservation that wants more people': {
    server: instead(
      isReserve,
      json(400, { error: 'UNPROCESSABLE_ENTITY', errorMessage: 'minimal restrictions not met' }),
    ),
    says: ['reserve was refused: UNPROCESSABLE_ENTITY: minimal restrictions not met', 'unitItems'],
  },
  'days that are too soon to be asked for': {
    server: instead(isAvailability, json(400, { code: 'E7', message: 'dates must be at least 60 days ahead' })),
    says: ['dates must be at least 60 days ahead', "localDateStart: '{today+61}'", 'the server wants other days'],
  },
  'days that are too soon to be booked': {
    server: instead(isReserve, json(422, { message: 'book at least 3 weeks in advance' })),
    profile: "operations: { availability: { body: { from: '{today+7}', to: '{today+9}' } } }",
    says: ['reserve was refused: book at least 3 weeks in advance', "body: { from: '{today+22}', to: '{today+24}' }"],
  },
  'a product that is called otherwise and not known': {
    server: instead(isAvailability, json(404, { message: 'Experience prod-transfer was not found' })),
    says: ['the server does not know the experience', 'bookable: [{ as: standard, productId:'],
  },
  'an availability check that wants other members': {
    server: instead(isAvailability, json(400, { errors: [{ code: 'E1', message: 'missing field localDate' }] })),
    says: ['missing field localDate', 'operations: { availability: { body: { localDate: ... } } }'],
  },
  'a calendar with nothing in it': {
    server: instead(isAvailability, json(200, [])),
    says: ['nothing in it can be booked', '{today+60}'],
  },
  'a calendar that is closed': {
    server: rewritten(isAvailability, (items) =>
      items.map((item) => ({ ...item, available: false, status: 'CLOSED' })),
    ),
    says: ['closed or sold out', 'operations.availability'.slice(0, 10)],
  },
  'availabilities in an envelope': {
    server: rewritten(isAvailability, (items) => ({ data: { slots: items } })),
    says: ['items: /data/slots', 'a list at /data/slots'],
  },
  'an availabilityId of another name': {
    server: rewritten(isAvailability, (items) =>
      items.map(({ id, availabilityId: _, ...rest }) => ({ ...rest, slot: { uuid: id } })),
    ),
    says: ['availabilityId: /slot/uuid', 'there is   a list at the top'],
  },
  'a wrong pointer for the id of a booking': {
    profile: 'booking: { id: /bookingId }',
    says: ['booking: { id: /uuid }', 'no text at /bookingId; the answer has /uuid', 'was cancelled'],
  },
  'a booking in an envelope': {
    server: rewritten(isReserve, (booking) => ({ data: booking, ok: true })),
    says: ['no text at /uuid; the answer has /data/uuid', 'booking: { at: /data, id: /uuid }, if', 'was cancelled'],
  },
  'a list in an envelope': {
    server: rewritten(isList, (items) => ({ results: items, total: items.length })),
    says: ['operations: { list: { items: /results } }', "no list at ''"],
  },
  'a list of edges around the bookings': {
    server: rewritten(isList, (items) => ({ edges: items.map((node) => ({ cursor: 'c', node })) })),
    profile: 'operations: { list: { items: /edges } }',
    says: ['operations: { list: { items: /edges/*/node } }', 'no text at /uuid of an item; it has cursor, node/...'],
  },
  'a list whose items are looked for in the wrong member of its edges': {
    server: rewritten(isList, (items) => ({ edges: items.map((node) => ({ cursor: 'c', node })) })),
    profile: "operations: { list: { items: '/edges/*/booking' } }",
    says: ['operations: { list: { items: /edges/*/node } }', "no item of the list stands at '/edges/*/booking'"],
  },
  'a list whose items go by the ids of the bookings that they wrap': {
    server: rewritten(isList, (items) => ({ data: items.map((item) => ({ uuid: item['uuid'], attributes: item })) })),
    profile: 'operations: { list: { items: /data } }',
    says: ['items: /data/*/attributes } }', 'no text at /status of an item; it has uuid, attributes/...'],
  },
  'a wrong path of get': {
    profile: "operations: { get: { request: 'GET /reservation/{id}' } }",
    says: ["get: { request: 'GET /bookings/{id}' }", 'operations.get.request', 'there is nothing here'],
  },
  'a wrong path of list': {
    profile: "operations: { list: { request: 'GET /reservations' } }",
    says: ["list: { request: 'GET /bookings' }", 'operations.list.request'],
  },
  'a wrong prefix of all that is about bookings': {
    server: async (answered) => {
      const answer = await answered()
      return answer.status === 404 ? json(404, { code: 'NOT_FOUND', message: 'not found' }) : answer
    },
    profile: `operations:
  reserve: { request: POST /v1/bookings }
  extend: { request: 'POST /v1/bookings/{id}/extend' }
  get: { request: 'GET /v1/bookings/{id}' }
  cancel: { request: 'DELETE /v1/bookings/{id}' }`,
    says: ["reserve: { request: 'POST /bookings' }", 'operations.reserve.request', 'NOT_FOUND: not found'],
  },
  'a wrong prefix where the target says so in a code': {
    server: async (answered, { path }) =>
      path.startsWith('/v1/') || /^\/[^/]*-/.test(path)
        ? json(404, { code: 'no-such-path', message: 'nothing' })
        : answered(),
    profile: `operations: { get: { request: 'GET /v1/bookings/{id}' }, extend: null }`,
    says: ["get: { request: 'GET /bookings/{id}' }", 'no-such-path: nothing'],
  },
  'a wrong method of cancel': {
    profile: "operations: { cancel: { request: 'DELETE /bookings/{id}/cancel' } }",
    says: ["cancel: { request: 'POST /bookings/{id}/cancel' }", 'last seen ON_HOLD; it ends by itself'],
    left: 1,
  },
  'a method that is not offered, in words that nobody else has': {
    server: instead(
      ({ method, path }) => method === 'GET' && path === '/orders',
      json(405, { avvik: { kode: 'METODE', tekst: 'Use POST' } }, { allow: 'POST' }),
    ),
    profile: 'operations: { list: { request: GET /orders } }',
    says: ['HTTP 405: the path is there, but not with this method (Allow: POST)', 'Use POST'],
  },
  'a wrong path of confirm': {
    profile: "operations: { confirm: { request: 'PUT /bookings/{id}/confirmation' } }",
    says: ["confirm: { request: 'POST /bookings/{id}/confirm' }", 'was cancelled'],
  },
  'a wrong path of the availability check': {
    profile: "operations: { availability: { request: 'POST /availability/calendar' } }",
    says: ["availability: { request: 'POST /availability' }"],
  },
  'transfers that want a pick-up': {
    server: instead(({ path }) => path === '/transfers', json(400, { message: 'pickUp and dropOff are required' })),
    says: [
      'transfers was refused: pickUp and dropOff are required',
      'operations: { transfers: { body: { pickUp: ..., dropOff: ... } } }',
    ],
  },
  'an availability check of a quote that is refused': {
    server: instead(({ path }) => path === '/transfers', json(422, { message: 'dropOff is missing' })),
    profile: "operations: { availability: { body: { transfer: '{quote:/id}' } } }",
    says: ['transfers was refused: dropOff is missing'],
  },
  'a template that leads nowhere in the quote': {
    profile: "operations: { reserve: { headers: { X-Option: '{option:/uuid}' } } }",
    says: ['{option:/uuid}, and the option that was answered has nothing there'],
  },
  'a template of a name that nothing has': {
    profile: "operations: { reserve: { body: { quote: '{quotation:/id}' } } }",
    says: ['{quotation:/id}, and no quotation was answered'],
  },
  'a clock that is not there': {
    profile: 'clock: { request: POST /__time, minutes: body:/advanceMinutes }',
    says: ['the clock of the profile cannot be moved: HTTP 404', 'clock: { request:'],
  },
  'the same account twice': {
    profile: 'otherReseller: { headers: { Authorization: Bearer reference-token-a } }',
    says: ['OCTOSPEC_PROFILE', 'otherReseller.headers', 'credentials'],
  },
  'what starts late is what starts at any time': {
    bookable:
      '{ as: standard, productId: prod-transfer, optionId: opt-sedan }, { as: late, productId: prod-transfer, optionId: opt-sedan }',
    says: ['OCTOSPEC_PROFILE', 'bookable.1'],
  },
  'a gateway with nothing behind it': {
    server: () => page(502, '<html><title>502 Bad Gateway</title>'),
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'HTTP 502', '502 Bad Gateway'],
  },
  'a gateway in place of the bookings alone': {
    server: instead(isBooking, json(503, { message: 'no healthy upstream' })),
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'no healthy upstream'],
  },
  'https where the server speaks http': {
    scheme: 'https',
    exit: 4,
    says: ['OCTOSPEC_UNREACHABLE', 'a server that does not speak https there'],
  },
  'a wrong method of the availability check': {
    profile: "operations: { availability: { request: 'GET /availability' } }",
    says: ["availability: { request: 'POST /availability' }"],
  },
  'nobody there': { target: 'http://127.0.0.1:1', exit: 4, says: ['OCTOSPEC_UNREACHABLE', 'ECONNREFUSED'] },
}
