import { answers, spoiled } from '../behaviour.test.data.js'
import type { Behaviour, Meeting } from '../behaviour.test.data.js'

const taken = { octospec: 'takes the answer', blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const
const undocumented = {
  octospec: 'the server does not answer as documented',
  blamed: 'the server',
  exits: [[1, 2], 1, 1, 1, 0],
} as const

const unread = {
  octospec: 'does not read it, and says so: what needed the answer is untested',
  blamed: 'nobody',
  exits: [3, 3, 3, 3, 0],
} as const

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
  {
    name: 'JSON of 10,000 levels',
    target: 'sends 10,000 arrays in each other',
    ...unread,
    act: body(() => '['.repeat(10_000) + ']'.repeat(10_000)),
  },
  {
    name: 'JSON of 30,000 members',
    target: 'sends an object of 30,000 members',
    ...undocumented,
    act: body(() => `{${Array.from({ length: 30_000 }, (_, at) => `"m${at}":1`).join(',')}}`),
  },
  {
    name: '10,000 levels in a member',
    target: 'adds a member of 10,000 levels to a good answer',
    ...unread,
    act: inserted(`"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  },
  {
    name: '300 levels in a member',
    target: 'adds a member of 300 levels to a good answer',
    ...unread,
    act: inserted(`"deep":${'['.repeat(300)}${']'.repeat(300)}`),
  },
  {
    name: '400,000 levels that never end',
    target: 'sends `[` 400,000 times',
    ...unread,
    act: body(() => '['.repeat(400_000)),
  },
  {
    name: '330,000 objects',
    target: 'answers 330,000 empty objects, which is less than a megabyte',
    ...unread,
    act: body(() => `[${'{},'.repeat(329_999)}{}]`),
  },
  {
    name: '38,000 objects',
    target: 'answers 38,000 empty objects',
    ...undocumented,
    exits: [3, 1, 1, 0, 0],
    act: body(() => `[${'{},'.repeat(37_999)}{}]`),
  },
  {
    name: 'numbers that JSON cannot hold',
    target: 'adds 1e400, -1e400 and -0 to a good answer',
    ...taken,
    act: inserted('"huge":1e400,"tiny":-1e400,"minus":-0'),
  },
  {
    name: 'members twice',
    target: 'gives each member of a good answer twice, the first time forged',
    ...taken,
    act: inserted('"uuid":"forged","id":"forged","status":"FORGED"'),
  },
  {
    name: 'members that objects have',
    target: 'adds `__proto__`, `constructor`, `toString`, `valueOf` and `hasOwnProperty`, as objects',
    ...taken,
    act: inserted(
      '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":{"x":1},"valueOf":1,"hasOwnProperty":null',
    ),
  },
  {
    name: 'a member called then',
    target: 'adds `then`, `catch` and `toJSON` to a good answer',
    ...taken,
    act: inserted('"then":{"x":1},"catch":1,"toJSON":{"x":1}'),
  },
  { name: 'null', target: 'answers `null`', ...undocumented, act: body(() => 'null') },
  { name: 'an empty array', target: 'answers `[]`', ...undocumented, exits: [2, 1, 1, 0, 0], act: body(() => '[]') },
  { name: 'a bare string', target: 'answers `"x"`', ...undocumented, act: body(() => '"x"') },
  {
    name: 'a string of 1 MB',
    target: 'answers a string of nearly a megabyte',
    ...undocumented,
    act: body(({ count }) => (count > mostBulky ? '"x"' : longString)),
  },
  {
    name: 'an array of nulls',
    target: 'answers 38,000 nulls',
    ...undocumented,
    exits: [3, 1, 1, 0, 0],
    act: body(() => `[${'null,'.repeat(37_999)}null]`),
  },
  { name: 'an empty 200', target: 'answers 200 without a body', ...undocumented, act: body(() => '') },
  {
    name: '204',
    target: 'answers 204 No Content',
    ...undocumented,
    act: answers(() => 'HTTP/1.1 204 No Content\r\n\r\n'),
  },
  {
    name: '204 with a body',
    target: 'answers 204 and sends a body, which HTTP does not allow',
    ...undocumented,
    exits: [4, 3, 3, 4, 0],
    octospec: 'no answer: the frame of the answer is broken',
    blamed: 'nobody',
    act: answers(({ answer }) => spoiled(answer, { status: '204 No Content' })),
  },
  {
    name: '205',
    target: 'answers 205 Reset Content',
    ...undocumented,
    act: answers(() => 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n'),
  },
  {
    name: 'HTML with 200',
    target: 'answers a page',
    octospec: 'at the first request: this is no API; later: the server does not answer as documented',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    act: answers(
      () =>
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 45\r\n\r\n<!doctype html><script>alert(1)</script><h1>x',
    ),
  },
  {
    name: '500,000 newlines',
    target: 'refuses with 500,000 newlines',
    octospec: 'the server refuses',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answers(({ answer, count }) => spoiled(answer, { status: 400, body: count > mostBulky ? '\n' : newlines })),
  },
  {
    name: '85,000 panics',
    target: 'refuses with `panicked at ` 85,000 times',
    octospec: 'the server refuses',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answers(({ answer, count }) =>
      spoiled(answer, { status: 400, body: count > mostBulky ? '{"error":"panicked at "}' : panics }),
    ),
  },
  {
    name: 'texts that are nearly stack traces',
    target: 'refuses with newlines, `panicked at ` and `at x(`, each thousands of times',
    octospec: 'the server refuses; looks for stack traces in linear time',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    only: { reserve: ['robustness.refusal-no-stack-trace'] },
    instead: true,
    // That scenario sends reserves by the hundred: what a few do not freeze, the others do not.
    act: answers(({ answer, count }) =>
      spoiled(answer, { status: 400, body: count > 12 ? '{"error":"NO"}' : nearlyTraces }),
    ),
  },
]
