import { answers, answersAndCloses, bytesOf, pause, spoiled, untilGone } from '../behaviour.test.data.js'
import type { Behaviour, Meeting } from '../behaviour.test.data.js'

const lost = { octospec: 'no answer: what needed it is untested', blamed: 'nobody', exits: [4, 3, 3, 4, 0] } as const
const taken = { octospec: 'takes the answer', blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const
const json = { 'content-type': 'application/json' }
const megabyte = Buffer.alloc(1024 * 1024, 0x20)

/** Writes for as long as anybody reads: as fast as it is read, until that is more than anybody would keep. */
async function endlessly({ gone, say }: Meeting, bytes: string): Promise<void> {
  for (let said = 0; !gone.aborted; said += bytes.length) {
    await say(bytes)
    if (said > 2 * megabyte.length) await pause(20, gone)
  }
}

function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body}`
}

const spaces = Buffer.from(chunked('1\r\n \r\n'.repeat(300_000)))

/** What a target may do to the frame of an answer. */
export const framing: readonly Behaviour[] = [
  {
    name: 'an endless head',
    target: 'sends headers without end',
    ...lost,
    octospec: 'stops at 16 KiB of head; what needed the answer is untested',
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say('HTTP/1.1 200 OK\r\n')
      await endlessly(meeting, `x-more: ${'y'.repeat(1000)}\r\n`)
    },
  },
  {
    name: 'an endless body',
    target: 'sends chunks without end',
    ...lost,
    octospec: 'stops at 1 MiB of body; what needed the answer is untested',
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say(chunked(''))
      await endlessly(meeting, `10000\r\n${' '.repeat(65_536)}\r\n`)
    },
  },
  {
    name: 'a body of 100 MB',
    target: 'announces and sends 100 MB',
    ...lost,
    octospec: 'stops at 1 MiB of body; what needed the answer is untested',
    exits: [3, 3, 3, 3, 0],
    act: async ({ say, gone }) => {
      await say(bytesOf(200, { ...json, 'content-length': String(100 * megabyte.length) }))
      for (let sent = 0; sent < 100 && !gone.aborted; sent += 1) await say(megabyte)
    },
  },
  {
    name: 'a Content-Length that is too long, and waits',
    target: 'announces ten bytes more than it sends, and keeps the connection',
    ...lost,
    timeoutSeconds: 1,
    act: ({ answer, say }) => say(spoiled(answer, { headers: { 'content-length': String(answer.body.length + 10) } })),
  },
  {
    name: 'a Content-Length that is too long, and closes',
    target: 'announces ten bytes more than it sends, and closes',
    ...lost,
    act: answersAndCloses(({ answer }) =>
      spoiled(answer, { headers: { 'content-length': String(answer.body.length + 10) } }),
    ),
  },
  {
    name: 'a Content-Length that is too short',
    target: 'announces ten bytes fewer than it sends',
    octospec: 'reads as much as was announced, which is no JSON: the server does not answer as documented',
    blamed: 'the server',
    exits: [1, 1, 1, 1, 0],
    act: answers(({ answer }) =>
      spoiled(answer, { headers: { 'content-length': String(Math.max(0, answer.body.length - 10)) } }),
    ),
  },
  {
    name: 'a negative Content-Length',
    target: 'announces -5 bytes',
    ...lost,
    act: answers(({ answer }) => spoiled(answer, { headers: { 'content-length': '-5' } })),
  },
  {
    name: 'two different Content-Lengths',
    target: 'announces two lengths',
    ...lost,
    act: answers(({ answer }) =>
      bytesOf(
        answer.status,
        [
          ['content-type', 'application/json'],
          ['content-length', String(answer.body.length)],
          ['content-length', '5'],
        ],
        answer.body,
      ),
    ),
  },
  {
    name: 'a Content-Length beyond all numbers',
    target: 'announces 99999999999999999999999 bytes',
    ...lost,
    act: answers(({ answer }) => spoiled(answer, { headers: { 'content-length': '9'.repeat(23) } })),
  },
  {
    name: 'Content-Length and Transfer-Encoding',
    target: 'announces a length and sends chunks, as in request smuggling',
    ...lost,
    act: answers(({ answer }) =>
      spoiled(answer, {
        headers: { 'content-length': '4', 'transfer-encoding': 'chunked' },
        body: `${answer.body.length.toString(16)}\r\n${answer.body.toString()}\r\n0\r\n\r\n`,
      }),
    ),
  },
  {
    name: 'a broken chunk size',
    target: 'sends a chunk whose size is no number',
    ...lost,
    act: answers(({ answer }) => chunked(`zz\r\n${answer.body.toString()}\r\n0\r\n\r\n`)),
  },
  {
    name: 'a chunk size beyond all numbers',
    target: 'sends a chunk whose size has 20 hexadecimal digits',
    ...lost,
    act: answers(({ answer }) => chunked(`${'f'.repeat(20)}\r\n${answer.body.toString()}\r\n0\r\n\r\n`)),
  },
  {
    name: 'a huge chunk extension',
    target: 'sends a chunk with an extension that never ends',
    ...lost,
    octospec: 'gives up after `limits.timeoutSeconds`, or at the parser’s bound',
    timeoutSeconds: 1,
    act: async (meeting) => {
      await meeting.say(chunked('5;x='))
      await endlessly(meeting, 'y'.repeat(16_384))
    },
  },
  {
    name: 'chunks without a last one',
    target: 'sends all chunks but the last, and keeps the connection',
    ...lost,
    timeoutSeconds: 1,
    act: ({ answer, say }) => say(chunked(`${answer.body.length.toString(16)}\r\n${answer.body.toString()}\r\n`)),
  },
  {
    name: 'a body in chunks of one byte',
    target: 'sends a good answer behind 300,000 spaces, each byte in a chunk of its own',
    ...taken,
    timeoutSeconds: 20,
    // A few such answers cost as much as all the rest of a run, and show as much as all.
    act: answers(({ answer, count }) => {
      if (count > 2) return spoiled(answer, {})
      const bytes = [...answer.body].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]))
      return Buffer.concat([spaces, ...bytes, Buffer.from('0\r\n\r\n')])
    }),
  },
  {
    name: 'trailers after the body',
    target: 'sends a good answer in chunks, and trailers after it',
    ...taken,
    act: answers(({ answer: { body } }) =>
      chunked(`${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\nx-checksum: 1\r\nretry-after: 9\r\n\r\n`),
    ),
  },
  {
    name: 'endless trailers',
    target: 'sends trailers without end after the last chunk',
    ...lost,
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say(chunked('2\r\n{}\r\n0\r\n'))
      await endlessly(meeting, `x-more: ${'y'.repeat(1000)}\r\n`)
    },
  },
  {
    name: 'interim answers without end',
    target: 'sends 103 Early Hints for ever',
    ...lost,
    timeoutSeconds: 1,
    act: async ({ gone, say }) => {
      while (!gone.aborted) {
        await say('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')
        await pause(20, gone)
      }
    },
  },
  {
    name: 'a reason without end',
    target: 'sends a status whose reason never ends',
    ...lost,
    timeoutSeconds: 1,
    act: async (meeting) => {
      await meeting.say('HTTP/1.1 200 ')
      await endlessly(meeting, 'OK '.repeat(20_000))
    },
  },
  {
    name: '100 Continue and nothing more',
    target: 'sends 100 Continue, and never an answer',
    ...lost,
    timeoutSeconds: 1,
    act: async ({ gone, say }) => {
      await say('HTTP/1.1 100 Continue\r\n\r\n')
      await untilGone(gone)
    },
  },
  {
    name: 'an interim answer before the answer',
    target: 'sends 103 Early Hints and then a good answer',
    octospec: 'takes the answer',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: answers(({ answer }) => Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), spoiled(answer, {})])),
  },
  {
    name: '101 Switching Protocols',
    target: 'switches to another protocol without being asked to',
    ...lost,
    timeoutSeconds: 1,
    act: answers(
      () => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\u0001\u0002',
    ),
  },
  ...[0, 99, 1000].map((status): Behaviour => ({
    name: `status ${status}`,
    target: `answers with status ${status}, which HTTP does not have`,
    ...lost,
    act: answers(({ answer }) => spoiled(answer, { status: `${status} X` })),
  })),
  ...[600, 999].map((status): Behaviour => ({
    name: `status ${status}`,
    target: `answers with status ${status}, which no class of HTTP has`,
    octospec: 'takes it for what it is: no acceptance',
    blamed: 'the server',
    exits: [1, 1, 1, 1, 0],
    act: answers(({ answer }) => spoiled(answer, { status: `${status} X` })),
  })),
  {
    name: 'HTTP/1.0',
    target: 'answers by HTTP/1.0, without a length, and closes',
    ...taken,
    act: answersAndCloses(({ answer: { status, body } }) =>
      Buffer.concat([Buffer.from(`HTTP/1.0 ${status} OK\r\ncontent-type: application/json\r\n\r\n`), body]),
    ),
  },
  {
    name: 'a status without a reason',
    target: 'sends no reason after the status',
    octospec: 'takes the answer',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: answers(({ answer }) => spoiled(answer, {})),
  },
  {
    name: 'HTTP/9.9',
    target: 'claims a version of HTTP that there is none of',
    ...lost,
    act: answers(({ answer }) => spoiled(answer, {}).toString('latin1').replace('HTTP/1.1', 'HTTP/9.9')),
  },
]
