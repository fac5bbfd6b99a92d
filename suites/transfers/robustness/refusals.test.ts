import { expect, test } from 'vitest'
import { answer, answerOf, exchange, noAnswer, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeAnswer } from '../judge.test.data.js'
import './refusals.js'

const said = (id: string, of: Answer): string | null => judgeAnswer(`robustness.${id}`, of)?.outcome ?? null
const refusal = answer({ error: 'NO' }, {}, 400)
const text = (body: string, type?: string): Answer =>
  answerOf(
    exchange({ response: { status: 400, headers: type === undefined ? {} : { 'content-type': type }, text: body } }),
    profile,
  )
const typed = (type: string | null, json: Answer['json'] = { error: 'NO' }): Answer =>
  answerOf(
    exchange({
      response: {
        status: 400,
        headers: type === null ? {} : { 'content-type': type },
        ...(json !== undefined && { json }),
      },
    }),
    profile,
  )

test('a refusal has a status of the 4xx class; server errors are left to their own clause', () => {
  const statuses = [400, 499, 302, 500]
  const ofClass = statuses.map((status) => said('refusal-is-client-error', answer({ error: 'NO' }, {}, status)))
  expect(ofClass).toEqual(['pass', 'pass', 'fail', null])
  const ofServer = statuses.map((status) => said('refusal-not-server-error', answer({ error: 'NO' }, {}, status)))
  expect(ofServer).toEqual(['pass', 'pass', 'pass', 'fail'])
})

test('an error under 200 is a refusal without a status of that class, an empty 2xx is none', () => {
  expect(said('refusal-is-client-error', answer({ fault: 'NO' }, {}, 200))).toBe('fail')
  expect(
    said('refusal-is-client-error', answerOf(exchange({ response: { status: 204, headers: {} } }), profile)),
  ).toBeNull()
})

test.each([
  [{ message: 'The booking is cancelled.' }, null],
  [{ code: 'CANCELLED', message: 'done' }, null],
  [{ error: null, errors: [], ok: true }, null],
  [{ status: 404, title: 'no-such-booking' }, 'fail'],
  [{ code: 'BOOKING_NOT_FOUND' }, 'fail'],
  [{ success: false, message: 'sorry' }, 'fail'],
])('a success in other words is no refusal: %j', (body, outcome) => {
  expect(said('refusal-is-client-error', answer(body, { purpose: 'cancel' }, 200))).toBe(outcome)
})

test('a gateway is not the target: nothing is said of its answers', () => {
  for (const status of [502, 503, 504])
    for (const id of [
      'refusal-is-client-error',
      'refusal-not-server-error',
      'refusal-is-json',
      'refusal-no-stack-trace',
    ])
      expect(said(id, answer('<h1>Bad Gateway</h1>', {}, status))).toBeNull()
})

test('nothing is said of answers that are no refusal, or that never came', () => {
  const ids = ['refusal-is-client-error', 'refusal-not-server-error', 'refusal-is-json', 'refusal-no-stack-trace']
  const accepted = answer({ uuid: 'b-1', status: 'ON_HOLD' })
  expect(ids.map((id) => said(id, accepted))).toEqual([null, null, null, null])
  expect([...ids, 'answer-says-json'].map((id) => said(id, noAnswer()))).toEqual([null, null, null, null, null])
})

test('a refusal is JSON: no page, no plain text and not nothing', () => {
  expect(said('refusal-is-json', refusal)).toBe('pass')
  const bodies = ['  <!DOCTYPE html><p>no</p>', '<html>', 'no such booking', '']
  const messages = bodies.map((body) => {
    const judged = judgeAnswer('robustness.refusal-is-json', text(body))
    return judged?.outcome === 'fail' ? judged.findings[0]?.message : judged?.outcome
  })
  expect(messages).toEqual([
    'the body of a refusal is an HTML page: reserve',
    'the body of a refusal is an HTML page: reserve',
    'the body of a refusal is no JSON: reserve',
    'the body of a refusal is empty: reserve',
  ])
})

test('a page that is sent as a JSON text is a page all the same, a text about markup is none', () => {
  expect(said('refusal-is-json', answer('<body>no</body>', {}, 400))).toBe('fail')
  expect(said('refusal-is-json', answer('use <html> nowhere', {}, 400))).toBe('pass')
})

test('a stack trace in a refusal is found where it stands, in JSON and in plain text', () => {
  const trace = 'Error: no\n    at reserve (/srv/app/bookings.js:12:7)\n    at handle (/srv/app/server.js:3:1)'
  expect(judgeAnswer('robustness.refusal-no-stack-trace', answer({ error: { stack: trace } }, {}, 400))).toMatchObject({
    findings: [{ pointer: '/error/stack' }],
  })
  expect(said('refusal-no-stack-trace', text(trace))).toBe('fail')
  expect(said('refusal-no-stack-trace', text(''))).toBe('pass')
  expect(said('refusal-no-stack-trace', refusal)).toBe('pass')
})

test('Content-Type says JSON of a JSON body, in any spelling of its own', () => {
  const types = ['application/json', 'Application/JSON; charset=utf-8', ' application/problem+json', 'text/json ;x=1']
  expect(types.map((type) => said('answer-says-json', typed(type)))).toEqual(['pass', 'pass', 'pass', 'pass'])
  const wrong = ['text/html', 'application/jsonp', 'json', 'text/plain; note=a/json']
  expect(wrong.map((type) => said('answer-says-json', typed(type)))).toEqual(['fail', 'fail', 'fail', 'fail'])
  expect(judgeAnswer('robustness.answer-says-json', typed(null))).toMatchObject({ findings: [{ received: null }] })
})

test('a bare word may be meant as plain text', () => {
  expect(said('answer-says-json', typed('text/plain', 'no'))).toBeNull()
  expect(said('answer-says-json', typed('text/plain', null))).toBeNull()
})
