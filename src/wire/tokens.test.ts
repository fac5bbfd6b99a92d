import { createServer as createProxy, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import { connect, type AddressInfo, type Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile, TokenRequest } from '../profile/profile.js'
import { answerOf } from '../suite/answer.test.data.js'
import { byProxy, connecting } from './network.js'
import { authority, clientCertificate, clientKey, serverCertificate, serverKey } from './certificates.test.data.js'
import { openTestSession, reply, serve, testProfile, type Handler, type TestServer } from './testTarget.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).reverse()) await close()
})

async function serving(handler: Handler): Promise<TestServer> {
  const server = await serve(handler)
  closing.push(server.close)
  return server
}

const bearer = { Authorization: 'Bearer {token}' }

/** A server that gives tokens, each good for so many seconds, and a session with a target that wants one. */
async function tokened(
  options: {
    readonly lasts?: number
    readonly token?: Partial<TokenRequest>
    readonly more?: Partial<Profile>
    readonly target?: Handler
  } = {},
) {
  let given = 0
  const login = await serving((_, response) => {
    given += 1
    reply(response, { access_token: `secret-token-${given}`, token_type: 'Bearer', expires_in: options.lasts ?? 3600 })
  })
  const target = await serving(options.target ?? ((_, response) => reply(response, { uuid: 'b', status: 'ON_HOLD' })))
  const token = {
    url: `${login.url}/oauth?x=1`,
    clientId: 'me & you',
    clientSecret: 'a secret: of mine',
    auth: 'basic',
  } as const
  const opened = openTestSession({
    ...testProfile(target.url),
    target: { url: target.url, environment: 'sandbox', headers: bearer, token: { ...token, ...options.token } },
    ...options.more,
  })
  closing.push(() => opened.session.close())
  return { ...opened, login, target }
}

test('a token is asked for once, by client credentials, and stands in no record', async () => {
  const { session, exchanges, login, target } = await tokened({
    token: { scope: 'bookings' },
    target: ({ headers }, response) => reply(response, { uuid: 'b', status: 'ON_HOLD', echoed: headers.authorization }),
  })
  await Promise.all([session.for('s').get('b'), session.for('s').get('b')])
  expect(target.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer secret-token-1',
    'Bearer secret-token-1',
  ])
  const [asked, ...more] = login.received
  expect(more).toEqual([])
  expect([asked?.method, asked?.url, asked?.body]).toEqual([
    'POST',
    '/oauth?x=1',
    'grant_type=client_credentials&scope=bookings',
  ])
  const pair = Buffer.from(asked?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString()
  expect(pair).toBe('me+%26+you:a+secret%3A+of+mine')
  expect(JSON.stringify(exchanges)).not.toMatch(/secret-token|a secret/)
  expect(exchanges[0]?.request.headers['Authorization']).toBe('Bearer ${TOKEN}')
  expect(session.redacted('so secret-token-1 is')).toBe('so [redacted:TOKEN] is')
})

test('the client may say who it is in the form', async () => {
  const { session, login } = await tokened({ token: { auth: 'body', audience: 'octo' } })
  await session.for('s').get('b')
  expect(login.received[0]?.headers.authorization).toBeUndefined()
  expect(new URLSearchParams(login.received[0]?.body).get('client_secret')).toBe('a secret: of mine')
})

test('a token is asked for anew before it ends', async () => {
  const { session, login, target, clock } = await tokened({ lasts: 600 })
  await session.for('s').get('b')
  clock.advance(539_000)
  await session.for('s').get('b')
  expect(login.received).toHaveLength(1)
  clock.advance(2000)
  await session.for('s').get('b')
  expect(target.received.map(({ headers }) => headers.authorization?.slice(-1))).toEqual(['1', '1', '2'])
})

test('a token that the target took once and takes no more is asked for anew, and the request sent again', async () => {
  const { session, login, target, exchanges } = await tokened({
    target: ({ headers }, response) =>
      headers.authorization === 'Bearer secret-token-1' && target.received.length > 1
        ? reply(response, { error: 'EXPIRED' }, 401)
        : reply(response, { uuid: 'b', status: 'ON_HOLD' }),
  })
  await session.for('s').get('b')
  expect((await session.for('s').cancel('b')).accepted).toBe(true)
  expect([login.received.length, target.received.length]).toEqual([2, 3])
  // Nothing is to be judged of the one that was not performed.
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual([undefined, 'token-ended', undefined])
  expect(exchanges.map((each) => answerOf(each).outcome)).toEqual(['accepted', 'none', 'accepted'])
})

