import { answers, pause, spoiled } from '../behaviour.test.data.js'
import type { Behaviour, Meeting } from '../behaviour.test.data.js'

const lost = { blamed: 'nobody', exits: [4, 3, 3, 4, 0] } as const
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

/** What a target may do to the frame of an answer. */
export const framing: readonly Behaviour[] = [
  {
    name: 'an endless head',
    ...lost,
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say('HTTP/1.1 200 OK\r\n')
      await endlessly(meeting, `x-more: ${'y'.repeat(1000)}\r\n`)
    },
  },
  {
    name: 'an endless body',
    ...lost,
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say(chunked(''))
      await endlessly(meeting, `10000\r\n${' '.repeat(65_536)}\r\n`)
    },
  },
  {
    name: 'a Content-Length that is too long, and waits',
    ...lost,
    timeoutSeconds: 1,
    act: ({ answer, say }) => say(spoiled(answer, { headers: { 'content-length': String(answer.body.length + 10) } })),
  },
  {
    name: 'a Content-Length that is too short',
    blamed: 'the server',
    exits: [1, 1, 1, 1, 0],
    act: answers(({ answer }) =>
      spoiled(answer, { headers: { 'content-length': String(Math.max(0, answer.body.length - 10)) } }),
    ),
  },
  {
    name: 'chunks without a last one',
    ...lost,
    timeoutSeconds: 1,
    act: ({ answer, say }) => say(chunked(`${answer.body.length.toString(16)}\r\n${answer.body.toString()}\r\n`)),
  },
  {
    name: 'endless trailers',
    ...lost,
    exits: [3, 3, 3, 3, 0],
    act: async (meeting) => {
      await meeting.say(chunked('2\r\n{}\r\n0\r\n'))
      await endlessly(meeting, `x-more: ${'y'.repeat(1000)}\r\n`)
    },
  },
  {
    name: 'interim answers without end',
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
    ...lost,
    timeoutSeconds: 1,
    act: async (meeting) => {
      await meeting.say('HTTP/1.1 200 ')
      await endlessly(meeting, 'OK '.repeat(20_000))
    },
  },
  {
    name: '101 Switching Protocols',
    ...lost,
    timeoutSeconds: 1,
    act: answers(
      () => 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n\u0001\u0002',
    ),
  },
  {
    name: 'status 600',
    blamed: 'the server',
    exits: [1, 1, 1, 1, 0],
    act: answers(({ answer }) => spoiled(answer, { status: '600 X' })),
  },
]
