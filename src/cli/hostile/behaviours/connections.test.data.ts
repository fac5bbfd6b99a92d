import { answers, answersAndCloses, answersAndResets, pause, spoiled, untilGone } from '../behaviour.test.data.js'
import type { Behaviour } from '../behaviour.test.data.js'

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
const lost = { blamed: 'nobody', exits: [4, 3, 3, 4, 0] } as const
const taken = { blamed: 'nothing', exits: [0, 0, 0, 0, 0] } as const

/** What a target may do to a connection. */
export const connections: readonly Behaviour[] = [
  { name: 'never answers', ...lost, timeoutSeconds: 1, act: ({ gone }) => untilGone(gone) },
  { name: 'closes without an answer', ...lost, act: ({ socket }) => void socket.end() },
  { name: 'resets without an answer', ...lost, act: ({ socket }) => void socket.resetAndDestroy() },
  { name: 'resets within the body', ...lost, act: answersAndResets(({ answer }) => half(spoiled(answer, {}))) },
  {
    name: 'closes within the body',
    ...lost,
    act: answersAndCloses(({ answer }) => spoiled(answer, {}).subarray(0, -5)),
  },
  {
    name: 'closes though it announced keep-alive',
    ...taken,
    act: answersAndCloses(({ answer }) =>
      spoiled(answer, { headers: { connection: 'keep-alive', 'keep-alive': 'timeout=600' } }),
    ),
  },
  {
    name: 'a head of one byte a second',
    ...lost,
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
    ...lost,
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
    ...taken,
    act: async ({ answer, say, socket }) => {
      socket.setNoDelay(true)
      for (const byte of spoiled(answer, {})) await say(Buffer.of(byte))
    },
  },
  {
    name: 'answers before it is asked',
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
    name: 'answers twice, the second time late',
    ...taken,
    act: async ({ answer, say, gone }) => {
      await say(spoiled(answer, {}))
      await pause(5, gone)
      await say(spoiled(answer, { status: 200, body: '{"uuid":"forged","status":"FORGED"}' }))
    },
  },
  {
    name: 'answers another request',
    moment: 'cancel',
    blamed: 'the server',
    exits: [[1, 2, 3], 1, 1, 0, 0],
    act: answers(({ answer, before }) => spoiled(before.at(-1) ?? answer, {})),
  },
  {
    name: 'random bytes',
    ...lost,
    act: answersAndCloses(() =>
      Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256)),
    ),
  },
]
