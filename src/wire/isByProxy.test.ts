import { Client, EnvHttpProxyAgent } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { isByProxy } from './network.js'

afterEach(() => vi.unstubAllEnvs())

const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'no_proxy', 'NO_PROXY']
/** Nobody listens there. */
const proxy = 'http://127.0.0.1:1'

/** The environment is that of a process on Linux: names in capitals are other names. */
function setting(env: Readonly<Record<string, string>>): void {
  for (const name of names) vi.stubEnv(name, env[name])
}

/** What undici does, which makes connections of its own to what it reaches without a proxy. */
async function undiciAsksProxy(origin: string): Promise<boolean> {
  let direct = false
  const connect = (_: unknown, tell: (error: Error, socket: null) => void): void => {
    direct = true
    tell(new Error('not for real'), null)
  }
  const agent = new EnvHttpProxyAgent({ connect, factory: (to, options) => new Client(to, options) })
  await agent.request({ origin, path: '/', method: 'GET' }).catch(() => undefined)
  await agent.destroy()
  return !direct
}

test.each([
  // By its own port alone.
  ['api.corp:8443', 'https://api.corp', true],
  ['api.corp:8443', 'https://api.corp:8443', false],
  ['api.corp:443', 'https://api.corp', false],
  ['api.corp:80', 'http://api.corp', false],
  ['api.corp:443', 'http://api.corp', true],
  ['api.corp:0443', 'https://api.corp', false],
  ['api.corp:0', 'https://api.corp', false],
  ['api.corp:123456', 'https://api.corp', true],
  ['api.corp:', 'https://api.corp', true],
  ['api.corp', 'https://api.corp:8443', false],
  // In any case.
  ['API.corp', 'https://api.corp', false],
  ['API.Corp:443', 'https://api.CORP', false],
  // With what is below it, and what is beside it not.
  ['corp', 'https://api.corp', false],
  ['.corp', 'https://api.corp', false],
  ['*.corp', 'https://api.corp', false],
  ['*.corp:443', 'https://api.corp', false],
  ['.corp', 'https://corp', false],
  ['orp', 'https://api.corp', true],
  ['api.corp.', 'https://api.corp', true],
  ['**.corp', 'https://api.corp', true],
  ['api.*', 'https://api.corp', true],
  // All, where it stands alone.
  ['*', 'https://api.corp', false],
  ['*,other', 'https://api.corp', true],
  [' *', 'https://api.corp', true],
  ['*:443', 'https://api.corp', true],
  // In a list.
  ['other, api.corp', 'https://api.corp', false],
  ['other\tapi.corp,', 'https://api.corp', false],
  [',, ,', 'https://api.corp', true],
  ['', 'https://api.corp', true],
  ['.', 'https://api.corp', true],
  ['.', 'https://api.corp.', false],
  [':443', 'https://api.corp', true],
  // Addresses.
  ['[2001:db8::1]', 'https://[2001:db8::1]', false],
  ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443', false],
  ['2001:db8::1', 'https://[2001:db8::1]', true],
  ['192.0.2.0/24', 'https://192.0.2.7', true],
])('NO_PROXY=%j and %s: by way of the proxy is %s, as undici has it', async (listed, origin, expected) => {
  setting({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: listed })
  expect(isByProxy(origin)).toBe(expected)
  expect(await undiciAsksProxy(origin)).toBe(expected)
})

test.each([
  [{ HTTPS_PROXY: proxy }, 'https://api.corp', true],
  [{ HTTPS_PROXY: proxy }, 'http://api.corp', false],
  [{ HTTP_PROXY: proxy }, 'https://api.corp', true],
  [{ HTTP_PROXY: proxy, https_proxy: '' }, 'https://api.corp', true],
  [{ HTTP_PROXY: proxy, http_proxy: '' }, 'http://api.corp', false],
  [{ HTTP_PROXY: proxy, NO_PROXY: 'api.corp', no_proxy: '' }, 'http://api.corp', true],
  [{}, 'https://api.corp', false],
])('%j and %s: by way of a proxy is %s, as undici has it', async (env, origin, expected) => {
  setting({ ...env })
  expect(isByProxy(origin)).toBe(expected)
  expect(await undiciAsksProxy(origin)).toBe(expected)
})

test('this machine is reached without', () => {
  setting({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy })
  for (const origin of ['http://localhost:4010', 'https://127.0.0.1', 'http://[::1]:80'])
    expect(isByProxy(origin)).toBe(false)
})