test('a token by which a request was refused for another reason was taken as well', async () => {
  let asked = 0
  const { session, login } = await tokened({
    target(_, response) {
      asked += 1
      const status = [409, 401][asked - 1] ?? 200
      reply(response, status === 200 ? { uuid: 'b', status: 'ON_HOLD' } : { error: 'NO' }, status)
    },
  })
  expect((await session.for('s').get('b')).status).toBe(409)
  expect((await session.for('s').get('b')).accepted).toBe(true)
  expect(login.received).toHaveLength(2)
})

test('several requests that meet the end of one token are all sent again with the next', async () => {
  const held: (() => void)[] = []
  const { limits } = testProfile('http://127.0.0.1:1')
  const { session, login } = await tokened({
    // What is sent again waits for its turn.
    more: { limits: { ...limits, requestsPerSecond: 5 } },
    target({ headers }, response) {
      const isOld = headers.authorization === 'Bearer secret-token-1'
      const answer = (): void =>
        reply(response, isOld ? { error: 'EXPIRED' } : { uuid: 'b', status: 'ON_HOLD' }, isOld ? 401 : 200)
      if (login.received.length > 1 || taken === 0) {
        taken += 1
        return isOld ? reply(response, { uuid: 'b', status: 'ON_HOLD' }) : answer()
      }
      // Both are under way with it before either hears that it has ended, and they hear it together.
      held.push(answer)
      if (held.length === 2) for (const each of held.splice(0)) each()
    },
  })
  let taken = 0
  await session.for('s').get('b')
  const answers = await Promise.all([session.for('s').get('b'), session.for('s').get('b')])
  expect(answers.map(({ accepted }) => accepted)).toEqual([true, true])
  expect(login.received).toHaveLength(2)
})

test('one that the target never took is not asked for again', async () => {
  const { session, login, target } = await tokened({ target: (_, response) => reply(response, { error: 'NO' }, 401) })
  expect((await session.for('s').get('b')).status).toBe(401)
  expect([login.received.length, target.received.length]).toEqual([1, 1])
})

test('strangers carry none, and a wrong credential is not the token', async () => {
  const { session, login, target } = await tokened()
  await session.for('s').get('b', { as: 'nobody' })
  await session.for('s').get('b', { as: 'wrong' })
  expect(login.received).toEqual([])
  expect(target.received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    expect.stringMatching(/^Bearer octospec-wrong-/),
  ])
})

test('each account has a token of its own, or that of the first where a header alone tells them apart', async () => {
  const own = await tokened()
  const other = { url: `${own.login.url}/other`, clientId: 'b', clientSecret: 'secret-of-b', auth: 'basic' } as const
  const two = await tokened({ more: { otherReseller: { headers: {}, token: other } } })
  await two.session.for('s').get('b', { as: 'other' })
  expect([own.login.received.map(({ url }) => url), two.login.received]).toEqual([['/other'], []])
  const one = await tokened({ more: { otherReseller: { headers: { 'X-Reseller': 'b' } } } })
  await one.session.for('s').get('b', { as: 'other' })
  expect(one.target.received[0]?.headers).toMatchObject({ 'x-reseller': 'b', authorization: 'Bearer secret-token-1' })
})

test.each<[string, Handler, string]>([
  [
    'a refusal',
    (_, response) => reply(response, { error: 'invalid_client', error_description: 'a secret' }, 401),
    'HTTP 401 invalid_client',
  ],
  ['no token', (_, response) => reply(response, { token: 'x' }), 'no access_token that can be sent'],
  [
    'a token that breaks out of its header',
    (_, response) => reply(response, { access_token: 'abcdef\r\nX: y' }),
    'no access_token',
  ],
  ['a redirect', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'HTTP 302'],
  ['a cut connection', (_, response) => void response.destroy(), 'no token came from'],
])('%s stops the scenario, and nothing is sent to the target', async (_, handler, said) => {
  const login = await serving(handler)
  const { session, target } = await tokened({ token: { url: login.url } })
  await expect(session.for('s').get('b')).rejects.toThrow(said)
  await expect(session.for('s').get('b')).rejects.not.toThrow('a secret')
  expect(target.received).toEqual([])
})

