import { expect, test } from 'vitest'
import type { Transport, WireResult } from '../client/transport.js'
import { inLockStep } from './inLockStep.js'

const answer: WireResult = { response: { status: 200, headers: {}, text: '' } }
const request = { method: 'GET', origin: 'http://127.0.0.1', path: '/', headers: [] }
const wire: Transport = {
  send: () => new Promise((resolve) => void setTimeout(() => resolve(answer), 1)),
  close: () => Promise.resolve(),
}

test('what is asked for side by side takes one round, what follows from an answer another', async () => {
  const steps = inLockStep()
  const { send } = steps.through(wire)
  await Promise.all([send(request), send(request).then(() => send(request)), send(request)])
  expect(steps.rounds).toBe(2)
})
