import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { forwardTo, startAnswering, type Answering, type PlainAnswer } from './answering.test.data.js'
import { hurriedClock } from './hostile/hurriedClock.test.data.js'
import { tryMain } from './testIo.test.data.js'

/** A run on what stands before the reference service, and what it tells of causes. */
async function runOn(
  front: (real: Answering, url: string) => Answering,
): Promise<{
  readonly out: string
  readonly causes: readonly { readonly text: string; readonly checks: readonly string[] }[]
}> {
  // Nobody waits for what is never shown.
  const clock = hurriedClock()
  const reference = await startReference({ now: () => clock.now() })
  onTestFinished(() => reference.close())
  const { url, close } = await startAnswering(front(forwardTo(reference.url), reference.url))
  onTestFinished(() => close())
  const profile = `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
otherReseller: { headers: { Authorization: Bearer reference-token-b } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
clock: { request: POST /__clock, minutes: 'body:/advanceMinutes', now: /now }
`
  const argv = ['run', '--profile', 'p.yaml', '--out', 'here', '--effort', 'low']
  const { exit, out, io } = await tryMain(argv, { files: { 'p.yaml': profile }, clock })
  expect(exit, io.both()).toBe(1)
  const { causes } = JSON.parse(readFileSync(join(io.cwd, 'here', 'report.json'), 'utf8'))
  return { out, causes }
}

test('a server that scopes nothing by reseller is told so once, with all that follows from it', async () => {
  const { out, causes } = await runOn((_, url) =>
    forwardTo(url, { 'Bearer reference-token-b': 'Bearer reference-token-a' }),
  )
  const cause = causes.find(({ text }) => text.startsWith('bookings are not scoped by reseller'))
  expect(cause?.checks.length).toBeGreaterThan(9)
  expect(out.match(/not scoped by reseller/gi)).toHaveLength(1)
})

test('a mock, which answers every request with its example, is told to keep no state, once', async () => {
  const { out, causes } = await runOn((_, url) => {
    const examples = examplesOf(url)
    return async (request) => {
      const [path = ''] = (request.url ?? '').split('?')
      const shape = `${request.method ?? ''} ${path.replace(/^\/bookings\/[^/]+/, '/bookings/ID')}`
      const isKnown = /reference-token-[ab]$/.test(request.headers.authorization ?? '') || path === '/__clock'
      return isKnown ? ((await examples).get(shape) ?? json(404)) : json(401)
    }
  })
  const cause = causes.find(({ text }) => text.startsWith('the target keeps no state'))
  expect(cause?.checks.length).toBeGreaterThan(9)
  expect(out.match(/keeps no state/g)).toHaveLength(1)
})

/** What the service answers to each of its requests once, where it goes well. */
async function examplesOf(url: string): Promise<ReadonlyMap<string, PlainAnswer>> {
  const examples = new Map<string, PlainAnswer>()
  const ask = async (method: string, path: string, body: object = {}): Promise<Record<string, string>> => {
    const headers = {
      authorization: 'Bearer reference-token-a',
      'content-type': 'application/json',
      'octo-capabilities': 'octo/pricing',
    }
    const got = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    const text = await got.text()
    const shape = `${method} ${path.replace(/^\/bookings\/[^/]+/, '/bookings/ID')}`
    examples.set(shape, { status: got.status, headers: { 'content-type': 'application/json' }, body: text })
    return JSON.parse(text)
  }
  const sold = { productId: 'prod-transfer', optionId: 'opt-sedan' }
  await ask('POST', '/transfers', { currency: 'EUR' })
  const [slot = ''] = Object.values(await ask('POST', '/availability', sold)).map((each) =>
    Reflect.get(Object(each), 'id'),
  )
  const { uuid = '' } = await ask('POST', '/bookings', { ...sold, availabilityId: slot, expirationMinutes: 60 })
  await ask('GET', `/bookings/${uuid}`)
  await ask('GET', '/bookings')
  await ask('POST', `/bookings/${uuid}/extend`, { expirationMinutes: 60 })
  await ask('PATCH', `/bookings/${uuid}`, { resellerReference: 'V-1' })
  await ask('POST', `/bookings/${uuid}/confirm`)
  await ask('POST', `/bookings/${uuid}/cancel`)
  await ask('POST', '/__clock', { advanceMinutes: 0 })
  return examples
}

function json(status: number): PlainAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: '{"error":"NO"}' }
}
