import { answers, answersAndCloses, bytesOf, spoiled } from '../behaviour.test.data.js'
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
  'another path': elsewhere,
  nonsense: 'http://[::1',
}

const ofGateways = [502, 503, 504, 408, 511, 520, 524, 530]
const gateway = { blamed: 'nobody', exits: [4, 4, [3, 4], [3, 4], 0] } as const

const waits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'without a Retry-After': {},
  'with a Retry-After in the year 9999': { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  'with a Retry-After beyond all numbers': { 'retry-after': '9'.repeat(400) },
}

/** What a target may say instead of performing a request, or after having performed it. */
export const statuses: readonly Behaviour[] = [
  ...Object.entries(redirects).map(([name, location]): Behaviour => ({
    name: `a redirect to ${name}`,
    blamed: 'nobody',
    exits: ledAway,
    instead: true,
    act: answered('307 Temporary Redirect', { location }),
  })),
  {
    name: 'a redirect to itself',
    blamed: 'nobody',
    exits: ledAway,
    instead: true,
    act: answers(({ request }) => bytesOf('308 Permanent Redirect', { ...json, location: request.path })),
  },
  { name: '401', blamed: 'the server', exits: [2, 1, 1, 1, 0], instead: true, act: answered('401 Unauthorized') },
  {
    name: '401 from the second request on',
    stays: true,
    instead: 'after the first',
    blamed: 'nobody',
    exits: [[2, 4], 4, 4, 4, 4],
    // It takes some refusals in a row to tell lost credentials from a server that refuses wrongly.
    only: ['reserve.*', 'confirm.*', 'list.*'],
    act: answers(({ answer, count }) =>
      count === 1 ? spoiled(answer, {}) : bytesOf('401 Unauthorized', json, '{"error":"UNAUTHORIZED"}'),
    ),
  },
  {
    name: '407',
    blamed: 'the server',
    exits: refused,
    instead: true,
    act: answered('407 Proxy Authentication Required', { 'proxy-authenticate': 'Basic realm="x"' }),
  },
  { name: '500', blamed: 'the server', exits: refused, instead: true, act: answered('500 Internal Server Error') },
  ...Object.entries(waits).map(([name, headers]): Behaviour => ({
    name: `429 for ever, ${name}`,
    blamed: 'nobody',
    exits: [4, [3, 4], 3, [3, 4], 0],
    instead: true,
    act: answered('429 Too Many Requests', headers),
  })),
  {
    name: '503 with a long Retry-After',
    ...gateway,
    act: answered('503 Service Unavailable', { 'retry-after': '86400' }),
  },
  {
    name: 'a gateway at random',
    blamed: 'nobody',
    // Which requests meet it follows from their order, and it may be reads alone, which are sent again.
    exits: [[0, 3, 4], [0, 3], [0, 3], 0, 0],
    act: answers(({ answer, count }) => {
      const status = ofGateways[Math.floor(count / 2) % ofGateways.length]
      return count % 2 === 0 ? spoiled(answer, {}) : bytesOf(`${status} X`, { 'content-type': 'text/html' }, '<html>')
    }),
  },
  {
    name: 'a gateway that closes',
    ...gateway,
    act: answersAndCloses(() => 'HTTP/1.1 502 Bad Gateway\r\n\r\nbad gateway'),
  },
]
