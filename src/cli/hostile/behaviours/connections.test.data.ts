import { answers, answersAndCloses, answersAndResets, pause, spoiled, untilGone } from '../behaviour.test.data.js'
import type { Behaviour } from '../behaviour.test.data.js'

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
const inHead = (bytes: Buffer): Buffer => bytes.subarray(0, 30)
const lost = { octospec: 'no answer: what needed it is untested', blamed: 'nobody' } as const

/** What a target may do to a connection. */
export const connections: readonly Behaviour[] = [
  {
    name: 'never answers',
    target: 'takes the request, performs it, and says nothing',
    ...lost,
    octospec: 'gives up after `limits.timeoutSeconds`; what needed the answer is untested',
    exits: [4, 3, 3, 4, 0],
    timeoutSeconds: 1,
    act: ({ gone }) => untilGone(gone),
  },
  {
    name: 'closes without an answer',
    target: 'performs the request and closes the connection',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: ({ socket }) => void socket.end(),
  },
  {
    name: 'resets without an answer',
    target: 'performs the request and resets the connection',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'resets within the head',
    target: 'resets after 30 bytes of the answer',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndResets(({ answer }) => inHead(spoiled(answer, {}))),
  },
  {
    name: 'closes within the head',
    target: 'closes after 30 bytes of the answer',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(({ answer }) => inHead(spoiled(answer, {}))),
  },
  {
    name: 'resets within the body',
    target: 'resets in the middle of the body',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndResets(({ answer }) => half(spoiled(answer, {}))),
  },
  {
    name: 'closes within the body',
    target: 'closes in the middle of the body',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(({ answer }) => spoiled(answer, {}).subarray(0, -5)),
  },
  {
    name: 'resets after the answer',
    target: 'resets the connection after a complete answer',
    octospec: 'takes the answer',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: answersAndResets(({ answer }) => spoiled(answer, {})),
  },
  {
    name: 'closes though it announced keep-alive',
    target: 'announces that the connection is kept, and closes it after each answer',
    octospec: 'takes the answer; a read that met the end of the connection is sent once more',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: answersAndCloses(({ answer }) =>
      spoiled(answer, { headers: { connection: 'keep-alive', 'keep-alive': 'timeout=600' } }),
    ),
  },
  {
    name: 'answers once and is gone',
    target: 'gives a good answer, and resets every connection from then on',
    octospec:
      'names what it booked; what was not judged by then is untested, or the run aborts when nothing answers any more',
    blamed: 'nobody',
    exits: [[3, 4], [3, 4], [3, 4], [3, 4], 3],
    stays: true,
    act: (meeting) =>
      meeting.count === 1 ? meeting.say(spoiled(meeting.answer, {})) : void meeting.socket.resetAndDestroy(),
  },
  {
    name: 'half closes before it answers',
    target: 'ends its half of the connection at once, and never sends the answer',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    timeoutSeconds: 1,
    act: async ({ socket, gone }) => {
      socket.end()
      await untilGone(gone)
    },
  },
  {
    name: 'a head of one byte a second',
    target: 'sends the head byte by byte, one a second',
    ...lost,
    octospec: 'gives up after `limits.timeoutSeconds`, which is for the whole answer',
    exits: [4, 3, 3, 4, 0],
    timeoutSeconds: 1,
    act: async ({ answer, say, gone }) => {
      for (const byte of spoiled(answer, {})) {
        await say(Buffer.of(byte))
        await pause(1000, gone)
        if (gone.aborted) return
      }
    },
  },
  {
    name: 'a body of one byte a second',
    target: 'sends the head, and then the body byte by byte, one a second',
    ...lost,
    octospec: 'gives up after `limits.timeoutSeconds`, which is for the whole answer',
    exits: [4, 3, 3, 4, 0],
    timeoutSeconds: 1,
    act: async ({ answer, say, gone }) => {
      const bytes = spoiled(answer, {})
      await say(bytes.subarray(0, -answer.body.length))
      for (const byte of answer.body) {
        await say(Buffer.of(byte))
        await pause(1000, gone)
        if (gone.aborted) return
      }
    },
  },
  {
    name: 'an answer in single bytes',
    target: 'sends a good answer byte by byte, without a pause',
    octospec: 'takes the answer',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: async ({ answer, say, socket }) => {
      socket.setNoDelay(true)
      for (const byte of spoiled(answer, {})) await say(Buffer.of(byte))
    },
  },
  {
    name: 'answers before it is asked',
    target: 'sends a complete answer as soon as a connection is opened',
    octospec: 'cannot tell it from an answer to what it asks: the server does not answer as documented',
    blamed: 'the server',
    exits: [
      [1, 2, 3],
      [0, 1, 3],
      [0, 1, 3],
      [0, 1, 3],
      [0, 1, 3],
    ],
    greet: (socket) =>
      void socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"forged":true}',
      ),
    act: answers(({ answer }) => spoiled(answer, {})),
  },
  {
    name: 'answers twice',
    target: 'sends a second, forged answer after the good one',
    octospec: 'takes the first answer; the second is nobody’s, and no later request gets it',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: answers(({ answer }) =>
      Buffer.concat([
        spoiled(answer, {}),
        spoiled(answer, { status: 200, body: '{"uuid":"forged","status":"FORGED"}' }),
      ]),
    ),
  },
  {
    name: 'answers twice, the second time late',
    target: 'sends a second, forged answer 5 ms after the good one',
    octospec: 'takes the first answer; the second is nobody’s, and no later request gets it',
    blamed: 'nothing',
    exits: [0, 0, 0, 0, 0],
    act: async ({ answer, say, gone }) => {
      await say(spoiled(answer, {}))
      await pause(5, gone)
      await say(spoiled(answer, { status: 200, body: '{"uuid":"forged","status":"FORGED"}' }))
    },
  },
  {
    name: 'answers another request',
    target: 'sends to each request what the one before it should have got',
    octospec: 'judges what it is told: the server answers with another booking',
    blamed: 'the server',
    exits: [[1, 2, 3], 1, 1, 0, 0],
    act: answers(({ answer, before }) => spoiled(before.at(-1) ?? answer, {})),
  },
  {
    name: 'an SSH banner',
    target: 'speaks SSH',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(() => 'SSH-2.0-OpenSSH_9.6\r\n'),
  },
  {
    name: 'bytes of TLS',
    target: 'speaks TLS on a plain port',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(() => Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46])),
  },
  {
    name: 'a preface of HTTP/2',
    target: 'speaks HTTP/2 without being asked to',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(() => Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])),
  },
  {
    name: 'HTTP/0.9',
    target: 'sends the body alone, without a head',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(({ answer }) => answer.body),
  },
  {
    name: 'random bytes',
    target: 'sends 4 kB of noise',
    ...lost,
    exits: [4, 3, 3, 4, 0],
    act: answersAndCloses(() =>
      Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256)),
    ),
  },
]
