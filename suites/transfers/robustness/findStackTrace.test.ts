import { expect, test } from 'vitest'
import { findStackTrace } from './findStackTrace.js'

const traces = {
  node: 'TypeError: x is undefined\n    at reserve (/srv/app/bookings.js:42:11)',
  nodeAnonymous: 'Error\n    at /srv/app/server.js:7:3',
  java: 'java.lang.NullPointerException\n\tat com.example.Bookings.cancel(Bookings.java:31)',
  dotnet: 'System.Exception: no\n   at Acme.Bookings.Cancel(String id) in /src/Bookings.cs:line 12',
  python: 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in cancel',
  php: 'Uncaught Exception\n#0 /var/www/index.php(12): cancel()',
  go: 'panic: nil\n\ngoroutine 1 [running]:\nmain.main()',
  ruby: "app/models/booking.rb:12:in `cancel'",
  rust: "thread 'main' panicked at src/main.rs:4",
}

test.each(Object.entries(traces))('a trace of %s is found where it stands', (_runtime, trace) => {
  expect(findStackTrace({ error: 'X', details: [{ text: trace }] })).toEqual({
    pointer: '/details/0/text',
    text: trace,
  })
  expect(findStackTrace(trace)).toMatchObject({ pointer: '' })
})

test('a member that is called a stack is one', () => {
  expect(findStackTrace({ stack: ['a', 'b'] })).toMatchObject({ pointer: '/stack' })
  expect(findStackTrace({ stackTrace: 'cancel 12' })).toMatchObject({ pointer: '/stackTrace' })
})

test.each([
  'the booking starts at 10:30 (local time)',
  'Not found: at /bookings/123 there is nothing',
  'the hold ran out at 2027-01-01T10:00:00Z',
  'expirationMinutes must be a whole number from 20 to 200',
  'call us at +351 21 000 000',
  'see https://docs.example/errors#12 line 4',
])('an ordinary message is none: %s', (message) => {
  expect(findStackTrace({ error: 'BAD_REQUEST', errorMessage: message })).toBeNull()
  expect(findStackTrace(message)).toBeNull()
})

test('an empty stack is none, and nothing is none', () => {
  expect(findStackTrace({ stack: [] })).toBeNull()
  expect(findStackTrace(null)).toBeNull()
})

test.each([
  ['line breaks', '\n'.repeat(500_000)],
  ['beginnings of a panic', 'panicked at '.repeat(85_000)],
  ['beginnings of lines', '\nat '.repeat(250_000)],
  ['numbers', `at ${'(1:'.repeat(300_000)}`],
])('a mebibyte of %s is looked through in time', { timeout: 5000 }, (_, text) => {
  expect(findStackTrace({ list: [text, { text }] })).toBeNull()
  expect(findStackTrace(`${text.slice(0, 60_000)}\nTraceback (most recent call last)`)).not.toBeNull()
})