const commanded = (command: string): Partial<Profile> => ({
  target: { url: 'http://127.0.0.1:1', environment: 'sandbox', headers: bearer },
  tokenCommands: { reseller: command, other: null },
})

test.each([
  ['the token alone', 'echo " secret-token-c "'],
  ['JSON', `echo '{"access_token":"secret-token-c","expires_in":60}'`],
])("a command of the user's own prints %s", async (_, command) => {
  const target = await serving((_received, response) => reply(response, { uuid: 'b', status: 'ON_HOLD' }))
  const { session, exchanges } = openTestSession({
    ...testProfile(target.url),
    ...commanded(command),
    target: { url: target.url, environment: 'sandbox', headers: {}, query: { key: '{token}' } },
  })
  closing.push(() => session.close())
  await session.for('s').get('b')
  expect(target.received[0]?.url).toBe('/bookings/b?key=secret-token-c')
  expect(JSON.stringify(exchanges)).not.toContain('secret-token-c')
})

test.each([
  ['exit 3', 'exit 3'],
  ['echo no token at all', 'printed no token'],
  ['echo "{"', 'printed no token'],
])(
  'a command that gives no token stops the scenario, and what it printed is told to nobody: %s',
  async (command, said) => {
    const { session } = openTestSession({
      ...testProfile('http://127.0.0.1:1'),
      ...commanded(`echo a-secret >&2; ${command}`),
    })
    closing.push(() => session.close())
    const failed = session.for('s').get('b')
    await expect(failed).rejects.toThrow(said)
    await expect(failed).rejects.not.toThrow('a-secret')
  },
)

/** A server that wants a certificate of the client. */
async function serveTls(listener: RequestListener): Promise<number> {
  const options = {
    cert: serverCertificate,
    key: serverKey,
    ca: authority,
    requestCert: true,
    rejectUnauthorized: true,
  }
  return listening(createServer(options, listener))
}

async function listening(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => void server.close(resolve)))
  // Listening on a port, a server's address is an object.
  return (server.address() as AddressInfo).port
}

const booking: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"uuid":"b","status":"ON_HOLD"}')
const client = { cert: clientCertificate, key: clientKey }

test('connections are made with the certificate of the client, and trust the authority of the profile', async () => {
  const url = `https://127.0.0.1:${await serveTls(booking)}`
  const heard = async (tls: Profile['tls']): Promise<string> => {
    const { session } = openTestSession({ ...testProfile(url), tls })
    closing.push(() => session.close())
    const { status, exchange } = await session.for('s').get('b')
    return status === null ? (exchange.failure?.message ?? '') : String(status)
  }
  expect(await heard({ ca: authority, ...client })).toBe('200')
  expect(await heard({ ...client })).toMatch(/certificate/i)
  // How a refusal of the client's certificate is told differs.
  expect(await heard({ ca: authority })).not.toBe('200')
})

