import { answers, spoiled } from '../behaviour.test.data.js'
import type { Behaviour, Meeting } from '../behaviour.test.data.js'

const taken = { blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const
const undocumented = { blamed: 'the server', exits: [[1, 2], 1, 1, 1, 0] } as const

const unread = { blamed: 'nobody', exits: [3, 3, 3, 3, 0] } as const

const body = (make: (meeting: Meeting) => string | Buffer): Behaviour['act'] =>
  answers((meeting) => spoiled(meeting.answer, { body: make(meeting) }))

/** Writes something into each object that the good answer is or lists. */
const inserted = (members: string): Behaviour['act'] =>
  body(({ answer }) => answer.body.toString().replaceAll(/(^|\[|\},)\{"/g, `$1{${members},"`))

const nearlyTraces = JSON.stringify({
  error: 'NO',
  lines: '\n'.repeat(20_000),
  panics: 'panicked at '.repeat(2000),
  calls: 'at x('.repeat(4000),
})

/** A few of a megabyte cost as much as all the rest of a run, and what these do not freeze, the others do not. */
const mostBulky = 3
const longString = JSON.stringify('x'.repeat(1_048_000))
const newlines = '\n'.repeat(500_000)
const panics = JSON.stringify({ error: 'panicked at '.repeat(85_000) })

/** What a target may send for a body. */
export const bodies: readonly Behaviour[] = [
  { name: 'JSON of 10,000 levels', ...unread, act: body(() => '['.repeat(10_000) + ']'.repeat(10_000)) },
  {
    name: 'JSON of 30,000 members',
    ...undocumented,
    act: body(() => `{${Array.from({ length: 30_000 }, (_, at) => `"m${at}":1`).join(',')}}`),
  },
  { name: '400,000 levels that never end', ...unread, act: body(() => '['.repeat(400_000)) },
  { name: '38,000 objects', ...undocumented, exits: [3, 1, 1, 0, 0], act: body(() => `[${'{},'.repeat(37_999)}{}]`) },
  { name: 'numbers that JSON cannot hold', ...taken, act: inserted('"huge":1e400,"tiny":-1e400,"minus":-0') },
  {
    name: 'members that objects have',
    ...taken,
    act: inserted(
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":{"x":1},"valueOf":1,"hasOwnProperty":null',
    ),
  },
  { name: 'null', ...undocumented, act: body(() => 'null') },
  { name: 'an empty array', ...undocumented, exits: [2, 1, 1, 0, 0], act: body(() => '[]') },
  { name: 'a string of 1 MB', ...undocumented, act: body(({ count }) => (count > mostBulky ? '"x"' : longString)) },
  { name: 'an empty 200', ...undocumented, act: body(() => '') },
  { name: '204', ...undocumented, act: answers(() => 'HTTP/1.1 204 No Content\r\n\r\n') },
  {
    name: '204 with a body',
    ...undocumented,
    exits: [4, 3, 3, 4, 0],
    blamed: 'nobody',
    act: answers(({ answer }) => spoiled(answer, { status: '204 No Content' })),
  },
  {
    name: 'HTML with 200',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    act: answers(
      () =>
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 45\r\n\r\n<!doctype html><script>alert(1)</script><h1>x',
    ),
  },
  {
    name: '500,000 newlines',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answers(({ answer, count }) => spoiled(answer, { status: 400, body: count > mostBulky ? '\n' : newlines })),
  },
  {
    name: '85,000 panics',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answers(({ answer, count }) =>
      spoiled(answer, { status: 400, body: count > mostBulky ? '{"error":"panicked at "}' : panics }),
    ),
  },
  {
    name: 'texts that are nearly stack traces',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    moment: 'reserve',
    only: ['robustness.refusal-no-stack-trace'],
    instead: true,
    // That scenario sends reserves by the hundred: what a few do not freeze, the others do not.
    act: answers(({ answer, count }) =>
      spoiled(answer, { status: 400, body: count > 12 ? '{"error":"NO"}' : nearlyTraces }),
    ),
  },
]
