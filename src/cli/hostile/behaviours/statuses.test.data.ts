import { answers, moments, answersAndCloses, bytesOf, spoiled } from '../behaviour.test.data.js'
import type { Behaviour, Exits } from '../behaviour.test.data.js'
import { elsewhere } from '../hostileServer.test.data.js'

const json = { 'content-type': 'application/json' }
const refused: Exits = [[1, 2], 1, 1, 1, 0]
/** Nothing is told by where it leads. */
const ledAway: Exits = [[1, 2, 3], 3, 3, 3, 0]

function answered(
  status: string,
  headers: Readonly<Record<string, string>> = {},
  body = '{"error":"NO"}',
): Behaviour['act'] {
  return answers(() => bytesOf(status, { ...json, ...headers }, body))
}

const redirects: Readonly<Record<string, string>> = {
  'a file': 'file:///etc/passwd',
  'the metadata of a cloud': 'http://169.254.169.254/latest/meta-data/',
  'another path': elsewhere,
  nonsense: 'http://[::1',
}

const gateway: readonly (readonly [number, string])[] = [
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
  [408, 'Request Timeout'],
  [511, 'Network Authentication Required'],
  [520, 'Web Server Returned an Unknown Error'],
  [524, 'A Timeout Occurred'],
  [530, 'Origin Unreachable'],
]

const waits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'without a Retry-After': {},
  'with a Retry-After of a day': { 'retry-after': '86400' },
  'with a negative Retry-After': { 'retry-after': '-5' },
  'with a Retry-After that is none': { 'retry-after': 'NaN' },
  'with a Retry-After in the year 9999': { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  'with a Retry-After beyond all numbers': { 'retry-after': '9'.repeat(400) },
}

/** What a target may say instead of performing a request, or after having performed it. */
export const statuses: readonly Behaviour[] = [
  ...Object.entries(redirects).map(([name, location]): Behaviour => ({
    name: `a redirect to ${name}`,
    target: `answers 307 with \`Location: ${location}\``,
    octospec: 'never follows it: what rests on it is left untested',
    blamed: 'nobody',
    exits: ledAway,
    instead: true,
    act: answered('307 Temporary Redirect', { location }),
  })),
  {
    name: 'a redirect to itself',
    target: 'answers 308 with its own address',
    octospec: 'never follows it: what rests on it is left untested',
    blamed: 'nobody',
    exits: ledAway,
    instead: true,
    act: answers(({ request }) => bytesOf('308 Permanent Redirect', { ...json, location: request.path })),
  },
  {
    name: '401',
    target: 'refuses the credentials',
    octospec: 'at the first request: the credentials are refused; later, from one operation alone: the server refuses',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answered('401 Unauthorized'),
  },
  {
    name: '401 from the second request on',
    target: 'accepts the credentials once, and then never again',
    stays: true,
    instead: 'after the first',
    octospec: 'aborts: credentials that were good are refused everywhere',
    blamed: 'nobody',
    exits: [[2, 4], 4, 4, 4, 4],
    // It takes some refusals in a row to tell lost credentials from a server that refuses wrongly.
    only: Object.fromEntries(moments.map((moment) => [moment, ['reserve.*', 'confirm.*', 'list.*']])),
    act: answers(({ answer, count }) =>
      count === 1 ? spoiled(answer, {}) : bytesOf('401 Unauthorized', json, '{"error":"UNAUTHORIZED"}'),
    ),
  },
  {
    name: '403',
    target: 'forbids',
    octospec: 'as with 401',
    blamed: 'the server',
    exits: [2, 1, 1, 1, 0],
    instead: true,
    act: answered('403 Forbidden'),
  },
  {
    name: '407',
    target: 'asks for credentials of a proxy',
    octospec: 'the server refuses; no credentials are sent to anybody for it',
    blamed: 'the server',
    exits: refused,
    instead: true,
    act: answered('407 Proxy Authentication Required', { 'proxy-authenticate': 'Basic realm="x"' }),
  },
  {
    name: '500',
    target: 'answers 500',
    octospec: 'the server refuses',
    blamed: 'the server',
    exits: refused,
    instead: true,
    act: answered('500 Internal Server Error'),
  },
  ...Object.entries(waits).map(([name, headers]): Behaviour => ({
    name: `429 for ever, ${name}`,
    target: `answers 429 to everything, ${name}`,
    octospec:
      'waits at most 30 s at a time, tries each request five to seven times, and aborts after three minutes of nothing else, with the key to set',
    blamed: 'nobody',
    exits: [4, [3, 4], 3, [3, 4], 0],
    instead: true,
    act: answered('429 Too Many Requests', headers),
  })),
  ...gateway.map(([status, reason]): Behaviour => ({
    name: `${status} for ever`,
    target: `a gateway answers ${status}`,
    octospec: 'sends a read again, never a write; what needed the answer is untested',
    blamed: 'nobody',
    exits: [4, 4, [3, 4], [3, 4], 0],
    act: answered(`${status} ${reason}`, {}, '<html>gateway</html>'),
  })),
  {
    name: '503 with a long Retry-After',
    target: 'a gateway answers 503 and asks to wait for a day',
    octospec: 'waits at most 2 s for a read, and sends no write again that is put off for more than 10 s',
    blamed: 'nobody',
    exits: [4, 4, [3, 4], [3, 4], 0],
    act: answered('503 Service Unavailable', { 'retry-after': '86400' }),
  },
  {
    name: 'a gateway at random',
    target:
      'performs each request, and answers every other as a gateway does: with 502, 503, 504, 408, 511, 520, 524 or 530',
    octospec: 'sends a read again, never a write; what needed the answer is untested',
    blamed: 'nobody',
    // Which requests meet it follows from their order, and it may be reads alone, which are sent again.
    exits: [[0, 3, 4], [0, 3], [0, 3], 0, 0],
    act: answers(({ answer, count }) => {
      const [status, reason] = gateway[Math.floor(count / 2) % gateway.length] ?? [502, '']
      return count % 2 === 0
        ? spoiled(answer, {})
        : bytesOf(`${status} ${reason}`, { 'content-type': 'text/html' }, '<html>')
    }),
  },
  {
    name: 'a gateway that closes',
    target: 'a gateway answers 502 without a length, and closes',
    octospec: 'sends a read again, never a write; what needed the answer is untested',
    blamed: 'nobody',
    exits: [4, 4, [3, 4], [3, 4], 0],
    act: answersAndCloses(() => 'HTTP/1.1 502 Bad Gateway\r\n\r\nbad gateway'),
  },
]