test('a proxy of the environment is gone through, but for hosts that NO_PROXY names', async () => {
  const port = await serveTls(booking)
  const asked: string[] = []
  const proxy = createProxy().on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    const through = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(through).pipe(socket)
    })
    socket.on('error', () => through.destroy())
    through.on('error', () => socket.destroy())
  })
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${await listening(proxy)}`)
  const { session } = openTestSession({
    ...testProfile('https://supplier.test/octo'),
    tls: { ca: authority, ...client },
  })
  closing.push(() => session.close())
  expect((await session.for('s').get('b')).status).toBe(200)
  expect(asked).toEqual(['supplier.test:443'])
  vi.stubEnv('NO_PROXY', 'supplier.test')
  const { exchange } = await session.for('s').get('b')
  expect(exchange.failure?.message).toMatch(/supplier\.test/)
  expect(exchange.failure?.message).not.toContain(byProxy)
  expect(asked).toHaveLength(1)
})

test('a variable that is no address of a proxy hinders only the requests that would go by it', async () => {
  const heard = async (url: string, named: Readonly<Record<string, string>>): Promise<string | undefined> => {
    vi.unstubAllEnvs()
    for (const [name, value] of Object.entries(named)) vi.stubEnv(name, value)
    const { session } = openTestSession(testProfile(url))
    closing.push(() => session.close())
    return (await session.for('s').get('b')).exchange.failure?.message
  }
  const direct = expect.stringMatching(/^(?!.*proxy).*supplier\.test/)
  const no = 'proxy.corp:3128'
  expect(await heard('http://supplier.test', { HTTP_PROXY: no, NO_PROXY: 'supplier.test' })).toEqual(direct)
  expect(await heard('http://supplier.test', { HTTPS_PROXY: no })).toEqual(direct)
  expect(await heard('https://supplier.test', { HTTPS_PROXY: no, NO_PROXY: 'supplier.test' })).toEqual(direct)
  const hindered = expect.stringMatching(new RegExp(`^no http:// address .*, ${byProxy}$`))
  expect(await heard('http://supplier.test', { HTTP_PROXY: no, NO_PROXY: 'other.test' })).toEqual(hindered)
  expect(await heard('https://supplier.test', { HTTP_PROXY: no })).toEqual(hindered)
  expect(await heard('https://supplier.test', { HTTP_PROXY: no, HTTPS_PROXY: 'http://127.0.0.1:1' })).toMatch(
    new RegExp(`127\\.0\\.0\\.1.*${byProxy}`),
  )
})

test('this machine is reached without the proxy of the environment', async () => {
  vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
  const url = `https://127.0.0.1:${await serveTls(booking)}`
  const { session } = openTestSession({ ...testProfile(url), tls: { ca: authority, ...client } })
  closing.push(() => session.close())
  expect((await session.for('s').get('b')).status).toBe(200)
})

test('a proxy that is not there, or refuses, is told as that, with the variables to look at', async () => {
  const proxy = createProxy().on('connect', (_, socket) => {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  const refusing = `http://127.0.0.1:${await listening(proxy)}`
  for (const url of [refusing, 'http://127.0.0.1:1']) {
    vi.stubEnv('HTTPS_PROXY', url)
    const { session } = openTestSession(testProfile('https://supplier.test/octo'))
    closing.push(() => session.close())
    const { exchange } = await session.for('s').get('b')
    expect(exchange.failure?.message).toContain(byProxy)
    expect(connecting(exchange)).toContain('HTTPS_PROXY')
  }
})

test('a proxy that hangs, closes each connection or is no address is told as that as well, and asked once', async () => {
  let asked = 0
  const counted = (act: (socket: Duplex) => void): Server =>
    createProxy().on('connect', (_, socket) => {
      asked += 1
      act(socket)
    })
  const hanging = `http://127.0.0.1:${await listening(
    counted((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .on('end', () => socket.destroy()),
    ),
  )}`
  const shutting = `http://127.0.0.1:${await listening(counted((socket) => socket.destroy()))}`
  for (const url of [hanging, shutting, 'nonsense', 'proxy.corp:3128']) {
    vi.stubEnv('HTTPS_PROXY', url)
    const profile = testProfile('https://supplier.test/octo')
    const { session } = openTestSession({ ...profile, limits: { ...profile.limits, timeoutSeconds: 1 } })
    closing.push(() => session.close())
    const { exchange } = await session.for('s').confirm('b')
    expect(exchange.failure?.message).toContain(byProxy)
    expect(exchange.failure?.message).not.toContain('corp')
    expect(connecting(exchange)).toContain('HTTPS_PROXY')
  }
  expect(asked).toBeLessThanOrEqual(6)
})

test('what is lacking where a connection by TLS fails is told by its words', async () => {
  const url = `https://127.0.0.1:${await serveTls(booking)}`
  const lacking = async (tls: Profile['tls']): Promise<string | null> => {
    const { session } = openTestSession({ ...testProfile(url), tls })
    closing.push(() => session.close())
    return connecting((await session.for('s').get('b')).exchange, tls)
  }
  expect(await lacking({ ...client })).toContain('target.tls: { ca: FILE }')
  expect(await lacking({ ca: authority })).toContain('target.tls: { cert: FILE, key: FILE }')
  expect(await lacking({ ...client, ca: clientCertificate })).toContain('none of those named there')
})
