import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { answer, profile } from '../suite/answer.test.data.js'
import type { Profile } from '../profile/profile.js'
import type { Exchange } from '../wire/exchange.js'
import type { TargetSession } from '../wire/session.js'
import { preflight } from './walk.js'

/** Which operation the first request was, where it did not keep the run from starting. */
async function started(more: Partial<Exchange>, of: Profile = profile): Promise<string> {
  const asked: string[] = []
  const act = (purpose: string) => () => {
    asked.push(purpose)
    return Promise.resolve(answer(null, { purpose, ...more }))
  }
  // preflight sends operations alone.
  const target = { send: (purpose: string) => act(purpose)() }
  await preflight({ for: () => target } as unknown as TargetSession, pack, of)
  return asked.join(' ')
}

const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text?: string,
): Partial<Exchange> => ({ response: { status, headers, ...(text !== undefined && { text }) } })

test('the first request is an availability check, or a search for transfers where there is none', async () => {
  expect(await started(answered(200))).toBe('availability')
  const of = { ...profile, operations: { ...profile.operations, availability: null } }
  expect(await started(answered(200), of)).toBe('transfers')
})

test.each([400, 404, 409, 422, 500, 501])('HTTP %i is for the checks to judge', async (status) => {
  expect(await started(answered(status, { 'content-type': 'text/plain' }, 'no <html> at the start'))).toBe(
    'availability',
  )
})

test.each(['rate-limited', 'too-large'] as const)('an answer that was %s is one', async (kind) => {
  expect(await started({ response: null, failure: { kind, message: kind } })).toBe('availability')
})

test('a target that does not answer cannot be tested', async () => {
  const silent = started({ response: null, failure: { kind: 'connection', message: 'ECONNREFUSED' } })
  await expect(silent).rejects.toMatchObject({
    code: 'OCTOSPEC_UNREACHABLE',
    message: expect.stringMatching(/^POST http:\/\/127\.0\.0\.1:1\/bookings got no answer: ECONNREFUSED\n/),
    remedy: expect.stringContaining('target.url'),
  })
  await expect(started({ response: null })).rejects.toThrow('got no answer: the connection failed')
})

test.each([502, 503, 504])('HTTP %i says that there is nothing behind a gateway', async (status) => {
  await expect(started(answered(status, { 'content-type': 'text/html' }, '<html>'))).rejects.toMatchObject({
    code: 'OCTOSPEC_UNREACHABLE',
    message: expect.stringContaining(`HTTP ${status}`),
  })
})

test.each([401, 403])('HTTP %i says that the credentials were refused', async (status) => {
  await expect(started(answered(status))).rejects.toMatchObject({
    code: 'OCTOSPEC_CREDENTIALS_REFUSED',
    message: expect.stringContaining(`HTTP ${status}`),
    remedy: expect.stringContaining('target.headers'),
  })
})

test.each([
  [{ 'content-type': 'Text/HTML; charset=utf-8' }, 'hello'],
  [{}, '  <!DOCTYPE html><p>'],
  [{}, '<HTML>'],
])('a page is no answer of an API: %j %s', async (headers, text) => {
  await expect(started(answered(200, headers, text))).rejects.toMatchObject({
    code: 'OCTOSPEC_NOT_AN_API',
    remedy: expect.stringContaining('target.url'),
  })
})
