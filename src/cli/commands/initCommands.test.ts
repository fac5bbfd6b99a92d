import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startAnswering, type PlainAnswer, type TestServer } from '../answering.test.data.js'
import { tryMain } from '../testIo.test.data.js'
import { accounts, init, json, leftAt, reference } from './initOnReference.test.data.js'

type Members = Readonly<Record<string, unknown>>

/** The requests of the reference service by the commands of a server that has one path for all of them. */
const commands: Readonly<Record<string, readonly [method: string, path: string]>> = {
  quoteTransfer: ['POST', '/transfers'],
  checkAvailability: ['POST', '/availability'],
  reserveBooking: ['POST', '/bookings'],
  extendBooking: ['POST', '/bookings/{id}/extend'],
  confirmBooking: ['POST', '/bookings/{id}/confirm'],
  updateBooking: ['PATCH', '/bookings/{id}'],
  cancelBooking: ['POST', '/bookings/{id}/cancel'],
  getBooking: ['GET', '/bookings/{id}'],
  listBookings: ['GET', '/bookings'],
}
const listInputs = ['page', 'pageSize', 'sortField', 'sortOrder', 'bookingType']

/** A run sends bodies that are cut off, too. */
function sentIn(body: string): Members | null {
  try {
    return body === '' ? {} : JSON.parse(body)
  } catch {
    return null
  }
}

/** The reference service, as one that takes commands alone, at one path. */
async function commanded(real: string): Promise<TestServer> {
  const server = await startAnswering(async ({ url = '', headers }, body): Promise<PlainAnswer> => {
    const sent = sentIn(body)
    if (sent === null) return json(400, { error: 'NO_JSON' })
    const { command, bookingId, ...rest } = sent
    const [method, path] = (url === '/rpc' && commands[String(command)]) || []
    if (method === undefined || path === undefined) return json(404, { error: 'NO_SUCH_COMMAND' })
    const to = new URL(path.replace('{id}', encodeURIComponent(String(bookingId))), real)
    for (const each of listInputs)
      if (command === 'listBookings' && rest[each] !== undefined) to.searchParams.set(each, String(rest[each]))
    const kept = ['authorization', 'octo-capabilities'].flatMap((each): [string, string][] => {
      const value = headers[each]
      return typeof value === 'string' ? [[each, value]] : []
    })
    const isRead = method === 'GET'
    const got = await fetch(to, {
      method,
      headers: { ...Object.fromEntries(kept), 'content-type': 'application/json' },
      ...(!isRead && { body: JSON.stringify(rest) }),
    })
    const answer = json(got.status, await got.json())
    const capabilities = got.headers.get('octo-capabilities')
    return {
      ...answer,
      headers: { ...answer.headers, ...(capabilities !== null && { 'octo-capabilities': capabilities }) },
    }
  })
  onTestFinished(() => server.close())
  return server
}

async function verified(cwd: string): Promise<{ readonly verified: number; readonly broken: number }> {
  await tryMain(['run', '--profile', 'p.yaml', '--out', 'run', '--effort', 'low'], { env: accounts.default.env, cwd })
  const { summary }: { summary: { must: { verified: number; broken: number } } } = JSON.parse(
    readFileSync(join(cwd, 'run', 'report.json'), 'utf8'),
  )
  return summary.must
}

test('where nothing describes commands, it is said how to begin, and what was begun is learned to the end', async () => {
  const server = await reference()
  const { url } = await commanded(server.url)
  const alone = await init(url, 'default', ['--option', 'opt-sedan'])
  expect(alone.exit).toBe(2)
  expect(alone.io.err()).toContain("operations: { availability: { request: 'POST /path', body: { command: NAME } } }")
  const lines = Object.entries({
    transfers: 'quoteTransfer',
    reserve: 'reserveBooking',
    extend: 'extendBooking',
    confirm: 'confirmBooking',
    update: 'updateBooking',
    cancel: 'cancelBooking',
    get: 'getBooking',
    list: 'listBookings',
  }).map(([name, command]) => {
    const id = ['transfers', 'reserve', 'list'].includes(name) ? '' : ', id: body:/bookingId'
    return `  ${name}: { request: POST /rpc, body: { command: ${command} }${id} }`
  })
  const begun = `target: { url: '${url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
otherReseller: { headers: { Authorization: 'Bearer \${TOKEN_B}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
operations:
  availability:
    request: POST /rpc
    body: { command: checkAvailability, localDateStart: '{today+30}', localDateEnd: '{today+36}' }
${lines.join('\n')}
`
  const { exit, io } = await tryMain(['init', url, '--profile', 'begun.yaml', '--allow-confirm', '--out', 'p.yaml'], {
    env: accounts.default.env,
    files: { 'begun.yaml': begun },
  })
  expect(exit, io.both()).toBe(0)
  expect(leftAt(server)).toEqual([])
  expect(parse(readFileSync(join(io.cwd, 'p.yaml'), 'utf8'))).toMatchObject({
    operations: { list: { pageSize: 'body:/pageSize', page: 'body:/page' } },
  })
  const must = await verified(io.cwd)
  expect(must.broken).toBe(0)
  expect(must.verified).toBeGreaterThanOrEqual(100)
})
