import { afterEach, expect, test } from 'vitest'
import { startAnswering, type PlainAnswer, type TestServer } from '../cli/answering.test.data.js'
import { testClock } from '../wire/testClock.test.data.js'
import { Stop } from '../wire/stop.js'
import { Asker } from './asker.js'

let server: TestServer
let asker: Asker
afterEach(async () => {
  await asker.close()
  await server.close()
})

/** An asker of six requests, two of them kept. Its server gives these answers in turn, and the last again and again. */
async function ask(answers: readonly PlainAnswer[], signal = new AbortController().signal): Promise<string[]> {
  const seen: string[] = []
  server = await startAnswering(async ({ method = '', url = '' }, body) => {
    seen.push(`${method} ${url} ${body}`.trim())
    const answer = answers[Math.min(seen.length, answers.length) - 1]
    if (answer === undefined) throw new TypeError('there is an answer to give')
    return answer
  })
  asker = new Asker({ url: server.url, headers: {}, clock: testClock(), signal, mostRequests: 6, kept: 2 })
  return seen
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): PlainAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('no more is sent than may be, and what ends bookings has some of it for itself', async () => {
  const seen = await ask([json(200, {})])
  const question = { method: 'GET', path: '/x' }
  for (let times = 0; times < 4; times += 1) await asker.ask(question, [])
  await expect(asker.ask(question, [])).rejects.toThrow(Stop)
  await asker.ask({ method: 'DELETE', path: '/x', ends: true }, [])
  await asker.ask({ method: 'DELETE', path: '/x', ends: true }, [])
  await expect(asker.ask({ method: 'DELETE', path: '/x', ends: true }, [])).rejects.toThrow(Stop)
  expect(seen.length).toBe(6)
})

test('429 is waited for, and told', async () => {
  await ask([json(429, {}), json(200, { ok: true })])
  const heard = await asker.ask({ method: 'GET', path: '/x' }, [])
  expect(heard.accepted).toBe(true)
  expect(asker.slowedTo).not.toBeNull()
})

test('a reservation that got no answer of the target is not sent again, a read is', async () => {
  const seen = await ask([json(503, {})])
  await asker.ask({ method: 'POST', path: '/x', books: 'key' }, [])
  expect(seen.length).toBe(1)
  await asker.ask({ method: 'GET', path: '/x' }, [])
  expect(seen.length).toBe(3)
})

test('a reservation with its key is sent again where the gateway says when, and no other write is', async () => {
  const busy = json(503, {}, { 'retry-after': '2' })
  const seen = await ask([busy, json(201, { uuid: '1' }), busy])
  const question = { method: 'POST', path: '/x', books: 'key', values: [['body:/uuid', 'key']] as const }
  expect((await asker.ask(question, [])).accepted).toBe(true)
  expect(seen).toEqual(['POST /x {"uuid":"key"}', 'POST /x {"uuid":"key"}'])
  await asker.ask({ method: 'POST', path: '/x', books: 'key' }, [])
  await asker.ask({ method: 'POST', path: '/x' }, [])
  expect(seen.length).toBe(4)
})

test('a reservation is not sent again where the gateway says much later', async () => {
  const seen = await ask([json(503, {}, { 'retry-after': '60' })])
  await asker.ask({ method: 'POST', path: '/x', books: 'key', values: [['body:/uuid', 'key']] }, [])
  expect(seen.length).toBe(1)
})

test('values go to their places, and an exchange names secrets instead of showing them', async () => {
  const seen = await ask([json(200, {})])
  const header = {
    name: 'X-Key',
    value: 'my-secret',
    written: '${KEY}',
    secrets: [{ name: 'KEY', value: 'my-secret' }],
  }
  const { exchange } = await asker.ask(
    {
      method: 'PUT',
      path: '/x/{id}',
      id: 'a/b',
      values: [
        ['body:/a/b', 1],
        ['query:q', 'v'],
      ],
      body: { c: [2] },
    },
    [header],
  )
  expect(seen).toEqual(['PUT /x/a%2Fb?q=v {"c":[2],"a":{"b":1}}'])
  expect(JSON.stringify(exchange)).not.toContain('my-secret')
  expect(exchange.request.headers['X-Key']).toBe('${KEY}')
})

test('an error in a success is no success', async () => {
  await ask([
    json(200, { error: 'NOT_FOUND' }),
    json(200, { title: 'no' }, { 'content-type': 'application/problem+json' }),
  ])
  expect((await asker.ask({ method: 'GET', path: '/x' }, [])).accepted).toBe(false)
  expect((await asker.ask({ method: 'GET', path: '/x' }, [])).accepted).toBe(false)
})
